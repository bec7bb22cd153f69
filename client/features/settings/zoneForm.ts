import { centsOf, dollarsText } from '../../lib/typedMoney';
import { daysOf } from './settingsNumbers';
import type { Method, ShippingContent, Zone } from './shippingContent';

export interface MethodValues {
  id: string | null;
  /** React key, stable while other rows are added and removed. */
  key: string;
  name: string;
  price: string;
  freeAbove: string;
  earliestDays: string;
  latestDays: string;
  isOffered: boolean;
}

export interface ZoneValues {
  id: string | null;
  name: string;
  /** From 1: its position in the matching order. */
  place: string;
  isEverywhere: boolean;
  countries: readonly string[];
  /** The country that is chosen and not added yet; '': none. */
  chosen: string;
  methods: readonly MethodValues[];
}

/** Keyed by `name` and `methods.0.price`, the server's field names within a zone. */
export type ZoneErrors = Readonly<Record<string, string | undefined>>;

export const maxZones = 30;
export const maxMethods = 10;
const maxNameLength = 60;
let made = 0;

export function newMethod(): MethodValues {
  made += 1;
  return {
    ...{ id: null, key: `new-${made}`, name: '', price: '', freeAbove: '' },
    ...{ earliestDays: '', latestDays: '', isOffered: true },
  };
}

const methodValues = ({ id, name, price, freeAbove, earliestDays, latestDays, isOffered }: Method): MethodValues => ({
  ...{ id, key: id ?? name, name, isOffered },
  price: dollarsText(price),
  freeAbove: freeAbove === null ? '' : dollarsText(freeAbove),
  earliestDays: String(earliestDays),
  latestDays: String(latestDays),
});

export function zoneValues(zone: Zone, { zones }: ShippingContent): ZoneValues {
  return {
    ...{ id: zone.id, name: zone.name },
    place: String(zones.findIndex(({ id }) => id === zone.id) + 1),
    isEverywhere: zone.countries === null,
    countries: zone.countries ?? [],
    chosen: '',
    methods: zone.methods.map(methodValues),
  };
}

/** Before the zone of all other countries, after which none would match. */
export function newZoneValues({ zones }: ShippingContent): ZoneValues {
  const everywhere = zones.findIndex(({ countries }) => countries === null);
  return {
    ...{ id: null, name: '', isEverywhere: false, countries: [], chosen: '' },
    place: String((everywhere < 0 ? zones.length : everywhere) + 1),
    methods: [newMethod()],
  };
}

function nameError(name: string): string | undefined {
  if (name.trim() === '') return 'Name is required';
  return name.trim().length > maxNameLength ? `Name must be at most ${maxNameLength} characters` : undefined;
}

function methodErrors(method: MethodValues, index: number): [string, string | undefined][] {
  const { name, price, freeAbove, earliestDays, latestDays } = method;
  const at = (field: string) => `methods.${index}.${field}`;
  const [earliest, latest] = [daysOf(earliestDays), daysOf(latestDays)];
  const days = 'A whole number from 0 to 365';
  const money = 'An amount such as 4.99 or 1,299.00';
  const isBackwards = earliest !== undefined && latest !== undefined && latest < earliest;
  return [
    [at('name'), nameError(name)],
    [at('price'), centsOf(price) === undefined ? money : undefined],
    [at('freeAbove'), freeAbove.trim() !== '' && centsOf(freeAbove) === undefined ? `${money}, or nothing` : undefined],
    [at('earliestDays'), earliest === undefined ? days : undefined],
    [at('latestDays'), latest === undefined ? days : isBackwards ? 'Not less than the earliest' : undefined],
  ];
}

/** Those of the method go with it, and those of the methods after it move up. */
export function errorsWithoutMethod(errors: Readonly<Record<string, string>>, removed: number) {
  const left = Object.entries(errors).flatMap(([name, error]) => {
    const [, digits, field] = /^methods\.(\d+)\.(.+)$/.exec(name) ?? [];
    if (digits === undefined) return [[name, error] as const];
    const index = Number(digits);
    return index === removed ? [] : [[`methods.${index > removed ? index - 1 : index}.${field}`, error] as const];
  });
  return Object.fromEntries(left);
}

function countriesError({ isEverywhere, countries, chosen }: ZoneValues): string | undefined {
  if (isEverywhere) return undefined;
  if (chosen !== '') return 'Add the chosen country, or choose none';
  return countries.length === 0 ? 'Choose at least one country' : undefined;
}

export function validateZone(values: ZoneValues): Readonly<Record<string, string>> {
  const { name, methods } = values;
  const found: [string, string | undefined][] = [
    ['name', nameError(name)],
    ['countries', countriesError(values)],
    ...methods.flatMap(methodErrors),
  ];
  return Object.fromEntries(found.filter((each): each is [string, string] => each[1] !== undefined));
}

/** Requires values that pass `validateZone`. */
export const zoneOf = ({ id, name, isEverywhere, countries, methods }: ZoneValues): Zone => ({
  ...{ id, name: name.trim() },
  countries: isEverywhere ? null : countries,
  methods: methods.map((method) => ({
    ...{ id: method.id, name: method.name.trim(), isOffered: method.isOffered },
    price: centsOf(method.price) ?? 0,
    freeAbove: method.freeAbove.trim() === '' ? null : (centsOf(method.freeAbove) ?? null),
    earliestDays: daysOf(method.earliestDays) ?? 0,
    latestDays: daysOf(method.latestDays) ?? 0,
  })),
});
