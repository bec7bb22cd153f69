import type { ComponentProps } from 'react';
import { freeAboveOf, useDelivery } from '../../features/settings/useDelivery';
import { CartDrawer } from '../../features/store/CartDrawer';

/** The cart with the current free shipping limit, fetched when first opened, so that an Add causes no extra request. */
export function ShopCartDrawer(props: Omit<ComponentProps<typeof CartDrawer>, 'freeAbove'>) {
  // Other users have an empty cart.
  const delivery = useDelivery(props.cart.shopper !== undefined);
  return <CartDrawer {...props} freeAbove={delivery && freeAboveOf(delivery)} />;
}
