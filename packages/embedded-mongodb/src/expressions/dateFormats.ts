import { MongoServerError, notSupported } from '../errors';
import {
  civil,
  dayOfYear,
  dayMs,
  fixedZone,
  fromLocal,
  isoWeek,
  isoWeekday,
  isoWeekStart,
  partsOf,
  timeOfDay,
  utcZone,
  weekday,
  weekOfYear,
  type Zone,
} from './calendar';
import { locationError } from './operator';

export const isoFormat = '%Y-%m-%dT%H:%M:%S.%LZ';

const monthNames = 'January February March April May June July August September October November December'.split(' ');
const digits = (value: number, count: number): string => String(value).padStart(count, '0');

function offsetText(offset: number): string {
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60), 2)}${digits(minutes % 60, 2)}`;
}

function yearText(year: number): string {
  if (year < 0 || year > 9999)
    throw locationError(
      18537,
      `Could not convert date to string: date component was outside the supported range of 0-9999: ${year}`,
    );
  return digits(year, 4);
}

const formatWriters: Readonly<Record<string, (local: number, offset: number) => string>> = {
  '%': () => '%',
  b: (local) => (monthNames[partsOf(local).month - 1] ?? '').slice(0, 3),
  B: (local) => monthNames[partsOf(local).month - 1] ?? '',
  d: (local) => digits(partsOf(local).day, 2),
  G: (local) => yearText(isoWeek(local).year),
  H: (local) => digits(partsOf(local).hour, 2),
  j: (local) => digits(dayOfYear(local), 3),
  L: (local) => digits(partsOf(local).millisecond, 3),
  m: (local) => digits(partsOf(local).month, 2),
  M: (local) => digits(partsOf(local).minute, 2),
  S: (local) => digits(partsOf(local).second, 2),
  u: (local) => String(isoWeekday(local)),
  U: (local) => digits(weekOfYear(local), 2),
  V: (local) => digits(isoWeek(local).week, 2),
  w: (local) => String(weekday(local) + 1),
  Y: (local) => yearText(partsOf(local).year),
  z: (_, offset) => offsetText(offset),
  Z: (_, offset) => String(Math.trunc(offset / 60_000)),
};

/** The parts of a format: literal text and the letters of % specifiers. */
function piecesOf(
  format: string,
  knownLetters: Readonly<Record<string, unknown>>,
  code: number,
): { letter?: string; text?: string }[] {
  return (format.match(/%[^]?|[^%]+/gu) ?? []).map((piece) => {
    if (!piece.startsWith('%')) return { text: piece };
    const letter = piece.slice(1);
    if (letter === '') throw locationError(18535, `Unmatched '%' at end of format string`);
    if (!Object.hasOwn(knownLetters, letter))
      throw locationError(code, `Invalid format character '%${letter}' in format string`);
    return { letter };
  });
}

export function formatDate(format: string, milliseconds: number, zone: Zone): string {
  const offset = zone.offsetAt(milliseconds);
  const local = milliseconds + offset;
  return piecesOf(format, formatWriters, 18536)
    .map(({ letter = '', text }) => text ?? formatWriters[letter]?.(local, offset) ?? '')
    .join('');
}

const conversionFailure = (text: string, why: string) =>
  new MongoServerError('ConversionFailure', `Error parsing date string '${text}'; ${why}`);

const formatReaders: Readonly<Record<string, string>> = {
  '%': '%',
  b: `(${monthNames.map((name) => name.slice(0, 3)).join('|')})`,
  B: `(${monthNames.join('|')})`,
  d: '(\\d{1,2})',
  G: '(\\d{4})',
  H: '(\\d{1,2})',
  L: '(\\d{1,3})',
  m: '(\\d{1,2})',
  M: '(\\d{1,2})',
  S: '(\\d{1,2})',
  u: '([1-7])',
  V: '(\\d{1,2})',
  Y: '(\\d{4})',
  z: '([+-]\\d{2}:?\\d{2}|Z)',
  Z: '([+-]\\d{1,4})',
};

type Read = Readonly<Record<string, string | undefined>>;

const within = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** The parsed local time; undefined if it is invalid. */
function localOf(read: Read): number | undefined {
  const number = (letter: string, fallback: number) => (read[letter] === undefined ? fallback : Number(read[letter]));
  const [hour, minute, second] = [number('H', 0), number('M', 0), number('S', 0)];
  if (!within(hour, 0, 23) || !within(minute, 0, 59) || !within(second, 0, 59)) return undefined;
  const time = timeOfDay(hour, minute, second, Number((read['L'] ?? '0').padEnd(3, '0')));
  const isIso = ['G', 'V', 'u'].some((letter) => read[letter] !== undefined);
  const isOrdinary = ['Y', 'm', 'd', 'b', 'B'].some((letter) => read[letter] !== undefined);
  if (isIso) {
    const [year, week] = [number('G', NaN), number('V', 1)];
    if (isOrdinary || Number.isNaN(year) || !within(week, 1, isoWeek(civil(year, 12, 28)).week)) return undefined;
    return isoWeekStart(year) + ((week - 1) * 7 + number('u', 1) - 1) * dayMs + time;
  }
  const year = number('Y', NaN);
  const hasMonth = ['m', 'b', 'B'].some((letter) => read[letter] !== undefined);
  if (Number.isNaN(year) || !hasMonth || read['d'] === undefined) return undefined;
  const named = monthNames.findIndex((name) => name === read['B'] || name.slice(0, 3) === read['b']) + 1;
  const [month, day] = [named || number('m', 1), number('d', 1)];
  const local = civil(year, month, day);
  return partsOf(local).month === month && partsOf(local).day === day ? local + time : undefined;
}

function zoneIn({ z, Z }: Read): Zone | undefined {
  if (z !== undefined) return z === 'Z' ? utcZone : fixedZone(z);
  const minutes = Z === undefined ? undefined : Number(Z);
  return minutes === undefined ? undefined : { isUtc: false, offsetAt: () => minutes * 60_000 };
}

function momentIn(text: string, read: Read, given: Zone | undefined): Date {
  const own = zoneIn(read);
  if (own && given && !given.isUtc)
    throw conversionFailure(
      text,
      'you cannot pass in a date/time string with time zone information together with a timezone argument',
    );
  const local = localOf(read);
  if (local === undefined) throw conversionFailure(text, 'no such date');
  return new Date(fromLocal(local, own ?? given ?? utcZone));
}

const plainDatePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?)?$/;

/** Without a format only ISO 8601 is accepted; other forms that MongoDB guesses are refused. */
export function parseDate(text: string, zone?: Zone): Date {
  const match = plainDatePattern.exec(text);
  // Not a conversion failure, which onError would replace: MongoDB may accept the text. A text without a digit contains
  // no year.
  if (!match && /\d/.test(text))
    throw notSupported(
      `a date written as '${text}', not as YYYY-MM-DD[Thh:mm[:ss[.sss]][Z or ±hh:mm]] or by a format,`,
    );
  if (!match) throw conversionFailure(text, 'an incomplete date/time string');
  const [, year, month, day, hour, minute, second, fraction, given] = match;
  const z = given && /^[+-]\d\d$/.test(given) ? `${given}00` : given;
  return momentIn(text, { Y: year, m: month, d: day, H: hour, M: minute, S: second, L: fraction, z }, zone);
}

export function parseDateAs(text: string, format: string, zone?: Zone): Date {
  const pieces = piecesOf(format, formatReaders, 18536);
  const source = pieces.map(
    ({ letter = '', text: plain }) => plain?.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') ?? formatReaders[letter],
  );
  const letters = pieces.flatMap(({ letter }) => (letter === undefined || letter === '%' ? [] : [letter]));
  // Also because several parts of one or two digits would be ambiguous.
  if (new Set(letters).size < letters.length) throw conversionFailure(text, 'the format names a part twice');
  const match = new RegExp(`^${source.join('')}$`, 'u').exec(text);
  // Names and time zones have more forms in MongoDB than its documentation specifies.
  if (!match && letters.some((letter) => 'bBzZ'.includes(letter)))
    throw notSupported(`a date '${text}' that does not follow the format '${format}' as documented`);
  if (!match) throw conversionFailure(text, `it does not follow the format '${format}'`);
  return momentIn(text, Object.fromEntries(letters.map((letter, at) => [letter, match[at + 1]])), zone);
}
