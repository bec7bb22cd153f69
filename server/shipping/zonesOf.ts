import type { TaxRates } from '../pricing/priceCheckout';
import type { Address } from './address';
import type { ShippingMethod, ShippingSettings, ShippingZone, TaxSettings, TaxZone } from '../settings/shopSettings';

type Place = Pick<Address, 'countryCode' | 'region'>;

/** null: the shop does not deliver there. */
export function shippingZoneFor(
  { zones, excludedCountries }: ShippingSettings,
  { countryCode }: Pick<Place, 'countryCode'>,
): ShippingZone | null {
  if (excludedCountries.includes(countryCode)) return null;
  return zones.find(({ countries }) => countries === null || countries.includes(countryCode)) ?? null;
}

/** The methods that an address can choose from; none: the shop does not deliver there. */
export const shippingMethodsFor = (settings: ShippingSettings, place: Pick<Place, 'countryCode'>): ShippingMethod[] =>
  (shippingZoneFor(settings, place)?.methods ?? []).filter(({ isOffered }) => isOffered);

/** null: the address is in no zone, and no tax is taken. */
export function taxZoneFor({ zones }: TaxSettings, { countryCode, region }: Place): TaxZone | null {
  const inCountry = zones.filter((zone) => zone.countryCode === countryCode);
  return (
    inCountry.find((zone) => zone.region !== null && zone.region === region) ??
    inCountry.find((zone) => zone.region === null) ??
    null
  );
}

export const taxRatesOf = ({ rates, isShippingTaxed }: TaxZone): TaxRates => ({
  rates,
  shippingRate: isShippingTaxed ? rates.standard : null,
});
