import { useLocation } from 'react-router-dom';

/** The name as guessed from the slug wraps into the same number of lines. */
const nameFrom = (slug: string) => slug.replace(/-/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** No layout shift down to the Add button. Visible only after 300 ms. */
export function ProductSkeleton({ slug }: { slug: string }) {
  // Known from the card that was clicked only.
  const { photos = 1 } = (useLocation().state ?? {}) as { photos?: number };
  return (
    <div role="status">
      <p className="crumb">Loading product...</p>
      <div className="pdp skeletons" aria-hidden="true">
        <div className={`gallery ${photos > 1 ? 'with-thumbs' : ''}`}>
          <div className="pic large bone" />
          {photos > 1 && (
            <div className="thumbs">
              {Array.from({ length: photos }, (_each, index) => (
                <div key={index} className="thumb bone" />
              ))}
            </div>
          )}
        </div>
        <div className="facts">
          <p className="where">
            <span className="bone line-two" />
          </p>
          <p className="name">
            <span className="bone">{nameFrom(slug)}</span>
          </p>
          <div className="fact-line bone line-one" />
          <div className="fact-line bone line-two" />
          <div className="bone line-add" />
          <div className="description bone line-text" />
        </div>
      </div>
      <div className="page-waiting" />
    </div>
  );
}
