import { useLocation } from 'react-router-dom';

/** The slug has the words of the name, and so its lines. */
const nameFrom = (slug: string) => slug.replace(/-/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The boxes of a product's page, so that nothing down to the Add button moves when it arrives; drawn after 300 ms. */
export function ProductSkeleton({ slug }: { slug: string }) {
  // A card knows how many pictures there are, an address does not.
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
