import { formatMoney } from '../../lib/money';

/** What the shopper pays, and what it was before where that was more. */
export function Price({ price, originalPrice }: { price: number; originalPrice: number }) {
  return (
    <>
      <span className="price">{formatMoney(price)}</span>
      {originalPrice > price && (
        <s className="was">
          <span className="hidden-words">before </span>
          {formatMoney(originalPrice)}
        </s>
      )}
    </>
  );
}
