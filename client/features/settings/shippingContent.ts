import type { SaveShippingSettingsInput, ShippingPartsFragment } from '../../__generated__/lazyOperations';
import { formatCents } from '../../lib/money';
import type { Description } from './SettingsConflict';
import type { Edit, Saved, Stored } from './useSettingsEdits';
import { workingDays } from './workingDays';

export interface Method {
  id: string | null;
  name: string;
  /** In cents. */
  price: number;
  freeAbove: number | null;
  earliestDays: number;
  latestDays: number;
  isOffered: boolean;
}

export interface Zone {
  /** null: a new zone. */
  id: string | null;
  name: string;
  /** null: every country. */
  countries: readonly string[] | null;
  methods: readonly Method[];
}

export interface ShippingContent {
  zones: readonly Zone[];
  excludedCountries: readonly string[];
}

export type CountryNames = (code: string) => string;

export function savedShipping(stored: ShippingPartsFragment): Stored<ShippingContent> {
  const { version, isExample, zones, excludedCountries } = stored;
  const content = {
    excludedCountries,
    zones: zones.map(({ id, name, countries, methods }) => ({
      ...{ id, name, countries: countries ?? null },
      methods: methods.map((method) => ({
        ...{ id: method.id, name: method.name, isOffered: method.isOffered },
        price: method.price.amount,
        freeAbove: method.freeAbove?.amount ?? null,
        earliestDays: method.earliestDays,
        latestDays: method.latestDays,
      })),
    })),
  };
  return { content, version, isExample };
}

export function toShippingInput({ content, version }: Saved<ShippingContent>): SaveShippingSettingsInput {
  return {
    version,
    excludedCountries: [...content.excludedCountries],
    zones: content.zones.map(({ countries, methods, ...zone }) => ({
      ...zone,
      countries: countries && [...countries],
      methods: [...methods],
    })),
  };
}

const methodWords = ({ price, freeAbove, isOffered, ...days }: Method): string =>
  [
    formatCents(price),
    freeAbove === null ? 'never free' : `free above ${formatCents(freeAbove)}`,
    workingDays(days),
    isOffered ? 'offered' : 'not offered',
  ].join(', ');

export const describeShipping =
  (nameOf: CountryNames) =>
  ({ zones, excludedCountries }: ShippingContent): Description =>
    new Map([
      ['Order of zones', zones.map(({ name }) => name).join('\n')],
      ...zones.flatMap(({ name, countries, methods }) => [
        [`Countries of ${name}`, countries?.map(nameOf).join('\n') ?? 'Every country'] as const,
        ...methods.map((method) => [`${name}: ${method.name}`, methodWords(method)] as const),
      ]),
      ['Not delivered to', excludedCountries.map(nameOf).join('\n')],
    ]);

/**
 * Puts the zone at its position (from 1), or leaves it where it is by now; one that another admin has removed meanwhile is
 * restored.
 */
export const placeZone =
  (zone: Zone, place: number, isMoved: boolean): Edit<ShippingContent> =>
  (content) => {
    const present = content.zones.findIndex(({ id }) => id !== null && id === zone.id);
    const index = isMoved || present < 0 ? place - 1 : present;
    const others = content.zones.filter((_zone, at) => at !== present);
    return { ...content, zones: [...others.slice(0, index), zone, ...others.slice(index)] };
  };

/** The countries that a zone does not get, each with the zone above that has it. */
export interface LostCountries {
  excluded: readonly string[];
  taken: readonly { code: string; by: string }[];
  /** No address gets the zone's methods. */
  isUnused: boolean;
}

export function lostCountries({ zones, excludedCountries }: ShippingContent, zone: Zone): LostCountries {
  const above = zones.slice(0, zones.indexOf(zone));
  const everywhere = above.find(({ countries }) => countries === null);
  if (zone.countries === null) return { excluded: [], taken: [], isUnused: everywhere !== undefined };
  const excluded = zone.countries.filter((code) => excludedCountries.includes(code));
  const taken = zone.countries.flatMap((code) => {
    const by = above.find(({ countries }) => countries === null || countries.includes(code));
    return by && !excluded.includes(code) ? [{ code, by: by.name }] : [];
  });
  return { excluded, taken, isUnused: excluded.length + taken.length === zone.countries.length };
}

export const removeZone =
  (id: string): Edit<ShippingContent> =>
  (content) => ({ ...content, zones: content.zones.filter((zone) => zone.id !== id) });

export const offerMethod =
  (id: string, isOffered: boolean): Edit<ShippingContent> =>
  (content) => ({
    ...content,
    zones: content.zones.map((zone) => ({
      ...zone,
      methods: zone.methods.map((method) => (method.id === id ? { ...method, isOffered } : method)),
    })),
  });

export const excludeCountry =
  (code: string): Edit<ShippingContent> =>
  (content) => ({ ...content, excludedCountries: [...new Set([...content.excludedCountries, code])] });

export const includeCountry =
  (code: string): Edit<ShippingContent> =>
  (content) => ({ ...content, excludedCountries: content.excludedCountries.filter((each) => each !== code) });
