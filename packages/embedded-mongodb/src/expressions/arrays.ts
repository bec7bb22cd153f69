import { Int32 } from 'bson';
import { failedToParse } from '../errors';
import { compareValues, sameValue } from '../keyEncoding';
import { isDocument, isTruthy, toNumber } from '../values';
import { parseSort, Sorter } from '../sort';
import { numberType } from './numbers';
import {
  any,
  between,
  binary,
  fieldsOf,
  int32Of,
  isNullish,
  locationError,
  searchBound,
  typeName,
  unary,
  unaryOrNull,
  type Evaluate,
  type Operator,
  type Operators,
} from './operator';
import { checkVariableName } from './variables';

const arrayElemAt = binary((array, index) => {
  if (isNullish(array) || isNullish(index)) return null;
  if (!Array.isArray(array))
    throw locationError(28689, `$arrayElemAt's first argument must be an array, but is ${typeName(array)}`);
  if (numberType(index) === undefined)
    throw locationError(28690, `$arrayElemAt's second argument must be a numeric value, but is ${typeName(index)}`);
  const at = int32Of(index, () =>
    locationError(28691, "$arrayElemAt's second argument must be representable as a 32-bit integer"),
  );
  return (array as unknown[]).at(at);
});

const concatArrays = any((values) => {
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!Array.isArray(value)) throw locationError(28664, `$concatArrays only supports arrays, not ${typeName(value)}`);
  }
  return values.flat();
});

const elementAt = (index: 0 | -1): Operator =>
  unaryOrNull((value, name) => {
    if (!Array.isArray(value))
      throw locationError(28689, `${name}'s argument must be an array, but is ${typeName(value)}`);
    return (value as unknown[]).at(index);
  });

/** Evaluates an expression with a variable bound to each element. */
function elementwise(
  scopeVariable: string,
  evaluate: Evaluate,
): (scope: Parameters<Evaluate>[0]) => (item: unknown) => unknown {
  return (scope) => (item) => evaluate({ ...scope, variables: { ...scope.variables, [scopeVariable]: item } });
}

function variableName(given: unknown): string {
  if (given === undefined) return 'this';
  if (typeof given !== 'string') throw failedToParse(`the name of a variable must be a string, not ${typeName(given)}`);
  checkVariableName(given);
  return given;
}

const filter: Operator = (operand, compile, name) => {
  const fields = fieldsOf(name, operand, ['input', 'cond'], ['as', 'limit']);
  const variable = variableName(fields['as']);
  const input = compile(fields['input']);
  const holds = elementwise(variable, compile(fields['cond'], variable));
  const limitOf = 'limit' in fields ? compile(fields['limit']) : undefined;
  return (scope) => {
    const array = input(scope);
    const given = limitOf?.(scope);
    if (isNullish(array)) return null;
    if (!Array.isArray(array)) throw locationError(28651, `input to $filter must be an array not ${typeName(array)}`);
    const refuse = () => locationError(327391, '$filter: limit must be represented as a 32-bit integral value');
    const limit = isNullish(given) ? Infinity : int32Of(given, refuse);
    if (limit < 1) throw locationError(327392, '$filter: limit must be greater than 0');
    const test = holds(scope);
    const kept: unknown[] = [];
    for (const item of array) {
      if (kept.length >= limit) break;
      if (isTruthy(test(item))) kept.push(item);
    }
    return kept;
  };
};

const map: Operator = (operand, compile, name) => {
  const fields = fieldsOf(name, operand, ['input', 'in'], ['as']);
  const variable = variableName(fields['as']);
  const input = compile(fields['input']);
  const each = elementwise(variable, compile(fields['in'], variable));
  return (scope) => {
    const array = input(scope);
    if (isNullish(array)) return null;
    if (!Array.isArray(array)) throw locationError(16883, `input to $map must be an array not ${typeName(array)}`);
    const calculate = each(scope);
    return array.map((item) => calculate(item) ?? null);
  };
};

