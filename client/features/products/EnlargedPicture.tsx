import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { useCloseOnBack } from '../../ui/useCloseOnBack';
import { ProductPicture } from './ProductPicture';

interface Props {
  photos: readonly string[];
  alts: readonly string[];
  initial: number;
  onClose: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

const paper = { display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', bgcolor: 'background.default' };

/** Mounted while open. */
export function EnlargedPicture({ photos, alts, initial, onClose }: Props) {
  const [chosen, setChosen] = useState(initial);
  useCloseOnBack(true, onClose);
  const go = (step: number) => setChosen((chosen + step + photos.length) % photos.length);
  const several = photos.length > 1;

  function move(event: KeyboardEvent) {
    const step = several ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    go(step);
  }

  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      onKeyDown={move}
      slotProps={{ paper: { sx: paper, 'aria-label': 'Enlarged picture' } }}
    >
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', p: '8px 12px' }}>
        {several && (
          <>
            <IconButton aria-label="Previous picture" sx={{ transform: 'scaleX(-1)' }} onClick={() => go(-1)}>
              <Icon name="arrow" />
            </IconButton>
            <Typography role="status">
              Picture {chosen + 1} of {photos.length}
            </Typography>
            <IconButton aria-label="Next picture" onClick={() => go(1)}>
              <Icon name="arrow" />
            </IconButton>
          </>
        )}
        <IconButton aria-label="Close" sx={{ ml: 'auto' }} autoFocus onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </Stack>
      <Box
        sx={{ position: 'relative', minHeight: 0, '& img': { position: 'absolute', inset: 0, objectFit: 'contain' } }}
      >
        <ProductPicture key={photos[chosen]} photo={photos[chosen]} alt={alts[chosen] ?? ''} eager sizes="100vw" />
      </Box>
    </Dialog>
  );
}
