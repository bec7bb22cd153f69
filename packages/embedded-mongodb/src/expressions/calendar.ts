import { ObjectId, Timestamp } from 'bson';
import { MongoServerError, notSupported } from '../errors';
import { isNullish, locationError, typeName } from './operator';

export const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const maxTimestamp = 8.64e15;

/** Dates have JavaScript's range: 273,790 years in each direction. */
export function dateOfMilliseconds(milliseconds: number): Date {
  if (!(Math.abs(milliseconds) <= maxTimestamp)) throw new MongoServerError('Overflow', 'date overflow');
  return new Date(milliseconds);
}

/** A time zone: its offset from UTC at a point in time. */
export interface Zone {
  readonly isUtc: boolean;
  offsetAt(milliseconds: number): number;
}

export const utcZone: Zone = { isUtc: true, offsetAt: () => 0 };

/** The milliseconds of a calendar date; out-of-range months and days carry over. */
export function civil(year: number, month: number, day: number, timeOfDay = 0): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) + timeOfDay;
}

export const timeOfDay = (hour: number, minute: number, second: number, millisecond: number): number =>
  hour * hourMs + minute * minuteMs + second * 1000 + millisecond;

function olsonZone(name: string): Zone | undefined {
  // Olson names are case-sensitive, but Intl accepts any case.
  if (!/^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/.test(name)) return undefined;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
  const offsetAt = (milliseconds: number): number => {
    const parts = Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]));
    const part = (type: string) => Number(parts[type]);
    const year = parts['era']?.startsWith('B') ? 1 - part('year') : part('year');
    const clock = civil(year, part('month'), part('day'), timeOfDay(part('hour'), part('minute'), part('second'), 0));
    return clock - Math.floor(milliseconds / 1000) * 1000;
  };
  return { isUtc: false, offsetAt };
}

export function fixedZone(text: string): Zone | undefined {
  const match = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, hours, minutes = '0'] = match;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
  return { isUtc: false, offsetAt: () => offset };
}

const zones = new Map<string, Zone>([
  ['UTC', utcZone],
  ['GMT', { isUtc: false, offsetAt: () => 0 }],
]);
const maxZones = 1000;

/** A time zone by its name or as an offset in hours and minutes. */
export function zoneOf(name: unknown): Zone {
  if (typeof name !== 'string')
    throw locationError(40517, `timezone must evaluate to a string, found ${typeName(name)}`);
  const cached = zones.get(name);
  if (cached) return cached;
  const zone = fixedZone(name) ?? olsonZone(name);
  if (!zone) throw locationError(40485, `unrecognized time zone identifier: "${name}"`);
  if (zones.size < maxZones) zones.set(name, zone);
  return zone;
}

/** The local time as milliseconds. */
export const toLocal = (milliseconds: number, zone: Zone): number => milliseconds + zone.offsetAt(milliseconds);

/**
 * The point in time of a local time. A local time skipped by a clock change is interpreted with the offset of before.
 * An ambiguous one is resolved by `distance`, its UTC offset; without it this throws, because MongoDB's documentation
 * does not specify the result.
 */
export function fromLocal(local: number, zone: Zone, distance?: number): number {
  const [before, after] = [zone.offsetAt(local - dayMs), zone.offsetAt(local + dayMs)];
  if (before === after && zone.offsetAt(local - before) === before) return local - before;
  const [early, late] = [local - before, local - after];
  const [isEarly, isLate] = [zone.offsetAt(early) === before, zone.offsetAt(late) === after];
  if (isEarly && isLate && early !== late) {
    if (distance !== before && distance !== after) throw notSupported('a time that a clock shows twice');
    return distance === before ? early : late;
  }
  return isLate ? late : early;
}

export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

export function partsOf(local: number): DateParts {
  const date = new Date(local);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

export const dayNumber = (local: number): number => Math.floor(local / dayMs);

/** Day of the week; 0 is Sunday. */
export const weekday = (local: number): number => (((dayNumber(local) + 4) % 7) + 7) % 7;

export const dayOfYear = (local: number): number => dayNumber(local) - dayNumber(civil(partsOf(local).year, 1, 1)) + 1;

/** The week of the year, starting on Sunday; days before the first Sunday are in week 0. */
export const weekOfYear = (local: number): number => Math.floor((dayOfYear(local) - 1 + 7 - weekday(local)) / 7);

export const isoWeekday = (local: number): number => weekday(local) || 7;

/** An ISO week belongs to the year of its Thursday. */
export function isoWeek(local: number): { year: number; week: number } {
  const thursday = dayNumber(local) * dayMs + (4 - isoWeekday(local)) * dayMs;
  return { year: partsOf(thursday).year, week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}

export function isoWeekStart(year: number): number {
  const january4 = civil(year, 1, 4);
  return january4 - (isoWeekday(january4) - 1) * dayMs;
}

export const lastDayOfMonth = (year: number, month: number): number => partsOf(civil(year, month + 1, 0)).day;

/** The time of a date, a timestamp or an ObjectId. */
export function momentOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  if (value instanceof Timestamp) return value.getHighBitsUnsigned() * 1000;
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  throw locationError(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

/** The optional time zone of an operator; undefined if it evaluates to null. */
export function optionalZone(values: { readonly [field: string]: unknown }): Zone | undefined {
  if (!('timezone' in values)) return utcZone;
  return isNullish(values['timezone']) ? undefined : zoneOf(values['timezone']);
}
