import { encodeCursor, type Fingerprint, type Position } from './position';

/** Counts up to this are exact; beyond, they are reported as 'and more' (decision 20). */
export const countLimit = 1_000;

export interface BoundedCount {
  readonly count: number;
  readonly isExact: boolean;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** Lazy: usually only the last row's is needed. */
  readonly positionAt: (index: number) => Position;
  /** The cursor position after the page; null if nothing was read. */
  readonly end: Position | null;
  /** Part of its cursors. */
  readonly fingerprint: Fingerprint;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Counts the list up to a limit; missing: its path cannot. */
  readonly count?: ((limit: number) => Promise<number>) | undefined;
}

/** The arguments of a connection's field. */
export interface ListArguments<Sort = never> {
  readonly filter?: unknown;
  readonly sort?: Sort | undefined;
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** A connection whose parts are read on demand, each at most once. */
export interface Listing<T> {
  readonly page: () => Promise<Page<T>>;
  readonly count: () => Promise<BoundedCount>;
}

export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= read());
}

/** From a count up to one more than the limit. */
export function boundedCount(counted: number): BoundedCount {
  return { count: Math.min(counted, countLimit), isExact: counted <= countLimit };
}

interface ListingParts<T> {
  readonly read: () => Promise<Page<T>>;
  readonly countRows: () => Promise<BoundedCount>;
  /** Runs the request's counts. */
  readonly countOnce: (count: () => Promise<BoundedCount>) => Promise<BoundedCount>;
}

/** If the first page is complete, its length is the count. */
export function listingOf<T>({ read, countRows, countOnce }: ListingParts<T>): Listing<T> {
  let page: Promise<Page<T>> | undefined;
  const count = async () => {
    // A page of the same operation was requested by now.
    await Promise.resolve();
    const first = await page;
    const isWhole = first && !first.hasPreviousPage && !first.hasNextPage;
    if (isWhole) return boundedCount(first.rows.length);
    return first?.count ? boundedCount(await first.count(countLimit + 1)) : countRows();
  };
  return { page: () => (page ??= read()), count: once(() => countOnce(count)) };
}

export const endCursorOf = ({ end, fingerprint }: Pick<Page<unknown>, 'end' | 'fingerprint'>): string | null =>
  end && encodeCursor(end, fingerprint);

/** Resolvers of a connection type; `toNode` maps stored rows to the schema. */
export const connectionResolvers = <T, Node = T>(toNode: (row: T) => Node) => ({
  edges: async (listing: Pick<Listing<T>, 'page'>) => {
    const { rows, positionAt, fingerprint } = await listing.page();
    return rows.map((row, index) => ({ node: toNode(row), cursor: encodeCursor(positionAt(index), fingerprint) }));
  },
  nodes: async (listing: Pick<Listing<T>, 'page'>) => (await listing.page()).rows.map((row) => toNode(row)),
  pageInfo: async (listing: Pick<Listing<T>, 'page'>) => {
    const { rows, positionAt, end, fingerprint, hasNextPage, hasPreviousPage } = await listing.page();
    const startCursor = rows.length > 0 ? encodeCursor(positionAt(0), fingerprint) : null;
    return { startCursor, endCursor: endCursorOf({ end, fingerprint }), hasNextPage, hasPreviousPage };
  },
  totalCount: async (listing: Listing<T>) => (await listing.count()).count,
  totalCountIsExact: async (listing: Listing<T>) => (await listing.count()).isExact,
});
