import type { TaxRates } from '../pricing/priceCheckout';
import type { Address } from './address';
import { countries as allCountries } from './addressFormat';
import type { ShippingMethod, ShippingSettings, ShippingZone, TaxSettings, TaxZone } from '../settings/shopSettings';

const allCountryCodes = allCountries.map(({ code }) => code);

type Place = Pick<Address, 'countryCode' | 'region'>;

/** Each zone with the countries that it alone gets: those of no zone before it. Zones that get none are left out. */
export function servedZones({ zones, excludedCountries }: ShippingSettings): ShippingZone[] {
  const taken = new Set(excludedCountries);
  return zones.flatMap((zone) => {
    const served = (zone.countries ?? allCountryCodes).filter((code) => !taken.has(code));
    if (served.length === 0) return [];
    for (const code of served) taken.add(code);
    return [{ ...zone, countries: zone.countries && served }];
  });
}

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
