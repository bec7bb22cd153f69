import { encodeCursor, type Fingerprint, type Position } from './position';

/** Up to here a count is exact; beyond, it says 'and more' (decision 20). */
export const countLimit = 1_000;

export interface BoundedCount {
  readonly count: number;
  readonly isExact: boolean;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** Computed on demand: mostly that of the last row alone is needed. */
  readonly positionAt: (index: number) => Position;
  /** Where the next page begins after; null where nothing was read. */
  readonly end: Position | null;
  /** What its cursors carry. */
  readonly fingerprint: Fingerprint;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
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

/** Of a count up to one more than the limit. */
export function boundedCount(counted: number): BoundedCount {
  return { count: Math.min(counted, countLimit), isExact: counted <= countLimit };
}

interface ListingParts<T> {
  readonly read: () => Promise<Page<T>>;
  readonly countRows: () => Promise<BoundedCount>;
  /** Runs the counts of a request. */
  readonly countOnce: (count: () => Promise<BoundedCount>) => Promise<BoundedCount>;
}

/** A list that its first page shows whole is not counted once more. */
export function listingOf<T>({ read, countRows, countOnce }: ListingParts<T>): Listing<T> {
  let page: Promise<Page<T>> | undefined;
  const count = async () => {
    // A page of the same operation has been requested by now.
    await Promise.resolve();
    const first = await page;
    const isWhole = first && !first.hasPreviousPage && !first.hasNextPage;
    return isWhole ? boundedCount(first.rows.length) : countRows();
  };
  return { page: () => (page ??= read()), count: once(() => countOnce(count)) };
}

export const endCursorOf = ({ end, fingerprint }: Pick<Page<unknown>, 'end' | 'fingerprint'>): string | null =>
  end && encodeCursor(end, fingerprint);

/** The fields of a connection type; `show` makes its type of what is stored. */
export const connectionResolvers = <T, Shown = T>(show: (row: T) => Shown) => ({
  edges: async (listing: Pick<Listing<T>, 'page'>) => {
    const { rows, positionAt, fingerprint } = await listing.page();
    return rows.map((row, index) => ({ node: show(row), cursor: encodeCursor(positionAt(index), fingerprint) }));
  },
  nodes: async (listing: Pick<Listing<T>, 'page'>) => (await listing.page()).rows.map((row) => show(row)),
  pageInfo: async (listing: Pick<Listing<T>, 'page'>) => {
    const { rows, positionAt, end, fingerprint, hasNextPage, hasPreviousPage } = await listing.page();
    const startCursor = rows.length > 0 ? encodeCursor(positionAt(0), fingerprint) : null;
    return { startCursor, endCursor: endCursorOf({ end, fingerprint }), hasNextPage, hasPreviousPage };
  },
  totalCount: async (listing: Listing<T>) => (await listing.count()).count,
  totalCountIsExact: async (listing: Listing<T>) => (await listing.count()).isExact,
});
