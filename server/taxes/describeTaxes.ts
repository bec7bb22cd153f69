import type { DescribedSettings } from '../settings/saveSettings';
import type { TaxSettings } from '../settings/shopSettings';

const percent = (basisPoints: number) => `${basisPoints / 100}%`;

export function describeTaxes({ pricesIncludeTax, zones }: TaxSettings): DescribedSettings {
  return new Map([
    ['Prices include tax', String(pricesIncludeTax)],
    ...zones.map((zone) => {
      const { name, rates, isShippingTaxed } = zone;
      const shipping = isShippingTaxed ? 'shipping taxed' : 'shipping not taxed';
      const words = `${name}: standard ${percent(rates.standard)}, reduced ${percent(rates.reduced)}, ${shipping}`;
      return [jurisdictionOf(zone), words] as const;
    }),
  ]);
}

/** Zones do not overlap. */
const jurisdictionOf = ({ countryCode, region }: TaxSettings['zones'][number]) =>
  region === null ? countryCode : `${countryCode}-${region}`;
