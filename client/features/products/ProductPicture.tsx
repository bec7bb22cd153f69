import { styled } from '@mui/material/styles';
import { useCallback, useState } from 'react';
import { pictureSources } from '../../lib/pictureSources';
import { theme } from '../../theme/theme';
import { Icon } from '../../ui/Icon';

const NoPicture = styled('span')({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  color: theme.vars.palette.text.secondary,
  '& svg': { strokeWidth: 1 },
});

interface Props {
  photo: string | undefined;
  sizes: string;
  /** '' if the name is beside it. */
  alt?: string;
  eager?: boolean;
}

export function ProductPicture({ photo, sizes, alt = '', eager = false }: Props) {
  const [broken, setBroken] = useState<string>();
  const sources = pictureSources(photo);
  // index.html marks pictures that failed before hydration. Reading `complete` from the image would force a layout.
  const checkFailure = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.hasAttribute('data-failed')) setBroken(photo);
    },
    [photo],
  );
  if (!sources || broken === photo) {
    return (
      <NoPicture data-testid="no-picture">
        <Icon name="picture" size={48} />
      </NoPicture>
    );
  }
  return (
    <img
      ref={checkFailure}
      {...sources}
      {...(sources.srcSet ? { sizes } : {})}
      alt={alt}
      width={800}
      height={800}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(photo)}
    />
  );
}
