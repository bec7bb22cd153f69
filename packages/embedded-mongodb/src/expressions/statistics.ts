import { accumulators, type AccumulatorName } from '../accumulators';
import { any, named, locationError, typeName, wholeOf, type Operators } from './operator';

/** Over the arguments, or over the elements of a single array argument. */
const accumulating = (name: AccumulatorName) =>
  any((values) => {
    const [only] = values;
    const items: readonly unknown[] = values.length === 1 && Array.isArray(only) ? (only as unknown[]) : values;
    const accumulator = accumulators[name]();
    for (const item of items) accumulator.add(item);
    return accumulator.result();
  });

export function countOf(n: unknown, name: string): number {
  const count = wholeOf(n, () =>
    locationError(5787903, `Value for 'n' must be of integral type, but found ${typeName(n)} in ${name}`),
  );
  if (count <= 0) throw locationError(5787908, `'n' must be greater than 0, found ${count}`);
  return count;
}

const takingN = (take: (items: readonly unknown[], n: number) => unknown[]) =>
  named(['input', 'n'], [], ({ input, n }, name) => {
    const count = countOf(n, name);
    if (!Array.isArray(input))
      throw locationError(5788200, `Input must be an array, found ${typeName(input)} in ${name}`);
    return take(input, count);
  });

const extremes = (name: '$maxN' | '$minN') =>
  takingN((items, n) => {
    const accumulator = accumulators[name](n);
    for (const item of items) accumulator.add(item);
    return accumulator.result() as unknown[];
  });

export const statistics: Operators = {
  $avg: accumulating('$avg'),
  $firstN: takingN((items, n) => items.slice(0, n)),
  $lastN: takingN((items, n) => items.slice(-n)),
  $max: accumulating('$max'),
  $maxN: extremes('$maxN'),
  $min: accumulating('$min'),
  $minN: extremes('$minN'),
  $stdDevPop: accumulating('$stdDevPop'),
  $stdDevSamp: accumulating('$stdDevSamp'),
  $sum: accumulating('$sum'),
};
