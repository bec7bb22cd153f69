import { formatMoney } from '../../lib/money';

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
