import { shippingMethodsFor, shippingZoneFor } from '../shipping/zonesOf';
import type { ShippingSettings } from '../settings/shopSettings';
import type { CheckoutChange, CheckoutDocument } from './checkouts.repository';

/**
 * Once there is an address, the method that the page preselects is stored as chosen: when it is switched off later, no
 * other one silently replaces it. An address in another zone resets the choice.
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
