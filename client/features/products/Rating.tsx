interface Props {
  rating: number;
  reviewCount: number;
  /** '188 reviews' instead of '(188)'. */
  verbose?: boolean;
}

/** Without reviews there is no star (decision 22). */
export function Rating({ rating, reviewCount, verbose = false }: Props) {
  if (reviewCount === 0) return <span className="rate">No reviews yet</span>;
  const figure = rating.toFixed(1);
  const reviews = `${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'}`;
  return (
    <span className="rate">
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <path d="m10 1.8 2.5 5.3 5.7.8-4.1 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.1-4 5.7-.8z" />
      </svg>
      <span aria-hidden="true">
        {verbose ? (
          <>
            <b>{figure}</b> {reviews}
          </>
        ) : (
          `${figure} (${reviewCount})`
        )}
      </span>
      <span className="hidden-words">
        Rated {figure} by {reviews}
      </span>
    </span>
  );
}
