import { compareValues, encodeKey } from '../keyEncoding';
import { isTruthy } from '../values';
import { any, between, binary, isNullish, locationError, typeName, unary, type Operators } from './operator';

const keyOf = (value: unknown): string => encodeKey(value).toString('latin1');

function arrayOf(value: unknown, code: number, name: string): readonly unknown[] {
  if (!Array.isArray(value))
    throw locationError(code, `All operands of ${name} must be arrays. One argument is of type: ${typeName(value)}`);
  return value as unknown[];
}

const keysOf = (items: readonly unknown[]) => new Set(items.map(keyOf));

/** The first of equal values, by their keys. */
function distinct(items: readonly unknown[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return found;
}

/** Sorted by value, because MongoDB does not specify an order. */
const inOrder = (items: Iterable<unknown>) => [...items].sort(compareValues);

/** Evaluated in order: a null decides before later arguments are checked. */
function arraysOf(values: readonly unknown[], code: number, name: string): (readonly unknown[])[] | null {
  const arrays: (readonly unknown[])[] = [];
  for (const value of values) {
    if (isNullish(value)) return null;
    arrays.push(arrayOf(value, code, name));
  }
  return arrays;
}

const setUnion = any((values, name) => {
  const arrays = arraysOf(values, 17043, name);
  return arrays && inOrder(distinct(arrays.flat()).values());
});

/** Of equal numbers with different types, the one in the smaller set is returned. */
function common(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const [kept, other] = a.size > b.size ? [b, a] : [a, b];
  return new Map([...kept].filter(([key]) => other.has(key)));
}

const setIntersection = any((values, name) => {
  const arrays = arraysOf(values, 17047, name);
  if (!arrays) return null;
  const [first = new Map<string, unknown>(), ...others] = arrays.map(distinct);
  return inOrder(others.reduce(common, first).values());
});

const setDifference = binary((a, b, name) => {
  if (isNullish(a) || isNullish(b)) return null;
  const without = keysOf(arrayOf(b, 17049, name));
  return [...distinct(arrayOf(a, 17048, name))].filter(([key]) => !without.has(key)).map(([, value]) => value);
});

const setEquals = between(2, Infinity, (values, name) => {
  const [first = new Set<string>(), ...others] = values.map((value) => keysOf(arrayOf(value, 17044, name)));
  return others.every((each) => each.size === first.size && [...each].every((key) => first.has(key)));
});

const setIsSubset = binary((a, b, name) => {
  const all = keysOf(arrayOf(b, 17042, name));
  return arrayOf(a, 17046, name).every((item) => all.has(keyOf(item)));
});

export const sets: Operators = {
  $allElementsTrue: unary((value, name) => arrayOf(value, 17040, name).every(isTruthy)),
  $anyElementTrue: unary((value, name) => arrayOf(value, 17041, name).some(isTruthy)),
  $setDifference: setDifference,
  $setEquals: setEquals,
  $setIntersection: setIntersection,
  $setIsSubset: setIsSubset,
  $setUnion: setUnion,
};
