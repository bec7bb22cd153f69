import { encodeCursor, type Fingerprint, type Position } from './position';

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

export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= read());
}

/** A count that was asked for up to one more than the limit. */
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
    // By now the page has been asked for, if it is to be.
    await Promise.resolve();
    const first = await page;
    const isWhole = first && !first.hasPreviousPage && !first.hasNextPage;
    return isWhole ? boundedCount(first.rows.length) : countRows();
  };
  return { page: () => (page ??= read()), count: once(() => countOnce(count)) };
}

export const endCursorOf = ({ end, question }: Pick<Page<unknown>, 'end' | 'question'>): string | null =>
  end && encodeCursor(end, question);

/** The fields of a connection type; `show` makes its type of what is stored. */
export const connectionResolvers = <T, Shown = T>(show: (row: T) => Shown) => ({
  edges: async (listing: Pick<Listing<T>, 'page'>) => {
    const { rows, question } = await listing.page();
    return rows.map(({ node, position }) => ({ node: show(node), cursor: encodeCursor(position, question) }));
  },
  nodes: async (listing: Pick<Listing<T>, 'page'>) => (await listing.page()).rows.map(({ node }) => show(node)),
  pageInfo: async (listing: Pick<Listing<T>, 'page'>) => {
    const { rows, end, question, hasNextPage, hasPreviousPage } = await listing.page();
    const startCursor = endCursorOf({ end: rows[0]?.position ?? null, question });
    return { startCursor, endCursor: endCursorOf({ end, question }), hasNextPage, hasPreviousPage };
  },
  totalCount: async (listing: Listing<T>) => (await listing.count()).count,
  totalCountIsExact: async (listing: Listing<T>) => (await listing.count()).isExact,
});
