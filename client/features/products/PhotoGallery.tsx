import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useState } from 'react';
import type { ProductQuery } from '../../__generated__/operations';
import { lazyModule } from '../../lib/lazyModule';
import { theme } from '../../theme/theme';
import { rem } from '../../theme/typography';
import { lazyComponent } from '../../ui/lazyComponent';
import type { Tint } from './categoryTint';
import { galleryLayout, largePicture, smallPicture, smallPictures } from './galleryLayout';
import { PictureFrame } from './PictureFrame';
import { ProductPicture } from './ProductPicture';

const enlarged = lazyModule(() => import('./EnlargedPicture'));
const EnlargedPicture = lazyComponent(enlarged, 'EnlargedPicture', {
  title: 'The enlarged picture',
  overlay: ({ onClose }) => ({ isOpen: true, close: onClose }),
});

const Choice = styled(ButtonBase)({
  borderRadius: rem(12),
  '&[aria-pressed="true"]:not(:focus-visible)': {
    outline: `2px solid ${theme.vars.palette.text.primary}`,
    outlineOffset: 2,
  },
});

const enlargeButton = {
  position: 'absolute',
  right: 12,
  bottom: 12,
  minHeight: rem(44),
  borderRadius: '22px',
  cursor: 'zoom-in',
};

interface Props {
  name: string;
  photos: readonly string[];
  pictures: NonNullable<ProductQuery['product']>['pictures'];
  tint: Tint;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function PhotoGallery({ name, photos, pictures, tint }: Props) {
  const [requested, setRequested] = useState(0);
  const [isEnlarged, setIsEnlarged] = useState(false);
  const chosen = Math.min(requested, Math.max(0, photos.length - 1));
  const seen = pictures[chosen]?.alt ?? name;

  function move(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + photos.length) % photos.length;
    setRequested(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  }

  return (
    <Box sx={photos.length > 1 ? galleryLayout : null}>
      <PictureFrame tint={tint} sx={largePicture} data-testid="large-picture">
        <ProductPicture
          key={photos[chosen]}
          photo={photos[chosen]}
          alt={photos.length > 1 ? `${seen}, picture ${chosen + 1} of ${photos.length}` : seen}
          eager
          sizes="(min-width: 900px) 640px, 100vw"
        />
        {photos.length > 0 && (
          <Button
            variant="quiet"
            sx={enlargeButton}
            aria-haspopup="dialog"
            onPointerEnter={enlarged.prefetch}
            onFocus={enlarged.prefetch}
            onClick={() => setIsEnlarged(true)}
          >
            Enlarge
          </Button>
        )}
      </PictureFrame>
      {photos.length > 1 && (
        <Stack role="group" aria-label="Pictures" sx={smallPictures} data-testid="small-pictures" onKeyDown={move}>
          {photos.map((photo, index) => (
            <Choice
              key={`${index} ${photo}`}
              sx={smallPicture}
              aria-label={`Picture ${index + 1}`}
              aria-pressed={index === chosen}
              onClick={() => setRequested(index)}
            >
              <PictureFrame as="span" tint={tint} sx={{ width: 1 }}>
                <ProductPicture photo={photo} sizes="84px" />
              </PictureFrame>
            </Choice>
          ))}
        </Stack>
      )}
      {isEnlarged && (
        <EnlargedPicture
          photos={photos}
          alts={photos.map((_, index) => pictures[index]?.alt ?? name)}
          initial={chosen}
          onClose={() => setIsEnlarged(false)}
        />
      )}
    </Box>
  );
}
