import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import { appears } from '../../theme/motion';
import { rem } from '../../theme/typography';
import { BidiText } from '../../ui/BidiText';
import type { UndoOffer } from './undoOffers';

interface Props {
  offers: readonly UndoOffer[];
  /** The last deletion, whose offer gets the focus of the deleted row. */
  focused: string | undefined;
  onUndo: (key: string) => void;
}

const words = ({ items: [first, ...others] }: UndoOffer) =>
  others.length === 0 ? `Deleted "${first?.name}"` : `Deleted ${others.length + 1} products`;

const list = { width: 1, maxHeight: rem(168), p: 0, overflowY: 'auto', '& :focus-visible': { outlineOffset: '-2px' } };
const row = {
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 16px',
  px: 2.25,
  py: 1,
  ...appears,
  '& + &': { borderTop: 1, borderColor: 'text.secondary' },
};

export function UndoBar({ offers, focused, onUndo }: Props) {
  if (offers.length === 0) return null;
  return (
    <Paper variant="ink" component="ul" aria-label="Deleted" sx={list}>
      {offers.toReversed().map((offer) => (
        <UndoRow key={offer.key} offer={offer} focused={offer.key === focused} onUndo={onUndo} />
      ))}
    </Paper>
  );
}

function UndoRow({ offer, focused, onUndo }: { offer: UndoOffer; focused: boolean; onUndo: Props['onUndo'] }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const focusedElement = document.activeElement;
    // Unless the user has moved the focus meanwhile.
    if (focused && (focusedElement === document.body || focusedElement?.closest('[data-busy]')))
      button.current?.focus();
  }, [focused]);
  const id = useId();
  return (
    <Stack component="li" direction="row" sx={row}>
      <Typography variant="inherit" component="span" id={id} sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <BidiText text={words(offer)} />
      </Typography>
      <Button
        ref={button}
        variant="link"
        aria-describedby={id}
        aria-busy={offer.isPending}
        onClick={() => onUndo(offer.key)}
      >
        Undo
      </Button>
      {offer.problem !== undefined && (
        <Typography variant="inherit" role="alert" sx={{ flexBasis: '100%', pb: 0.75 }}>
          {offer.problem}
        </Typography>
      )}
    </Stack>
  );
}
