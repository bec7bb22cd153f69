import { Icon } from './Icon';

interface Props {
  title: string;
  tryAgain: () => void;
  isTrying: boolean;
  /** For what stands above the page. */
  isOpen?: boolean;
  close?: () => void;
}

/** In the place of a part whose code did not arrive. */
export function MissingPart({ title, tryAgain, isTrying, isOpen = true, close }: Props) {
  if (!isOpen) return null;
  return (
    <div className={close ? 'missing-part over' : 'missing-part'} role="alert">
      <p>{title} could not be loaded.</p>
      <button type="button" className="text-button" aria-busy={isTrying} onClick={tryAgain}>
        Try again
      </button>
      {close && (
        <button type="button" className="icon-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
