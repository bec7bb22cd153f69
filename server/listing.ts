import { encodeCursor, type Fingerprint, type Position } from './database/cursor';

/** How many rows a count looks at before it says 'and more' (decision 20). */
export const countLimit = 1_000;

export interface BoundedCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** A row at its place in a list. */
export interface Placed<T> {
  readonly node: T;
  readonly position: Position;
}

export interface Page<T> {
  readonly rows: readonly Placed<T>[];
  /** Where the next page begins after; null where nothing was read. */
  readonly end: Position | null;
  /** What its cursors carry. They are made where they are asked for: a page has one for each row. */
  readonly question: Fingerprint;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** A connection whose parts are read when they are asked for, each at most once. */
export interface Listing<T> {
  readonly page: () => Promise<Page<T>>;
  readonly count: () => Promise<BoundedCount>;
}

type Pages<T> = Pick<Listing<T>, 'page'>;

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
  found: readonly Placed<T>[],
  { first, hasPreviousPage, question }: { first: number; hasPreviousPage: boolean; question: Fingerprint },
): Page<T> {
  const rows = found.slice(0, first);
  return { rows, end: rows.at(-1)?.position ?? null, question, hasNextPage: found.length > first, hasPreviousPage };
}

export const endCursorOf = ({ end, question }: Pick<Page<unknown>, 'end' | 'question'>): string | null =>
  end && encodeCursor(end, question);

/** The rows of a connection whose type is made from something else than what is stored. */
export const rowResolvers = <T, Shown>(show: (row: T) => Shown) => ({
  edges: async (listing: Pages<T>) => {
    const { rows, question } = await listing.page();
    return rows.map(({ node, position }) => ({ node: show(node), cursor: encodeCursor(position, question) }));
  },
  nodes: async (listing: Pages<T>) => (await listing.page()).rows.map(({ node }) => show(node)),
});

/** The fields that every connection type has. */
export const connectionResolvers = {
  edges: <T>(listing: Pages<T>) => rowResolvers(same<T>).edges(listing),
  nodes: <T>(listing: Pages<T>) => rowResolvers(same<T>).nodes(listing),
  pageInfo: async <T>(listing: Pages<T>) => {
    const { rows, end, question, hasNextPage, hasPreviousPage } = await listing.page();
    const startCursor = endCursorOf({ end: rows[0]?.position ?? null, question });
    return { startCursor, endCursor: endCursorOf({ end, question }), hasNextPage, hasPreviousPage };
  },
  totalCount: async <T>(listing: Listing<T>) => (await listing.count()).count,
  totalCountIsExact: async <T>(listing: Listing<T>) => (await listing.count()).isExact,
};

function same<T>(row: T): T {
  return row;
}
