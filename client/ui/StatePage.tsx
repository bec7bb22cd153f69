interface Props {
  title: string;
  text: string;
  tryAgain: () => void;
  isTrying?: boolean;
}

/** In the place of a page that cannot be shown: why, and two ways on. Needs no part that may be missing itself. */
export function StatePage({ title, text, tryAgain, isTrying }: Props) {
  return (
    <div className="state-page" role="alert">
      <h1>{title}</h1>
      <p className="muted">{text}</p>
      <p className="ways-on">
        <button type="button" className="text-button" aria-busy={isTrying} onClick={tryAgain}>
          Try again
        </button>
        <a className="text-button" href="/">
          Back to the shop
        </a>
      </p>
    </div>
  );
}
