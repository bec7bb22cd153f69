import { Int32 } from 'bson';
import { BSONType } from '../BSONType';
import { notSupported } from '../errors';
import { textOfValue } from './texts';
import {
  any,
  between,
  binary,
  int32Of,
  isNullish,
  locationError,
  searchBound,
  named,
  typeName,
  unary,
  type Named,
  type Operators,
} from './operator';
import { numberType } from './numbers';
import { typeOf } from '../values';

const concat = any((values) => {
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== 'string') throw locationError(16702, `$concat only supports strings, not ${typeName(value)}`);
  }
  return values.join('');
});

/** Converts strings, numbers and dates to a string; an empty one for null. */
function coerced(value: unknown, name: string): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  const type = typeOf(value);
  if (numberType(value) !== undefined || type === BSONType.date) return textOfValue(value);
  throw locationError(16007, `can't convert from BSON type ${typeName(value)} to String in ${name}`);
}

const onAscii = (pattern: RegExp, change: (text: string) => string) =>
  unary((value, name) => coerced(value, name).replace(pattern, change));

const lower = (text: string) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
const upper = (text: string) => text.replace(/[a-z]+/g, (part) => part.toUpperCase());

const strcasecmp = binary((a, b, name) => {
  const [x, y] = [Buffer.from(upper(coerced(a, name))), Buffer.from(upper(coerced(b, name)))];
  return new Int32(Math.sign(Buffer.compare(x, y)));
});

function lengthOf(code: number, measure: (text: string) => number) {
  return unary((value, name) => {
    if (typeof value !== 'string')
      throw locationError(code, `${name} requires a string argument, found: ${typeName(value)}`);
    return new Int32(measure(value));
  });
}

const codePoints = (text: string): string[] => Array.from(text);

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const substrBytes = between(3, 3, ([value, start, count], name) => {
  const bytes = Buffer.from(coerced(value, name));
  const number = (given: unknown, code: number, what: string): number => {
    if (numberType(given) === undefined)
      throw locationError(code, `${name}: ${what} must be a numeric type (is BSON type ${typeName(given)})`);
    return int32Of(given, () => locationError(code, `${name}: ${what} must be a 32-bit integer`));
  };
  const from = number(start, 16034, 'starting index');
  const length = number(count, 16035, 'length');
  if (from < 0) throw locationError(50752, `${name}: starting index must be non-negative (got: ${from})`);
  const to = length < 0 ? bytes.length : Math.min(bytes.length, from + length);
  if (isContinuation(bytes[from]))
    throw locationError(28656, `${name}: Invalid range, starting index is a UTF-8 continuation byte.`);
  if (from < bytes.length && isContinuation(bytes[to]))
    throw locationError(28657, `${name}: Invalid range, ending index is in the middle of a UTF-8 character.`);
  return bytes.toString('utf8', Math.min(from, bytes.length), to);
});

const substrCP = between(3, 3, ([value, start, count], name) => {
  const text = coerced(value, name);
  const number = (given: unknown, codes: readonly [number, number, number], what: string): number => {
    if (numberType(given) === undefined)
      throw locationError(codes[0], `${name}: ${what} must be a numeric type (is BSON type ${typeName(given)})`);
    const whole = int32Of(given, () =>
      locationError(codes[1], `${name}: ${what} cannot be represented as a 32-bit integral value`),
    );
    if (whole < 0) throw locationError(codes[2], `${name}: ${what} must be a nonnegative integer.`);
    return whole;
  };
  const from = number(start, [34450, 34451, 34455], 'starting index');
  const length = number(count, [34452, 34453, 34454], 'length');
  return codePoints(text)
    .slice(from, from + length)
    .join('');
});

/**
 * Refuses cases that the documentation does not specify: MongoDB's source matches a text that starts before the end and
 * extends beyond it, and nothing at the end.
 */
function refuseUnclear(
  units: readonly unknown[],
  wanted: readonly unknown[],
  { from, to }: { readonly from: number; readonly to: number },
  name: string,
): void {
  if (wanted.length === 0 && from <= to && to > 0)
    throw notSupported(`${name} of an empty text at the end of the search`);
  for (let at = from; at < to; at++)
    if (wanted.every((unit, index) => units[at + index] === unit))
      throw notSupported(`${name} of a text that goes beyond the end of the search`);
}