const reduce: Operator = (operand, compile, name) => {
  const fields = fieldsOf(name, operand, ['input', 'initialValue', 'in']);
  const input = compile(fields['input']);
  const initial = compile(fields['initialValue']);
  const step = compile(fields['in'], 'this', 'value');
  return (scope) => {
    const array = input(scope);
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw locationError(40080, `$reduce requires that 'input' be an array, found: ${typeName(array)}`);
    return (array as unknown[]).reduce(
      (value, item) => step({ ...scope, variables: { ...scope.variables, this: item, value } }),
      initial(scope),
    );
  };
};

const isIn = binary((value, array) => {
  if (!Array.isArray(array))
    throw locationError(40081, `$in requires an array as a second argument, found: ${typeName(array)}`);
  return array.some((item) => sameValue(item, value));
});

const indexOfArray = between(2, 4, ([array, value, start, end], name) => {
  if (isNullish(array)) return null;
  if (!Array.isArray(array))
    throw locationError(40090, `${name} requires an array as a first argument, found: ${typeName(array)}`);
  const from = start === undefined ? 0 : searchBound(start, name, 'starting');
  const to = end === undefined ? array.length : Math.min(array.length, searchBound(end, name, 'ending'));
  for (let at = from; at < to; at++) if (sameValue(array[at], value)) return new Int32(at);
  return new Int32(-1);
});

const maxItems = 5_000_000;

const range = between(2, 3, ([start, end, step = new Int32(1)]) => {
  const number = (value: unknown, codes: readonly [number, number], what: string): number => {
    if (numberType(value) === undefined)
      throw locationError(codes[0], `$range requires a numeric ${what} value, found value of type: ${typeName(value)}`);
    return int32Of(value, () =>
      locationError(codes[1], `$range requires a ${what} value that can be represented as a 32-bit integer`),
    );
  };
  const from = number(start, [34443, 34444], 'starting');
  const to = number(end, [34445, 34446], 'ending');
  const by = number(step, [34447, 34448], 'step');
  if (by === 0) throw locationError(34449, '$range requires a non-zero step value');
  const count = Math.max(0, Math.ceil((to - from) / by));
  // MongoDB's memory limit of 100 MB.
  if (count > maxItems) throw locationError(146, `$range would use too much memory`);
  return Array.from({ length: count }, (_, at) => new Int32(from + at * by));
});

const reverseArray = unaryOrNull((value) => {
  if (!Array.isArray(value))
    throw locationError(34435, `The argument to $reverseArray must be an array, but was of type: ${typeName(value)}`);
  return [...(value as unknown[])].reverse();
});

const size = unary((value) => {
  if (!Array.isArray(value))
    throw locationError(17124, `The argument to $size must be an array, but was of type: ${typeName(value)}`);
  return new Int32(value.length);
});

const slice = between(2, 3, ([array, first, second]) => {
  if (isNullish(array) || isNullish(first) || second === null) return null;
  if (!Array.isArray(array))
    throw locationError(28724, `First argument to $slice must be an array, but is of type: ${typeName(array)}`);
  if (numberType(first) === undefined)
    throw locationError(28725, `Second argument to $slice must be a numeric value, but is of type: ${typeName(first)}`);
  const refuse = () => locationError(28726, `Second argument to $slice can't be represented as a 32-bit integer`);
  const at = int32Of(first, refuse);
  const items = array as unknown[];
  if (second === undefined) return at >= 0 ? items.slice(0, at) : items.slice(at);
  if (numberType(second) === undefined)
    throw locationError(28727, `Third argument to $slice must be numeric, but is of type: ${typeName(second)}`);
  const count = int32Of(second, () =>
    locationError(28728, `Third argument to $slice can't be represented as a 32-bit integer`),
  );
  if (count <= 0) throw locationError(28729, `Third argument to $slice must be positive: ${count}`);
  const from = at < 0 ? Math.max(0, items.length + at) : at;
  return items.slice(from, from + count);
});

function directionOf(spec: unknown): 1 | -1 {
  const direction = toNumber(spec);
  if (direction !== 1 && direction !== -1)
    throw locationError(2942507, '$sortArray: sortBy must be 1, -1 or an object');
  return direction;
}

