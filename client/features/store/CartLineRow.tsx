import Button from '@mui/material/Button';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { formatMoney } from '../../lib/money';
import { productPath } from '../../lib/paths';
import { appears } from '../../theme/motion';
import { Link } from '../../ui/Link';
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

/** Picture, words, price. */
export const lineStyles = {
  ...appears,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: 2,
  py: 2,
} as const;
const removed = {
  ...appears,
  justifyContent: 'space-between',
  py: 1.5,
  overflowWrap: 'anywhere',
  color: 'text.secondary',
};

interface Props {
  line: CartLine;
  onRemove: () => void;
  onLeave: () => void;
}

export function CartLineRow({ line, onRemove, onLeave }: Props) {
  const note = noteOf(line);
  return (
    <ListItem disableGutters divider sx={lineStyles}>
      <Thumbnail photo={line.photos[0]} />
      <div>
        <Typography
          variant="h6"
          component="p"
          dir="auto"
          data-testid="cart-name"
          sx={{ lineHeight: 1.3, overflowWrap: 'anywhere' }}
        >
          {line.productSlug === null ? (
            line.name
          ) : (
            <Link to={productPath(line.productSlug)} onClick={onLeave}>
              {line.name}
            </Link>
          )}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary" dir="auto">
          {line.categories[1] ?? line.categories[0]}
        </Typography>
        {note && (
          <Typography
            variant="caption"
            component="p"
            color={line.notice === 'PRICE_CHANGED' ? 'textPrimary' : 'error'}
            sx={{ fontWeight: 'fontWeightMedium' }}
          >
            {note}
          </Typography>
        )}
        <Button
          variant="link"
          sx={{ mt: 0.5, color: 'text.secondary' }}
          aria-label={`Remove ${line.name}`}
          disabled={isPending(line)}
          onClick={onRemove}
        >
          <SvgIcon lines={storeIcons.trash} size={16} />
          Remove
        </Button>
      </div>
      <Typography variant="price" sx={{ fontSize: 'body1.fontSize', lineHeight: 1.3 }}>
        {formatMoney(line.price)}
      </Typography>
    </ListItem>
  );
}

interface RemovedProps {
  line: CartLine;
  /** Just removed: the undo button gets the focus of the remove button. */
  focused: boolean;
  onUndo: () => void;
}

export function RemovedLineRow({ line, focused, onUndo }: RemovedProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) undo.current?.focus();
  }, [focused]);
  return (
    <ListItem disableGutters divider sx={removed}>
      <Typography variant="dense">
        Removed &quot;<bdi>{line.name}</bdi>&quot;
      </Typography>
      <Button
        ref={undo}
        variant="link"
        sx={{ flex: 'none', px: 0.75 }}
        aria-label={`Undo removing ${line.name}`}
        onClick={onUndo}
      >
        Undo
      </Button>
    </ListItem>
  );
}
