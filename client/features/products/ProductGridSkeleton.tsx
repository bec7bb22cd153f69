/** As large as the cards: no layout shift. Visible only after 300 ms (a CSS delay). */
export function ProductGridSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <div role="status" className="loading">
      <p className="loading-words">{label}</p>
      <div className="grid skeletons" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="card">
            <div className="pic bone" />
            <div className="bone line-words" />
            <div className="bone line-two" />
            <div className="bone line-button" />
          </div>
        ))}
      </div>
    </div>
  );
}
