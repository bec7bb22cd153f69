import { Int32, Long, Timestamp } from 'bson';
import { MongoServerError, notSupported } from '../errors';
import { isDocument } from '../values';
import {
  civil,
  dayMs,
  dayOfYear,
  fromLocal,
  isoWeek,
  isoWeekday,
  isoWeekStart,
  momentOf,
  optionalZone,
  partsOf,
  timeOfDay,
  toLocal,
  weekday,
  weekOfYear,
} from './calendar';
import { formatDate, isoFormat, parseDate, parseDateAs } from './dateFormats';
import { dateOfMilliseconds } from './calendar';
import {
  fieldsOf,
  isNullish,
  locationError,
  named,
  typeName,
  unaryOrNull,
  wholeOf,
  type Evaluate,
  type Operator,
  type Operators,
} from './operator';

type Part = (local: number) => unknown;

/** A part of a date, optionally in a time zone. */
const part =
  (read: Part): Operator =>
  (operand, compile, name) => {
    const only: unknown = Array.isArray(operand) && operand.length === 1 ? operand[0] : operand;
    if (Array.isArray(only))
      throw locationError(
        40536,
        `${name} accepts exactly one argument if given an array, but was given ${only.length}`,
      );
    const isNamed = isDocument(only) && Object.keys(only).length > 0 && !Object.keys(only)[0]?.startsWith('$');
    const unknownField = isNamed ? Object.keys(only).find((field) => !['date', 'timezone'].includes(field)) : undefined;
    if (unknownField !== undefined) throw locationError(40535, `unrecognized option to ${name}: "${unknownField}"`);
    if (isNamed && !('date' in only)) throw locationError(40539, `missing 'date' argument to ${name}`);
    const date = compile(isNamed ? only['date'] : only);
    const timezone = isNamed && 'timezone' in only ? compile(only['timezone']) : undefined;
    return (scope) => {
      const value = date(scope);
      if (isNullish(value)) return null;
      const zone = optionalZone(timezone ? { timezone: timezone(scope) } : {});
      return zone ? read(toLocal(momentOf(value), zone)) : null;
    };
  };

const int = (read: (local: number) => number): Operator => part((local) => new Int32(read(local)));

const dateToParts = named(['date'], ['timezone', 'iso8601'], (values) => {
  const { date, iso8601 } = values;
  const zone = optionalZone(values);
  if (isNullish(date) || !zone || ('iso8601' in values && isNullish(iso8601))) return null;
  if (iso8601 !== undefined && typeof iso8601 !== 'boolean')
    throw locationError(40521, 'iso8601 must evaluate to a bool');
  const local = toLocal(momentOf(date), zone);
  const { year, month, day, hour, minute, second, millisecond } = partsOf(local);
  const { year: isoWeekYear, week } = isoWeek(local);
  const days =
    iso8601 === true ? { isoWeekYear, isoWeek: week, isoDayOfWeek: isoWeekday(local) } : { year, month, day };
  const parts = Object.entries({ ...days, hour, minute, second, millisecond });
  return Object.fromEntries(parts.map(([name, value]) => [name, new Int32(value)]));
});

const maxPart = 32_767;
const timeParts = ['hour', 'minute', 'second', 'millisecond'] as const;

const dateFromParts: Operator = (operand, compile, name) => {
  const isIso = isDocument(operand) && 'isoWeekYear' in operand;
  const [first, ...days] = isIso ? ['isoWeekYear', 'isoWeek', 'isoDayOfWeek'] : ['year', 'month', 'day'];
  return named([first ?? ''], [...days, ...timeParts, 'timezone'], (values) => {
    const zone = optionalZone(values);
    const read = (field: string, fallback: number): number | null => {
      if (!(field in values)) return fallback;
      if (isNullish(values[field])) return null;
      const number = wholeOf(values[field], () =>
        locationError(40515, `'${field}' must evaluate to an integer, found ${typeName(values[field])}`),
      );
      const isYear = field === first;
      if (isYear ? number < 1 || number > 9999 : Math.abs(number) > maxPart + (number < 0 ? 1 : 0))
        throw locationError(
          isYear ? 40523 : 31034,
          `'${field}' must evaluate to an integer in the range ${isYear ? '1 to 9999' : '-32768 to 32767'}, found ${number}`,
        );
      return number;
    };
    const given = [first ?? '', ...days].map((field) => read(field, 1));
    const times = timeParts.map((field) => read(field, 0));
    const numbers = [...given, ...times];
    if (!zone || !numbers.every((number) => number !== null)) return null;
    const [year = 1, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0] = numbers;
    const time = timeOfDay(hour, minute, second, millisecond);
    const local = isIso
      ? isoWeekStart(year) + ((month - 1) * 7 + day - 1) * dayMs + time
      : civil(year, month, day, time);
    return dateOfMilliseconds(fromLocal(local, zone));
  })(operand, compile, name);
};

