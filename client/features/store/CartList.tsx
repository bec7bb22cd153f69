import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Skeleton from '@mui/material/Skeleton';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { rem } from '../../theme/typography';
import { EmptyState } from '../../ui/EmptyState';
import { CartLineRow, lineStyles, RemovedLineRow } from './CartLineRow';
import { cartRows } from './cartRows';
import type { Cart } from './useCart';
import type { useCartActions } from './useCartActions';

const list = {
  flex: '0 1 auto',
  minHeight: rem(110),
  maxHeight: constants.cartListMaximumHeight,
  px: { xs: 2.25, sm: 3.5 },
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  '&:focus': { outline: 'none' },
};

export function CartSkeleton() {
  return (
    <List disablePadding aria-hidden="true" sx={list}>
      {[1, 2].map((line) => (
        <ListItem key={line} disableGutters divider sx={lineStyles}>
          {/* eslint-disable-next-line kiosk/grows-with-text -- as large as its picture */}
          <Skeleton width={76} height={76} />
          <div>
            <Skeleton width="80%" height={rem(20)} />
            <Skeleton width="45%" height={rem(16)} sx={{ mt: 1.25 }} />
          </div>
        </ListItem>
      ))}
    </List>
  );
}

interface Props {
  cart: Cart;
  actions: ReturnType<typeof useCartActions>;
  onClose: () => void;
}

export function CartList({ cart, actions, onClose }: Props) {
  const [focusId, setFocusId] = useState<string>();
  const ref = useRef<HTMLUListElement>(null);
  const rows = cartRows(cart.lines ?? [], actions.offers);
  const empty = !cart.loading && !actions.refreshing && !cart.error && (cart.lines?.length ?? 0) === 0;
  return (
    <>
      {empty && <EmptyCart signedIn={cart.shopper !== undefined} onClose={onClose} />}
      {rows.length > 0 && (
        <List ref={ref} disablePadding aria-label="Items in your cart" tabIndex={-1} sx={list}>
          {rows.map(({ line, undoKey }) =>
            undoKey !== undefined ? (
              <RemovedLineRow
                key={line.id}
                line={line}
                focused={line.id === focusId}
                onUndo={() => {
                  actions.undo(undoKey);
                  ref.current?.focus();
                }}
              />
            ) : (
              <CartLineRow
                key={line.id}
                line={line}
                onLeave={onClose}
                onRemove={() => {
                  setFocusId(line.id);
                  actions.remove(line);
                }}
              />
            ),
          )}
        </List>
      )}
    </>
  );
}

function EmptyCart({ signedIn, onClose }: { signedIn: boolean; onClose: () => void }) {
  const { pathname, search, hash } = useLocation();
  const next = signedIn
    ? { to: '/products', children: 'See all products' }
    : { to: '/login', state: { from: `${pathname}${search}${hash}` }, children: 'Sign In' };
  return (
    <EmptyState title="Cart is empty">
      <Button variant="ink" component={Link} onClick={onClose} {...next} />
    </EmptyState>
  );
}
