import { encodeCursor, type Position } from './database/cursor';

/** How many rows a count looks at before it says 'and more' (decision 20). */
export const countLimit = 1_000;

export interface BoundedCount {
  readonly count: number;
  readonly isExact: boolean;
}

export interface Row<T> {
  readonly cursor: string;
  readonly node: T;
}

export interface Page<T> {
  readonly rows: readonly Row<T>[];
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** A connection whose parts are read when they are asked for, each at most once. */
export interface Listing<T> {
  readonly page: () => Promise<Page<T>>;
  readonly count: () => Promise<BoundedCount>;
}

export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= read());
}

/** Like `once`, for each set of arguments. */
export function keyed<A extends string[], T>(read: (...parts: A) => Promise<T>): (...parts: A) => Promise<T> {
  const results = new Map<string, Promise<T>>();
  return (...parts) => {
    const key = JSON.stringify(parts);
    const result = results.get(key) ?? read(...parts);
    results.set(key, result);
    return result;
  };
}

/** A count that was asked for up to one more than the limit. */
export function boundedCount(counted: number): BoundedCount {
  return { count: Math.min(counted, countLimit), isExact: counted <= countLimit };
}

/** The page of rows that were read up to one more than asked for. */
export function pageOf<T>(
  found: readonly { node: T; position: Position }[],
  { first, hasPreviousPage, question }: { first: number; hasPreviousPage: boolean; question: string },
): Page<T> {
  const rows = found.slice(0, first).map(({ node, position }) => ({ node, cursor: encodeCursor(position, question) }));
  return { rows, endCursor: rows.at(-1)?.cursor ?? null, hasNextPage: found.length > first, hasPreviousPage };
}

/** The fields that every connection type has. */
export const connectionResolvers = {
  edges: async <T>(listing: Listing<T>) => [...(await listing.page()).rows],
  nodes: async <T>(listing: Listing<T>) => (await listing.page()).rows.map(({ node }) => node),
  pageInfo: async <T>(listing: Listing<T>) => {
    const { rows, endCursor, hasNextPage, hasPreviousPage } = await listing.page();
    return { startCursor: rows[0]?.cursor ?? null, endCursor, hasNextPage, hasPreviousPage };
  },
  totalCount: async <T>(listing: Listing<T>) => (await listing.count()).count,
  totalCountIsExact: async <T>(listing: Listing<T>) => (await listing.count()).isExact,
};