const dateToString: Operator = (operand, compile, name) => {
  const fields = fieldsOf(name, operand, ['date'], ['format', 'timezone', 'onNull']);
  const optional = (field: string): Evaluate | undefined => (field in fields ? compile(fields[field]) : undefined);
  const [date, format, timezone, onNull] = [
    compile(fields['date']),
    optional('format'),
    optional('timezone'),
    optional('onNull'),
  ];
  return (scope) => {
    const [value, pattern] = [date(scope), format?.(scope)];
    const zone = optionalZone(timezone ? { timezone: timezone(scope) } : {});
    if (format && isNullish(pattern)) return onNull && isNullish(value) ? onNull(scope) : null;
    if (isNullish(value)) return onNull ? onNull(scope) : null;
    if (format && typeof pattern !== 'string')
      throw locationError(18533, `${name} requires that 'format' be a string, found: ${typeName(pattern)}`);
    if (!zone) return null;
    if (typeof pattern === 'string') return formatDate(pattern, momentOf(value), zone);
    // MongoDB's documentation and source disagree on a trailing Z.
    if (!zone.isUtc) throw notSupported(`${name} in a time zone without a format`);
    return formatDate(isoFormat, momentOf(value), zone);
  };
};

const dateFromString: Operator = (operand, compile, name) => {
  const fields = fieldsOf(name, operand, ['dateString'], ['format', 'timezone', 'onNull', 'onError']);
  const optional = (field: string): Evaluate | undefined => (field in fields ? compile(fields[field]) : undefined);
  const [dateString, format, timezone] = [compile(fields['dateString']), optional('format'), optional('timezone')];
  const [onNull, onError] = [optional('onNull'), optional('onError')];
  return (scope) => {
    const [text, pattern] = [dateString(scope), format?.(scope)];
    const zone = timezone ? optionalZone({ timezone: timezone(scope) }) : undefined;
    if (isNullish(text)) return onNull ? onNull(scope) : null;
    if (format && isNullish(pattern)) return null;
    if (format && typeof pattern !== 'string')
      throw locationError(40684, `${name} requires that 'format' be a string, found: ${typeName(pattern)}`);
    if (timezone && !zone) return null;
    try {
      if (typeof text !== 'string')
        throw new MongoServerError(
          'ConversionFailure',
          `${name} requires that 'dateString' be a string, found: ${typeName(text)}`,
        );
      return typeof pattern === 'string' ? parseDateAs(text, pattern, zone) : parseDate(text, zone);
    } catch (error) {
      if (onError && error instanceof MongoServerError && error.codeName === 'ConversionFailure') return onError(scope);
      throw error;
    }
  };
};

const ofTimestamp = (read: (value: Timestamp) => number) =>
  unaryOrNull((value, name) => {
    if (!(value instanceof Timestamp))
      throw locationError(5687301, `Argument to ${name} must be a timestamp, but is ${typeName(value)}`);
    return Long.fromNumber(read(value));
  });

export const dates: Operators = {
  $dateFromParts: dateFromParts,
  $dateFromString: dateFromString,
  $dateToParts: dateToParts,
  $dateToString: dateToString,
  $dayOfMonth: int((local) => partsOf(local).day),
  $dayOfWeek: int((local) => weekday(local) + 1),
  $dayOfYear: int(dayOfYear),
  $hour: int((local) => partsOf(local).hour),
  $isoDayOfWeek: int(isoWeekday),
  $isoWeek: int((local) => isoWeek(local).week),
  $isoWeekYear: part((local) => Long.fromNumber(isoWeek(local).year)),
  $millisecond: int((local) => partsOf(local).millisecond),
  $minute: int((local) => partsOf(local).minute),
  $month: int((local) => partsOf(local).month),
  $second: int((local) => partsOf(local).second),
  $tsIncrement: ofTimestamp((value) => value.getLowBitsUnsigned()),
  $tsSecond: ofTimestamp((value) => value.getHighBitsUnsigned()),
  $week: int(weekOfYear),
  $year: int((local) => partsOf(local).year),
};
