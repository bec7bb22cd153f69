import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatMoney } from '../../lib/money';
import { productPath } from '../../lib/paths';
import { SvgIcon } from '../../ui/SvgIcon';
import { Thumbnail } from '../../ui/Thumbnail';
import type { CartLine } from './cartCache';
import { isPending } from './cartLines';
import { storeIcons } from './storeIcons';

/** Changes of the product since it was added (decision 8). */
function noteOf({ notice, currentPrice }: CartLine): string | undefined {
  if (notice === 'UNAVAILABLE') return 'No longer for sale';
  if (notice === 'OUT_OF_STOCK') return 'Out of stock now';
  if (notice === 'PRICE_CHANGED' && currentPrice !== null) return `Price is now ${formatMoney(currentPrice)}`;
  return undefined;
}

interface Props {
  line: CartLine;
  onRemove: () => void;
  onLeave: () => void;
}

export function CartLineRow({ line, onRemove, onLeave }: Props) {
  const note = noteOf(line);
  return (
    <li className="cart-line">
      <Thumbnail photo={line.photos[0]} />
      <div>
        <p className="cart-name" dir="auto">
          {line.productSlug === null ? (
            line.name
          ) : (
            <Link to={productPath(line.productSlug)} onClick={onLeave}>
              {line.name}
            </Link>
          )}
        </p>
        <p className="where" dir="auto">
          {line.categories[1] ?? line.categories[0]}
        </p>
        {note && <p className={line.notice === 'PRICE_CHANGED' ? 'cart-note' : 'cart-note lost'}>{note}</p>}
        <button
          type="button"
          className="text-button"
          aria-label={`Remove ${line.name}`}
          disabled={isPending(line)}
          onClick={onRemove}
        >
          <SvgIcon lines={storeIcons.trash} />
          Remove
        </button>
      </div>
      <span className="price">{formatMoney(line.price)}</span>
    </li>
  );
}

interface RemovedProps {
  line: CartLine;
  /** Just removed: the undo button gets the focus of the remove button. */
  focused: boolean;
  onUndo: () => void;
}

export function RemovedLineRow({ line, focused, onUndo }: RemovedProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (focused) row.current?.querySelector('button')?.focus();
  }, [focused]);
  return (
    <li className="cart-line removed" ref={row}>
      <span>
        Removed &quot;<bdi>{line.name}</bdi>&quot;
      </span>
      <button type="button" className="text-button" aria-label={`Undo removing ${line.name}`} onClick={onUndo}>
        Undo
      </button>
    </li>
  );
}
