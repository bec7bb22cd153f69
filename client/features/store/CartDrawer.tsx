import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { formatMoney } from '../../lib/money';
import { SvgIcon } from '../../ui/SvgIcon';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { SideDrawer } from '../../ui/SideDrawer';
import { buyableTotal, cartTotal } from './cartTotal';
import { CartLineRow, RemovedLineRow } from './CartLineRow';
import { cartRows } from './cartRows';
import { FreeShippingMeter } from './FreeShippingMeter';
import { storeIcons } from './storeIcons';
import type { Cart } from './useCart';
import { useCartActions } from './useCartActions';
import './cartDrawer.css';

interface Props {
  cart: Cart;
  open: boolean;
  onClose: () => void;
}

export function CartDrawer({ cart, open, onClose }: Props) {
  const lines = cart.lines ?? [];
  const total = cartTotal(lines);
  const actions = useCartActions(cart.shopper);
  const loading = cart.loading || actions.refreshing;
  const isKnown = cart.lines !== undefined || (!cart.shopper && !loading);
  return (
    <SideDrawer
      open={open}
      side="right"
      title="Shopping Cart"
      className="cart-drawer"
      onClose={onClose}
      actions={
        <button type="button" className="text-button" onClick={() => void actions.refresh()}>
          <SvgIcon lines={storeIcons.refresh} />
          Refresh
        </button>
      }
    >
      <p className="cart-status" role="status">
        {loading && 'Loading...'}
        {!loading && lines.length > 0 && (lines.length === 1 ? '1 item' : `${lines.length} items`)}
      </p>
      {cart.error && (
        <p className="cart-error" role="alert">
          <Icon name="warn" />
          {cart.error}
        </p>
      )}
      {loading && !cart.lines && <CartSkeleton />}
      {cart.error && !loading && (
        <EmptyState title="What you have added is kept.">
          <Button variant="outlined" className="ink" onClick={() => void actions.refresh()}>
            Try again
          </Button>
        </EmptyState>
      )}
      <CartRows cart={cart} actions={actions} onClose={onClose} />
      <div className="cart-end">
        {lines.length > 0 && <FreeShippingMeter total={buyableTotal(lines)} />}
        <CartSum total={isKnown ? total : undefined} loading={loading} onClose={onClose} />
      </div>
    </SideDrawer>
  );
}

function CartSkeleton() {
  return (
    <ul className="cart-list skeletons" aria-hidden="true">
      {[1, 2].map((line) => (
        <li key={line} className="cart-line">
          <span className="thumbnail bone" />
          <div>
            <div className="bone line-one" />
            <div className="bone line-two" />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Until the cart is loaded there is no total, and no checkout. */
function CartSum({ total, loading, onClose }: { total: number | undefined; loading: boolean; onClose: () => void }) {
  const checkout = { fullWidth: true, className: 'big', children: 'Checkout' };
  return (
    <div className="cart-sum">
      <p>
        <span>Total</span>
        {total !== undefined && <span className="price">{formatMoney(total)}</span>}
        {total === undefined && (
          <span className={loading ? 'price bone' : 'price'}>
            <span aria-hidden="true">–</span>
            <span className="hidden-words">not known yet</span>
          </span>
        )}
      </p>
      {total === undefined ? (
        <Button {...checkout} disabled />
      ) : (
        <Button {...checkout} component={Link} to="/dashboard/userProduct" onClick={onClose} />
      )}
    </div>
  );
}

interface RowsProps {
  cart: Cart;
  actions: ReturnType<typeof useCartActions>;
  onClose: () => void;
}

function CartRows({ cart, actions, onClose }: RowsProps) {
  const [focusId, setFocusId] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const rows = cartRows(cart.lines ?? [], actions.offers);
  const empty = !cart.loading && !actions.refreshing && !cart.error && (cart.lines?.length ?? 0) === 0;
  return (
    <>
      {empty && <EmptyCart signedIn={cart.shopper !== undefined} onClose={onClose} />}
      {rows.length > 0 && (
        <ul
          ref={list}
          className="cart-list"
          aria-label="Items in your cart"
          tabIndex={-1}
          style={{ maxHeight: constants.cartListMaximumHeight }}
        >
          {rows.map(({ line, undoKey }) =>
            undoKey !== undefined ? (
              <RemovedLineRow
                key={line.id}
                line={line}
                focused={line.id === focusId}
                onUndo={() => {
                  actions.undo(undoKey);
                  list.current?.focus();
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
        </ul>
      )}
    </>
  );
}

function EmptyCart({ signedIn, onClose }: { signedIn: boolean; onClose: () => void }) {
  const { pathname, search, hash } = useLocation();
  return (
    <EmptyState title="Cart is empty">
      {signedIn ? (
        <Button component={Link} to="/products" variant="outlined" className="ink" onClick={onClose}>
          See all products
        </Button>
      ) : (
        <Button
          component={Link}
          to="/login"
          state={{ from: `${pathname}${search}${hash}` }}
          variant="outlined"
          className="ink"
          onClick={onClose}
        >
          Sign In
        </Button>
      )}
    </EmptyState>
  );
}
