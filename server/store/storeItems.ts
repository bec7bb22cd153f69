import type { StoreItemSort } from '../__generated__/resolvers';
import { authorize, requireSelfOrAdmin } from '../auth/authorize';
import type { Context } from '../context';
import { decodeCursor, fingerprint, type Fingerprint, type Position } from '../database/cursor';
import { pageInput, parseInput } from '../graphql/input';
import { boundedCount, countLimit, once, pageOf, type Listing } from '../listing';
import { countMatching, readMatching } from '../matchingList';
import type { ItemOrder } from '../products/itemQueries';
import { comparePositions, positionOf, storedPosition } from '../products/productOrder';
import { isNamed, requirePerson, type PersonKey } from '../users/people';
import { loadItems, matchingItems } from './matchingItems';
import { storeItemFilterInput, type StoreItemFilter } from './store.input';
import type { StoreItemDocument } from './store.service';
import { wholeRange } from './walkItems';

export type StoreItemListing = Listing<StoreItemDocument>;

interface StoreItemsInput {
  /** Everybody's where nobody is named. */
  readonly owner?: PersonKey;
  readonly filter?: unknown;
  readonly sort?: StoreItemSort | undefined;
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** What is listed: one person's items, or everybody's. */
export interface ItemsQuestion {
  readonly ownerUid: string | null;
  readonly filter: StoreItemFilter;
  /** What is searched for, folded; '' for everything. */
  readonly text: string;
  readonly order: ItemOrder;
}

const orders: Record<StoreItemSort, ItemOrder> = {
  NEWEST: { field: 'createdAt', direction: -1 },
  OLDEST: { field: 'createdAt', direction: 1 },
  NAME: { field: 'nameLower', direction: 1 },
  PRICE_ASC: { field: 'priceCents', direction: 1 },
  PRICE_DESC: { field: 'priceCents', direction: -1 },
};

/** Products and store entries together: one person's, or for an admin everybody's (decision 2). */
export async function listStoreItems(context: Context, input: StoreItemsInput): Promise<StoreItemListing> {
  const signedIn = await authorize(context, 'storeItems');
  const { first, after } = parseInput(pageInput, { first: input.first, after: input.after });
  const filter = parseInput(storeItemFilterInput, input.filter);
  const { owner = {} } = input;
  const everybody = !isNamed(owner);
  if (everybody) await requireSelfOrAdmin(context, signedIn, null);
  const ownerUid = everybody ? null : (await requirePerson(context, signedIn, owner)).uid;
  const sort = input.sort ?? 'NEWEST';
  const question = fingerprint(['storeItems', everybody, ownerUid, sort, filter]);
  const position = after ? decodeCursor(after, question) : null;
  const items = { ownerUid, filter, text: filter.search, order: orders[sort] };
  const readers = !everybody && ownerUid === null ? [] : readersOf(context, items);
  const listing = isAnsweredByIndex(items)
    ? indexedItems(items, readers, { first, position, question })
    : filteredItems(context, items, readers, { first, position, question });
  const counted = ['storeItems', everybody, ownerUid, filter];
  return { ...listing, count: () => context.loaders.count(counted, listing.count) };
}

export type ItemReader = Pick<
  Context['repositories']['products'] | Context['repositories']['store'],
  | 'readOwned'
  | 'readOwnedRows'
  | 'countOwned'
  | 'findOwnedRows'
  | 'countByOwners'
  | 'countByWindow'
  | 'findByWindow'
  | 'findRowsByOwners'
  | 'search'
  | 'countFulfilling'
  | 'estimate'
> & { readonly kind: 'PRODUCT' | 'STORE_ENTRY' };

/** An entry is always active, and was made of what was in stock. */
function readersOf({ repositories }: Context, { filter: { kind, status, inStock } }: ItemsQuestion): ItemReader[] {
  const readers: ItemReader[] = [];
  if (kind !== 'STORE_ENTRY') readers.push({ ...repositories.products, kind: 'PRODUCT' });
  if (kind !== 'PRODUCT' && status !== 'inactive' && inStock !== false)
    readers.push({ ...repositories.store, kind: 'STORE_ENTRY' });
  return readers;
}

/** Whether every row of an index range is a row of the list. */
function isAnsweredByIndex({ ownerUid, order, text, filter }: ItemsQuestion) {
  const { status, inStock, createdFrom, createdTo } = filter;
  const isByDate = order.field === 'createdAt';
  const isDated = createdFrom !== null || createdTo !== null;
  if (text !== '' || (isDated && !isByDate)) return false;
  if (inStock !== null) return ownerUid === null && status === null && isByDate;
  return ownerUid === null || status === null;
}

interface PageRequest {
  readonly first: number;
  readonly position: Position | null;
  readonly question: Fingerprint;
}

function indexedItems(items: ItemsQuestion, readers: readonly ItemReader[], request: PageRequest): StoreItemListing {
  const { order } = items;
  const { first, position, question } = request;
  // A page of each kind is enough for a page of both: whatever comes later in one comes later in the merged list.
  const parts = readers.map((reader) => partOf(reader, items, position, first + 1));
  return {
    page: once(async () => {
      const found = await Promise.all(parts.map((part) => part.read()));
      const merged = found.flat().sort((a, b) => comparePositions(a.position, b.position, order));
      return pageOf(merged, { first, hasPreviousPage: position !== null, question });
    }),
    count: once(async () => {
      // By now the page has been asked for, if it is to be.
      await Promise.resolve();
      const counts = await Promise.all(parts.map((part) => part.count()));
      return boundedCount(counts.reduce((sum, count) => sum + count, 0));
    }),
  };
}

interface IndexedPart {
  readonly read: () => ReturnType<typeof readOne>;
  readonly count: () => Promise<number>;
}

/** A first page that is not full is all there is: where it is read anyway, nothing else is counted. */
function partOf(reader: ItemReader, items: ItemsQuestion, position: Position | null, limit: number): IndexedPart {
  let found: ReturnType<typeof readOne> | undefined;
  return {
    read: () => (found ??= readOne(reader, items, position, limit)),
    async count() {
      const rows = position === null ? await found : undefined;
      if (rows && rows.length < limit) return rows.length;
      return reader.countOwned(wholeRange(reader, items), countLimit + 1);
    },
  };
}

async function readOne(reader: ItemReader, items: ItemsQuestion, position: Position | null, limit: number) {
  const { order } = items;
  const stored = position && storedPosition(position, order);
  const found: StoreItemDocument[] = await reader.readOwned(wholeRange(reader, items), order, stored, limit);
  return found.map((node) => ({ node, position: positionOf(node, order) }));
}

/** Rows are read that may match, and the items of those that do (decision 41). */
function filteredItems(
  context: Context,
  items: ItemsQuestion,
  readers: readonly ItemReader[],
  { first, position, question }: PageRequest,
): StoreItemListing {
  const matching = once(() => matchingItems(context, items, readers));
  return {
    page: once(async () => {
      const page = await readMatching(await matching(), { first, after: position, question });
      return { ...page, rows: await loadItems(context, page.rows) };
    }),
    count: once(async () => countMatching(await matching())),
  };
}
