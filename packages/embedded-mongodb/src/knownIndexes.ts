import { conjunction } from './bounds';
import type { Collection, Index } from './catalog';
import type { Condition } from './matcher';
import type { SortField } from './sort';

/** The best index of the last query of each shape. */
const known = new WeakMap<Collection, Map<string, Index>>();
const maxShapes = 1_000;
const maxCharacters = 1_000;

/** The query shape: operators and paths without their values, and the sort. */
export function shapeOf(condition: Condition, sort: readonly SortField[]): string {
  const asked = conjunction(condition).map((part) =>
    part.kind === 'path' ? `${part.operator} ${part.path}` : part.kind,
  );
  return [...asked, '', ...sort.map(({ path, direction }) => `${direction} ${path}`)].join('\0');
}

/** The index to try first; it may be unsuitable for other values of the same shape. */
export function knownIndex(collection: Collection, shape: string): Index | undefined {
  const index = known.get(collection)?.get(shape);
  return index && collection.indexes.includes(index) ? index : undefined;
}

export function rememberIndex(collection: Collection, shape: string, index: Index): void {
  if (shape.length > maxCharacters) return;
  const shapes = known.get(collection) ?? new Map<string, Index>();
  if (shapes.size >= maxShapes) shapes.clear();
  known.set(collection, shapes.set(shape, index));
}
