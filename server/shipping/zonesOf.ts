import type { TaxRates } from '../pricing/priceCheckout';
import type { Address } from './address';
import type { ShippingMethod, ShippingSettings, ShippingZone, TaxSettings, TaxZone } from '../settings/shopSettings';

type Place = Pick<Address, 'countryCode' | 'region'>;

/** null: no delivery there. */
export function shippingZoneFor(
  { zones, excludedCountries }: ShippingSettings,
  { countryCode }: Pick<Place, 'countryCode'>,
): ShippingZone | null {
  if (excludedCountries.includes(countryCode)) return null;
  return zones.find(({ countries }) => countries === null || countries.includes(countryCode)) ?? null;
}

/** The methods for an address; empty: no delivery there. */
export const shippingMethodsFor = (settings: ShippingSettings, place: Pick<Place, 'countryCode'>): ShippingMethod[] =>
  (shippingZoneFor(settings, place)?.methods ?? []).filter(({ isOffered }) => isOffered);

/** null: no zone contains the address, so no tax applies. */
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