/** The index of a text in another one, in bytes or in characters. */
const indexOf = (
  codes: readonly [number, number],
  unitsOf: (text: string) => readonly unknown[],
  isOfCharacters: boolean,
) =>
  between(2, 4, ([text, part, start, end], name) => {
    if (isNullish(text)) return null;
    if (typeof text !== 'string')
      throw locationError(codes[0], `${name} requires a string as the first argument, found: ${typeName(text)}`);
    if (typeof part !== 'string')
      throw locationError(codes[1], `${name} requires a string as the second argument, found: ${typeName(part)}`);
    const [units, wanted] = [unitsOf(text), unitsOf(part)];
    const from = start === undefined ? 0 : searchBound(start, name, 'starting');
    const to = end === undefined ? units.length : Math.min(units.length, searchBound(end, name, 'ending'));
    for (let at = from; at + wanted.length <= to; at++)
      if (wanted.every((unit, index) => units[at + index] === unit)) {
        if (isOfCharacters && wanted.length === 0 && at === to && to > 0) break;
        return new Int32(at);
      }
    if (isOfCharacters) refuseUnclear(units, wanted, { from, to }, name);
    return new Int32(-1);
  });

const split = binary((text, separator) => {
  if (isNullish(text)) return null;
  if (typeof text !== 'string')
    throw locationError(
      40085,
      `$split requires an expression that evaluates to a string as a first argument, found: ${typeName(text)}`,
    );
  if (isNullish(separator)) return null;
  if (typeof separator !== 'string')
    throw locationError(
      40086,
      `$split requires an expression that evaluates to a string as a second argument, found: ${typeName(separator)}`,
    );
  if (separator === '') throw locationError(40087, '$split requires a non-empty separator');
  return text.split(separator);
});

/** The white space characters that MongoDB's documentation lists. */
const whitespace = codePoints(
  '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
);

const trimmed = (left: boolean, right: boolean) => {
  const calculate = (values: Named, name: string): unknown => {
    const { input, chars } = values;
    if (isNullish(input) || ('chars' in values && isNullish(chars))) return null;
    if (typeof input !== 'string')
      throw locationError(50699, `${name} requires its input to be a string, got ${typeName(input)}`);
    if (chars !== undefined && typeof chars !== 'string')
      throw locationError(50700, `${name} requires 'chars' to be a string, got ${typeName(chars)}`);
    const removed = new Set(chars === undefined ? whitespace : codePoints(chars));
    const points = codePoints(input);
    let [from, to] = [0, points.length];
    while (left && from < to && removed.has(points[from] ?? '')) from++;
    while (right && to > from && removed.has(points[to - 1] ?? '')) to--;
    return points.slice(from, to).join('');
  };
  return named(['input'], ['chars'], calculate);
};

const replacing = (replace: (input: string, find: string, replacement: string) => string) =>
  named(['input', 'find', 'replacement'], [], (values, name) => {
    const codes = { input: 51746, find: 51745, replacement: 51744 } as const;
    for (const [field, code] of Object.entries(codes)) {
      const value = values[field];
      if (!isNullish(value) && typeof value !== 'string')
        throw locationError(code, `${name} requires that '${field}' be a string, found: ${typeName(value)}`);
    }
    const { input, find, replacement } = values;
    if (isNullish(input) || isNullish(find) || isNullish(replacement)) return null;
    return replace(input as string, find as string, replacement as string);
  });

function replaceAll(input: string, find: string, replacement: string): string {
  if (find !== '') return input.split(find).join(replacement);
  return (
    replacement +
    codePoints(input)
      .map((point) => point + replacement)
      .join('')
  );
}

export const strings: Operators = {
  $concat: concat,
  $indexOfBytes: indexOf([40091, 40092], (text) => [...Buffer.from(text)], false),
  $indexOfCP: indexOf([40093, 40094], codePoints, true),
  $ltrim: trimmed(true, false),
  $replaceAll: replacing(replaceAll),
  $replaceOne: replacing((input, find, replacement) => input.replace(find, () => replacement)),
  $rtrim: trimmed(false, true),
  $split: split,
  $strLenBytes: lengthOf(34473, (text) => Buffer.byteLength(text)),
  $strLenCP: lengthOf(34471, (text) => codePoints(text).length),
  $strcasecmp: strcasecmp,
  $substr: substrBytes,
  $substrBytes: substrBytes,
  $substrCP: substrCP,
  $toLower: onAscii(/[A-Z]+/g, lower),
  $toUpper: onAscii(/[a-z]+/g, upper),
  $trim: trimmed(true, true),
};