/** Sorts rows by documents or by the values themselves. */
export function sorterBy<T>(spec: unknown, most: number): { add(row: T, by: unknown): void; result(): T[] } {
  if (isDocument(spec)) {
    const sorter = new Sorter<T>(parseSort(spec), most);
    return { add: (row, by) => sorter.add(row, isDocument(by) ? by : {}, 0), result: () => sorter.result() };
  }
  const direction = directionOf(spec);
  const rows: { row: T; by: unknown }[] = [];
  return {
    add: (row, by) => void rows.push({ row, by }),
    result: () =>
      rows
        .sort((a, b) => compareValues(a.by, b.by) * direction)
        .slice(0, most)
        .map(({ row }) => row),
  };
}

/** The value at a path, or null; names are array positions as well, and array elements are not traversed. */
function valueIn(value: unknown, names: readonly string[]): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return value ?? null;
  const holds = (isDocument(value) || Array.isArray(value)) && Object.hasOwn(value, name) && name !== 'length';
  return holds ? valueIn((value as Record<string, unknown>)[name], rest) : null;
}

/** Compares elements by their fields, in which an array is one value, or directly. */
function comparerBy(spec: unknown): (a: unknown, b: unknown) => number {
  if (!isDocument(spec)) {
    const direction = directionOf(spec);
    return (a, b) => compareValues(a, b) * direction;
  }
  const fields = parseSort(spec).map(({ path, direction }) => ({ names: path.split('.'), direction }));
  return (a, b) => {
    for (const { names, direction } of fields) {
      const order = compareValues(isDocument(a) ? valueIn(a, names) : null, isDocument(b) ? valueIn(b, names) : null);
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

const sortArray: Operator = (operand, compile, name) => {
  const fields = fieldsOf(name, operand, ['input', 'sortBy']);
  const input = compile(fields['input']);
  const compare = comparerBy(fields['sortBy']);
  return (scope) => {
    const array = input(scope);
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw locationError(
        2942504,
        `The input argument to $sortArray must be an array, but was of type: ${typeName(array)}`,
      );
    return [...(array as unknown[])].sort(compare);
  };
};

const zip: Operator = (operand, compile, name) => {
  const fields = fieldsOf(name, operand, ['inputs'], ['useLongestLength', 'defaults']);
  const { inputs: given, useLongestLength = false, defaults: filled = [] } = fields;
  if (!Array.isArray(given) || given.length === 0)
    throw locationError(34461, 'inputs must be an array of expressions, and not empty');
  if (typeof useLongestLength !== 'boolean') throw locationError(34463, 'useLongestLength must be a bool');
  if (!Array.isArray(filled)) throw locationError(34462, 'defaults must be an array of expressions');
  if (filled.length > 0 && !useLongestLength)
    throw locationError(34466, 'cannot specify defaults unless useLongestLength is true');
  if (filled.length > 0 && filled.length !== given.length)
    throw locationError(34467, 'defaults and inputs must have the same length');
  const inputs = given.map((input) => compile(input));
  const defaults = filled.map((each) => compile(each));
  return (scope) => {
    const arrays: unknown[][] = [];
    for (const input of inputs) {
      const array = input(scope);
      if (isNullish(array)) return null;
      if (!Array.isArray(array))
        throw locationError(34468, `$zip found a non-array expression in input: ${typeName(array)}`);
      arrays.push(array as unknown[]);
    }
    const lengths = arrays.map((array) => array.length);
    const length = useLongestLength ? Math.max(...lengths) : Math.min(...lengths);
    const rest = defaults.map((each) => each(scope) ?? null);
    return Array.from({ length }, (_, row) =>
      arrays.map((array, column) => (row < array.length ? array[row] : (rest[column] ?? null))),
    );
  };
};

export const arrays: Operators = {
  $arrayElemAt: arrayElemAt,
  $concatArrays: concatArrays,
  $filter: filter,
  $first: elementAt(0),
  $in: isIn,
  $indexOfArray: indexOfArray,
  $isArray: unary((value) => Array.isArray(value)),
  $last: elementAt(-1),
  $map: map,
  $range: range,
  $reduce: reduce,
  $reverseArray: reverseArray,
  $size: size,
  $slice: slice,
  $sortArray: sortArray,
  $zip: zip,
};
