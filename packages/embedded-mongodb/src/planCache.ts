import { conjunction } from './bounds';
import type { Collection, Index } from './catalog';
import type { Condition } from './matcher';
import type { SortField } from './sort';

/** The best index of the last query of each shape. */
const indexCache = new WeakMap<Collection, Map<string, Index>>();
const maxShapes = 1_000;
const maxCharacters = 1_000;

/** The query shape: operators and paths without their values, and the sort. */
export function shapeOf(condition: Condition, sort: readonly SortField[]): string {
  const conditions = conjunction(condition).map((part) =>
    part.kind === 'path' ? `${part.operator} ${part.path}` : part.kind,
  );
  return [...conditions, '', ...sort.map(({ path, direction }) => `${direction} ${path}`)].join('\0');
}

/** The index to try first; it may be unsuitable for other values of the same shape. */
export function cachedIndex(collection: Collection, shape: string): Index | undefined {
  const index = indexCache.get(collection)?.get(shape);
  return index && collection.indexes.includes(index) ? index : undefined;
}

export function cacheIndex(collection: Collection, shape: string, index: Index): void {
  if (shape.length > maxCharacters) return;
  const shapes = indexCache.get(collection) ?? new Map<string, Index>();
  if (shapes.size >= maxShapes) shapes.clear();
  indexCache.set(collection, shapes.set(shape, index));
}
