import { Icon } from './Icon';

interface Props {
  title: string;
  onRetry: () => void;
  isRetrying: boolean;
  /** For overlays. */
  isOpen?: boolean;
  close?: () => void;
}

/** Shown instead of a component whose chunk could not be loaded. */
export function LoadErrorNotice({ title, onRetry, isRetrying, isOpen = true, close }: Props) {
  if (!isOpen) return null;
  return (
    <div className={close ? 'missing-part over' : 'missing-part'} role="alert">
      <p>{title} could not be loaded.</p>
      <button type="button" className="text-button" aria-busy={isRetrying} onClick={onRetry}>
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
