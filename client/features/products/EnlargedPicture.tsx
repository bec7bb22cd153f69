import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { useCloseOnBack } from '../../ui/useCloseOnBack';
import { ProductPicture } from './ProductPicture';
import './enlargedPicture.css';

interface Props {
  photos: readonly string[];
  alts: readonly string[];
  initial: number;
  onClose: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

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
      slotProps={{ paper: { className: 'enlarged', 'aria-label': 'Enlarged picture' } }}
    >
      <div className="enlarged-head">
        {several && (
          <>
            <IconButton aria-label="Previous picture" className="previous" onClick={() => go(-1)}>
              <Icon name="arrow" />
            </IconButton>
            <p role="status">
              Picture {chosen + 1} of {photos.length}
            </p>
            <IconButton aria-label="Next picture" onClick={() => go(1)}>
              <Icon name="arrow" />
            </IconButton>
          </>
        )}
        <IconButton aria-label="Close" className="close" autoFocus onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="enlarged-picture">
        <ProductPicture key={photos[chosen]} photo={photos[chosen]} alt={alts[chosen] ?? ''} eager sizes="100vw" />
      </div>
    </Dialog>
  );
}
