import { useEffect, useId, useRef } from 'react';
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

export function UndoBar({ offers, focused, onUndo }: Props) {
  if (offers.length === 0) return null;
  return (
    <ul className="undo-bar" aria-label="Deleted">
      {offers.toReversed().map((offer) => (
        <UndoRow key={offer.key} offer={offer} focused={offer.key === focused} onUndo={onUndo} />
      ))}
    </ul>
  );
}

function UndoRow({ offer, focused, onUndo }: { offer: UndoOffer; focused: boolean; onUndo: Props['onUndo'] }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const focusedElement = document.activeElement;
    // Unless the user has moved the focus meanwhile.
    if (focused && (focusedElement === document.body || focusedElement?.closest('tr.busy'))) button.current?.focus();
  }, [focused]);
  const id = useId();
  return (
    <li>
      <span id={id} className="undo-words">
        <BidiText text={words(offer)} />
      </span>
      <button
        ref={button}
        type="button"
        className="text-button"
        aria-describedby={id}
        aria-busy={offer.isPending}
        onClick={() => onUndo(offer.key)}
      >
        Undo
      </button>
      {offer.problem !== undefined && (
        <p role="alert" className="undo-problem">
          {offer.problem}
        </p>
      )}
    </li>
  );
}
