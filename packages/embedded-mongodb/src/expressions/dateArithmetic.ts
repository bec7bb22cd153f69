import { Long } from 'bson';
import {
  civil,
  dayMs,
  dateOfMilliseconds,
  dayNumber,
  fromLocal,
  lastDayOfMonth,
  momentOf,
  optionalZone,
  partsOf,
  toLocal,
  weekday,
  type Zone,
} from './calendar';
import { isNullish, locationError, named, typeName, wholeOf, type Named, type Operators } from './operator';

const fixedUnits: Readonly<Record<string, number>> = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000 };
const monthUnits: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const unitNames = [...Object.keys(fixedUnits), 'day', 'week', ...Object.keys(monthUnits)];

function unitOf(value: unknown, name: string): string {
  if (typeof value !== 'string')
    throw locationError(5439013, `${name} requires 'unit' to be a string, but got ${typeName(value)}`);
  if (!unitNames.includes(value)) throw locationError(5439014, `unknown time unit value: ${value}`);
  return value;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The first day of the week, by its name or an abbreviation; Sunday by default. */
function startOfWeek(values: Named, unit: string, name: string): number | null {
  const { startOfWeek: given } = values;
  if (unit !== 'week' || !('startOfWeek' in values)) return 0;
  if (isNullish(given)) return null;
  if (typeof given !== 'string')
    throw locationError(5439015, `${name} requires 'startOfWeek' to be a string, but got ${typeName(given)}`);
  const text = given.toLowerCase();
  const day = weekdays.findIndex((weekdayName) => weekdayName === text || weekdayName.slice(0, 3) === text);
  if (day < 0) throw locationError(5439016, `unknown day of week value: ${given}`);
  return day;
}

/** A day beyond the end of a month becomes its last day. */
function addMonths(local: number, months: number): number {
  const { year, month, day } = partsOf(local);
  const count = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  const time = local - dayNumber(local) * dayMs;
  return civil(toYear, toMonth, Math.min(day, lastDayOfMonth(toYear, toMonth)), time);
}

function added(moment: number, unit: string, amount: number, zone: Zone): number {
  const fixed = fixedUnits[unit];
  if (fixed !== undefined) return moment + amount * fixed;
  const local = toLocal(moment, zone);
  const months = monthUnits[unit];
  const next =
    months === undefined ? local + amount * (unit === 'week' ? 7 : 1) * dayMs : addMonths(local, amount * months);
  return dateOfMilliseconds(next) && fromLocal(next, zone, zone.offsetAt(moment));
}

const adding = (sign: 1 | -1) =>
  named(['startDate', 'unit', 'amount'], ['timezone'], (values, name) => {
    const { startDate, unit, amount } = values;
    if (
      isNullish(startDate) ||
      isNullish(unit) ||
      isNullish(amount) ||
      ('timezone' in values && isNullish(values['timezone']))
    )
      return null;
    const zone = optionalZone(values);
    const by = unitOf(unit, name);
    const count = wholeOf(amount, () => locationError(5166405, `${name} expects integer amount of time units`));
    if (!zone) return null;
    return dateOfMilliseconds(added(momentOf(startDate), by, sign * count, zone));
  });

function bounds(moment: number, unit: string, zone: Zone, firstDay: number): number {
  const fixed = fixedUnits[unit];
  const local = unit === 'millisecond' ? moment : toLocal(moment, zone);
  if (fixed !== undefined) return Math.floor(local / fixed);
  if (unit === 'day') return dayNumber(local);
  if (unit === 'week') return Math.floor((dayNumber(local) + 4 - firstDay) / 7);
  const { year, month } = partsOf(local);
  return Math.floor((year * 12 + month - 1) / (monthUnits[unit] ?? 1));
}

const dateDiff = named(['startDate', 'endDate', 'unit'], ['timezone', 'startOfWeek'], (values, name) => {
  const { startDate, endDate, unit } = values;
  const zone = optionalZone(values);
  if (isNullish(startDate) || isNullish(endDate) || isNullish(unit) || !zone) return null;
  const by = unitOf(unit, name);
  const firstDay = startOfWeek(values, by, name);
  if (firstDay === null) return null;
  const [start, end] = [momentOf(startDate), momentOf(endDate)];
  const crossed = bounds(end, by, zone, firstDay) - bounds(start, by, zone, firstDay);
  // A clock change counts as elapsed time for units of hours, minutes and seconds.
  const isOfClock = by === 'hour' || by === 'minute' || by === 'second';
  const changed = isOfClock ? Math.trunc((zone.offsetAt(start) - zone.offsetAt(end)) / (fixedUnits[by] ?? 1)) : 0;
  return Long.fromNumber(crossed + changed);
});

const referenceYear = 2000;
/** Adds units of a day or longer. */
const maxBins = 100_000_000_000;

function truncated(moment: number, unit: string, size: number, zone: Zone, firstDay: number): number {
  const reference = civil(referenceYear, 1, 1);
  const down = (value: number, by: number) => Math.floor(value / by) * by;
  const fixed = fixedUnits[unit];
  if (fixed !== undefined) {
    const start = fromLocal(reference, zone);
    return start + down(moment - start, fixed * size);
  }
  // From here on count days with a constant UTC offset.
  const distance = zone.offsetAt(fromLocal(reference, zone));
  const local = toLocal(moment, zone);
  const months = monthUnits[unit];
  if (months !== undefined) {
    const { year, month } = partsOf(local);
    const first = 1 + down((year - referenceYear) * 12 + month - 1, months * size);
    return fromLocal(civil(referenceYear, first, 1), zone, distance);
  }
  const start = dayNumber(reference) + (unit === 'week' ? (firstDay - weekday(reference) + 7) % 7 : 0);
  return fromLocal((start + down(dayNumber(local) - start, size * (unit === 'week' ? 7 : 1))) * dayMs, zone, distance);
}

const dateTrunc = named(['date', 'unit'], ['binSize', 'timezone', 'startOfWeek'], (values, name) => {
  const { date, unit, binSize } = values;
  const zone = optionalZone(values);
  if (isNullish(date) || isNullish(unit) || ('binSize' in values && isNullish(binSize)) || !zone) return null;
  const by = unitOf(unit, name);
  const size =
    binSize === undefined
      ? 1
      : wholeOf(binSize, () =>
          locationError(5439017, `${name} requires 'binSize' to be a 64-bit integer, but got ${typeName(binSize)}`),
        );
  if (size <= 0) throw locationError(5439018, `${name} requires 'binSize' to be greater than 0, but got ${size}`);
  if (!(by in fixedUnits) && size > maxBins) throw locationError(5439006, `${name}: unsupported binSize value ${size}`);
  const firstDay = startOfWeek(values, by, name);
  return firstDay === null ? null : dateOfMilliseconds(truncated(momentOf(date), by, size, zone, firstDay));
});

export const dateArithmetic: Operators = {
  $dateAdd: adding(1),
  $dateDiff: dateDiff,
  $dateSubtract: adding(-1),
  $dateTrunc: dateTrunc,
};
