import { actsForShop, authorize } from '../auth/authorize';
import type { Context } from '../context';
import { pageInput, parseInput } from '../graphql/input';
import { filterLimits, nameSearch } from '../lists/chooseAccessPath';
import {
  boundedCount,
  countLimit,
  listingOf,
  type BoundedCount,
  type ListArguments,
  type Listing,
  type Page,
} from '../lists/connection';
import { newestFirst, positionOf, type Position } from '../lists/position';
import { countMatching, pageRequest, readPage, type List, type PageRequest } from '../lists/readList';
import { whole, type ProductDocument } from '../products/products.repository';
import { stockFilterInput, type StockFilter } from './inventory.input';
import type { StockDocument } from '../stock/stock.repository';

export type StockListing = Listing<ProductDocument>;

type State = NonNullable<StockFilter['state']>;

/** All products for those who act for the shop, else the viewer's own; newest first. */
export async function listStockLevels(context: Context, input: ListArguments): Promise<StockListing> {
  const signedIn = await authorize(context, 'stockLevels');
  const page = parseInput(pageInput, input);
  const filter = parseInput(stockFilterInput, input.filter);
  const ownerUid = actsForShop(signedIn, 'read:stock') ? null : signedIn.viewer.uid;
  const request = pageRequest(page, ['stockLevels', ownerUid, filter]);
  const list = productsOf(context, ownerUid, filter);
  const { state } = filter;
  return listingOf({
    read: () => (state ? readOfState(context, list, request, state) : readPage(list, request)),
    countRows: () => (state ? countOfState(context, list, request, state) : countMatching(list)),
    countOnce: (count) => context.loaders.count(['stockLevels', ownerUid, filter], count),
  });
}

function productsOf(
  { repositories: { products } }: Context,
  ownerUid: string | null,
  { search, state }: StockFilter,
): List<ProductDocument> {
  const conditions = {
    ...(ownerUid !== null && { ownerUid }),
    // Sold-out products are out of stock, for which there is an index.
    ...(state === 'SOLD_OUT' && { inStock: false }),
    ...(state === 'TO_REORDER' && { status: 'active' }),
  };
  const part = {
    reader: products.list,
    projection: whole,
    conditions,
    search: search === '' ? null : nameSearch(search),
  };
  return { order: newestFirst, parts: [part], limits: filterLimits };
}

/** As shoppers see it: whatever its count, a product whose switch is off is out of stock. */
function stockStateOf(product: ProductDocument, level: StockDocument | null): Exclude<State, 'TO_REORDER'> | null {
  if (level === null) return 'NOT_COUNTED';
  if (level.available <= 0 || product.purchasable === false) return 'SOLD_OUT';
  return level.available <= level.lowStockThreshold ? 'LOW' : null;
}

function isOfState(product: ProductDocument, level: StockDocument | null, wanted: State): boolean {
  const state = stockStateOf(product, level);
  if (wanted !== 'TO_REORDER') return state === wanted;
  return product.purchasable !== false && (state === 'LOW' || state === 'SOLD_OUT');
}

/** Products read per batch with their stock, and batches per page or count (decision 41). */
const batchSize = 100;
const maxBatches = 40;

interface Found {
  readonly product: ProductDocument;
  readonly position: Position;
}

/** Stock is stored apart from products: products are read in order, and their stock in batches. */
async function collectOfState(
  { loaders }: Context,
  list: List<ProductDocument>,
  { after, fingerprint }: PageRequest,
  { state, wanted }: { readonly state: State; readonly wanted: number },
) {
  const found: Found[] = [];
  let [place, hasMore] = [after, true];
  for (let read = 0; read < maxBatches && hasMore && found.length < wanted; read += 1) {
    const { rows, end, hasNextPage } = await readPage(list, { first: batchSize, after: place, fingerprint });
    const levels = await Promise.all(rows.map(({ _id }) => loaders.stockById.load(_id.toHexString())));
    const isWanted = (product: ProductDocument, index: number) => isOfState(product, levels[index] ?? null, state);
    found.push(...rows.filter(isWanted).map((product) => ({ product, position: positionOf(product, list.order) })));
    [place, hasMore] = [end ?? place, hasNextPage];
  }
  return { found, place, hasMore };
}

async function readOfState(
  context: Context,
  list: List<ProductDocument>,
  request: PageRequest,
  state: State,
): Promise<Page<ProductDocument>> {
  const { first, after, fingerprint } = request;
  const { found, place, hasMore } = await collectOfState(context, list, request, { state, wanted: first + 1 });
  const shown = found.slice(0, first);
  const isFull = found.length > first;
  const positionAt = (index: number) => (shown[index] as Found).position;
  return {
    rows: shown.map(({ product }) => product),
    positionAt,
    end: isFull ? positionAt(first - 1) : place,
    fingerprint,
    hasNextPage: isFull || hasMore,
    hasPreviousPage: after !== null,
  };
}

async function countOfState(
  context: Context,
  list: List<ProductDocument>,
  request: PageRequest,
  state: State,
): Promise<BoundedCount> {
  const fromStart = { ...request, after: null };
  const { found, hasMore } = await collectOfState(context, list, fromStart, { state, wanted: countLimit + 1 });
  return hasMore && found.length <= countLimit ? { count: found.length, isExact: false } : boundedCount(found.length);
}
