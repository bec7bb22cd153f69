import type { ComponentProps } from 'react';
import { freeAboveOf, useDelivery } from '../../features/settings/useDelivery';
import { CartDrawer } from '../../features/store/CartDrawer';

/** The cart with the free shipping that is in force: asked when it is first opened, so that an Add sends nothing else. */
export function ShopCartDrawer(props: Omit<ComponentProps<typeof CartDrawer>, 'freeAbove'>) {
  // Nobody else has anything in a cart.
  const delivery = useDelivery(props.cart.shopper !== undefined);
  return <CartDrawer {...props} freeAbove={delivery && freeAboveOf(delivery)} />;
}
