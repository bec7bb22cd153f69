import type { SaveTaxSettingsInput, TaxPartsFragment } from '../../__generated__/lazyOperations';
import type { Description } from './SettingsConflict';
import { formatPercent } from './settingsNumbers';
import type { Edit, Saved, Stored } from './useSettingsEdits';

export interface TaxZone {
  /** null: a new zone. */
  id: string | null;
  name: string;
  countryCode: string;
  /** null: the whole country. */
  region: string | null;
  /** In basis points. */
  standardRate: number;
  reducedRate: number;
  isShippingTaxed: boolean;
}

export interface TaxContent {
  pricesIncludeTax: boolean;
  zones: readonly TaxZone[];
}

export const maxTaxZones = 400;

export const savedTaxes = ({ version, isExample, pricesIncludeTax, zones }: TaxPartsFragment): Stored<TaxContent> => ({
  version,
  isExample,
  content: {
    pricesIncludeTax,
    zones: zones.map(({ id, name, countryCode, region, standardRate, reducedRate, isShippingTaxed }) => ({
      ...{ id, name, countryCode, region: region ?? null, standardRate, reducedRate, isShippingTaxed },
    })),
  },
});

export const toTaxInput = ({ content, version }: Saved<TaxContent>): SaveTaxSettingsInput => ({
  ...{ version, pricesIncludeTax: content.pricesIncludeTax, zones: [...content.zones] },
});

/** Zones must have different places. */
export const jurisdictionOf = ({ countryCode, region }: Pick<TaxZone, 'countryCode' | 'region'>): string =>
  region === null ? countryCode : `${countryCode}-${region}`;

const zoneWords = ({ name, standardRate, reducedRate, isShippingTaxed }: TaxZone): string =>
  `${name}: standard ${formatPercent(standardRate)}, reduced ${formatPercent(reducedRate)}, shipping ${
    isShippingTaxed ? 'taxed' : 'not taxed'
  }`;

export const describeTaxes = ({ pricesIncludeTax, zones }: TaxContent): Description =>
  new Map([
    ['Prices include tax', pricesIncludeTax ? 'Yes' : 'No'],
    ...zones.map((zone) => [jurisdictionOf(zone), zoneWords(zone)] as const),
  ]);

export const includeTax =
  (pricesIncludeTax: boolean): Edit<TaxContent> =>
  (content) => ({ ...content, pricesIncludeTax });

/** At its own position, or at the end; one that another admin has removed meanwhile is restored. */
export const putZone =
  (zone: TaxZone): Edit<TaxContent> =>
  (content) => {
    const isThere = zone.id !== null && content.zones.some(({ id }) => id === zone.id);
    const zones = isThere ? content.zones.map((each) => (each.id === zone.id ? zone : each)) : [...content.zones, zone];
    return { ...content, zones };
  };

export const removeTaxZone =
  (id: string): Edit<TaxContent> =>
  (content) => ({ ...content, zones: content.zones.filter((zone) => zone.id !== id) });

/** Replaces all zones by those of a file; a zone of the same place keeps its id. */
export const replaceZones =
  (zones: readonly TaxZone[]): Edit<TaxContent> =>
  (content) => {
    const idOf = new Map(content.zones.map((zone) => [jurisdictionOf(zone), zone.id]));
    return { ...content, zones: zones.map((zone) => ({ ...zone, id: idOf.get(jurisdictionOf(zone)) ?? null })) };
  };
