import type { TaxRates } from '../pricing/priceCheckout';
import type { Address } from './address';
import type { ShippingMethod, ShopSettings, TaxZoneDocument } from '../settings/shopSettings';

type Place = Pick<Address, 'countryCode' | 'region'>;

/** The methods that an address can choose from; none: the shop does not deliver there. */
export function shippingMethodsFor({ shop, shippingZones }: ShopSettings, { countryCode }: Place): ShippingMethod[] {
  if (shop.excludedCountries.includes(countryCode)) return [];
  const zone = shippingZones.find(({ countries }) => countries === null || countries.includes(countryCode));
  return (zone?.methods ?? []).filter(({ isOffered }) => isOffered);
}

/** null: the address is in no zone, and no tax is taken. */
export function taxZoneFor({ taxZones }: ShopSettings, { countryCode, region }: Place): TaxZoneDocument | null {
  const inCountry = taxZones.filter((zone) => zone.countryCode === countryCode);
  return (
    inCountry.find((zone) => zone.region !== null && zone.region === region) ??
    inCountry.find((zone) => zone.region === null) ??
    null
  );
}

export const taxRatesOf = ({ rates, isShippingTaxed }: TaxZoneDocument): TaxRates => ({
  rates,
  shippingRate: isShippingTaxed ? rates.standard : null,
});
