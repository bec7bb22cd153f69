interface Props {
  title: string;
  text: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Shown instead of a page that failed. Uses only code of the entry chunk, because other chunks may be unavailable. */
export function ErrorPage({ title, text, onRetry, isRetrying }: Props) {
  return (
    <div className="state-page" role="alert">
      <h1>{title}</h1>
      <p className="muted">{text}</p>
      <p className="ways-on">
        <button type="button" className="text-button" aria-busy={isRetrying} onClick={onRetry}>
          Try again
        </button>
        <a className="text-button" href="/">
          Back to the shop
        </a>
      </p>
    </div>
  );
}
