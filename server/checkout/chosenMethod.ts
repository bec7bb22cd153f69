import { shippingMethodsFor, shippingZoneFor } from '../shipping/zonesOf';
import type { ShippingSettings } from '../settings/shopSettings';
import type { CheckoutChange, CheckoutDocument } from './checkouts.repository';

/**
 * With an address the method that the page shows as chosen is the chosen one: where it is switched off later, no other takes its place
 * unasked. An address in another zone has methods of its own.
 */
export function methodAt(
  shipping: ShippingSettings,
  { shippingAddress: before, shippingMethodId: chosen }: Pick<CheckoutDocument, 'shippingAddress' | 'shippingMethodId'>,
  { shippingAddress: address, shippingMethodId: asked }: CheckoutChange,
): Pick<CheckoutChange, 'shippingMethodId'> {
  if (!address || (asked !== undefined && asked !== null)) return {};
  const offered = shippingMethodsFor(shipping, address);
  const isSameZone =
    before !== null && shippingZoneFor(shipping, before)?.id === shippingZoneFor(shipping, address)?.id;
  const stays = chosen !== null && (before === null || isSameZone || offered.some(({ id }) => id === chosen));
  return stays ? {} : { shippingMethodId: offered[0]?.id ?? null };
}
