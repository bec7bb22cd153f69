import Typography from '@mui/material/Typography';
import type { Item } from './useItemPages';

/** Explains 'In a cart', if there is such a row. */
export function CartEntryHint({ rows, of }: { rows: readonly Item[]; of: 'own' | 'admin' }) {
  if (!rows.some(({ __typename }) => __typename === 'StoreEntry')) return null;
  const whose = of === 'own' ? 'your cart' : "somebody's cart";
  return (
    <Typography variant="caption" component="p" color="textSecondary" data-testid="entry-note">
      <b>In a cart</b>: not a product of the shop, but a copy in {whose}, as it was when it was added. It can be
      deleted, not edited.
    </Typography>
  );
}
