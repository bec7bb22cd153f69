/** The size of a product's page, so that nothing moves when it arrives; drawn only after 300 ms (a CSS delay). */
export function ProductSkeleton() {
  return (
    <div role="status" className="product-waiting">
      <p className="crumb">Loading product...</p>
      <div className="pdp skeletons" aria-hidden="true">
        <div className="gallery">
          <div className="pic large bone" />
        </div>
        <div className="facts">
          <div className="bone line-two" />
          <div className="bone line-title" />
          <div className="bone line-one" />
          <div className="bone line-text" />
          <div className="bone line-add" />
        </div>
      </div>
    </div>
  );
}
