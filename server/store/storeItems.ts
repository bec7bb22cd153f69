import type { Document } from 'mongodb';
import type { StoreItemSort } from '../__generated__/resolvers';
import { authorize, requireSelfOrAdmin } from '../auth/authorize';
import type { Context } from '../context';
import { pageInput, parseInput } from '../graphql/input';
import { filterLimits, nameSearch, type ListPart, type TextSearch } from '../lists/chooseAccessPath';
import { listingOf, once, type ListArguments, type Listing } from '../lists/connection';
import { newestFirst, type SortOrder } from '../lists/position';
import { datesBetween } from '../lists/ranges';
import { countMatching, pageRequest, readPage, type List } from '../lists/readList';
import { productOrders } from '../products/listProducts';
import { whole } from '../products/products.repository';
import { hasPersonKey, requirePerson, type PersonKey } from '../users/resolvePerson';
import { peopleByEmail, type PeopleByEmail } from '../users/peopleByEmail';
import { storeItemFilterInput, type StoreItemFilter } from './store.input';
import type { StoreItemDocument } from './store.service';

export type StoreItemListing = Listing<StoreItemDocument>;

interface StoreItemsInput extends ListArguments<StoreItemSort> {
  /** All users' if missing. */
  readonly owner?: PersonKey;
}

const orders: Readonly<Record<StoreItemSort, SortOrder>> = {
  NEWEST: newestFirst,
  OLDEST: { field: 'createdAt', direction: 1 },
  NAME: productOrders.NAME,
  PRICE_ASC: productOrders.PRICE_ASC,
  PRICE_DESC: productOrders.PRICE_DESC,
};

/** The item fields that counting needs. */
const counted = { nameLower: 1, ownerUid: 1, createdAt: 1 };

/** Products and store entries together: one person's, or for an admin everyone's (decision 2). */
export async function listStoreItems(context: Context, input: StoreItemsInput): Promise<StoreItemListing> {
  const signedIn = await authorize(context, 'storeItems');
  const page = parseInput(pageInput, input);
  const filter = parseInput(storeItemFilterInput, input.filter);
  const { owner = {} } = input;
  const everybody = !hasPersonKey(owner);
  if (everybody) await requireSelfOrAdmin(context, signedIn, null);
  const ownerUid = everybody ? null : (await requirePerson(context, signedIn, owner)).uid;
  const sort = input.sort ?? 'NEWEST';
  const request = pageRequest(page, ['storeItems', everybody, ownerUid, sort, filter]);
  // Searching by owner only makes sense in everyone's list.
  const owners = once(async () => (everybody && filter.search !== '' ? peopleByEmail(context, filter.search) : null));
  const list = async (order: SortOrder, projection: Document): Promise<List<StoreItemDocument>> => {
    const items = itemList(context.repositories, { ownerUid, filter, order, owners: await owners() }, projection);
    return everybody || ownerUid !== null ? items : { ...items, parts: [] };
  };
  return listingOf({
    read: async () => readPage(await list(orders[sort], whole), request),
    countRows: async () => countMatching(await list(newestFirst, counted)),
    countOnce: (count) => context.loaders.count(['storeItems', everybody, ownerUid, filter], count),
  });
}

interface ItemsQuestion {
  /** null: everyone's items. */
  readonly ownerUid: string | null;
  readonly filter: StoreItemFilter;
  readonly order: SortOrder;
  /** Owners whose e-mail matches the text; null: not searched. */
  readonly owners: PeopleByEmail | null;
}

function itemList(
  { products, store }: Context['repositories'],
  { ownerUid, filter, order, owners }: ItemsQuestion,
  projection: Document,
): List<StoreItemDocument> {
  const { search: text, kind, status, inStock, createdFrom, createdTo } = filter;
  const conditions = {
    ...(ownerUid !== null && { ownerUid }),
    ...datesBetween('createdAt', createdFrom, createdTo),
  };
  const ofProducts = { ...conditions, ...(status && { status }), ...(inStock !== null && { inStock }) };
  const search = text === '' ? null : searchOf(text, owners);
  const parts: ListPart<StoreItemDocument>[] = [];
  if (kind !== 'STORE_ENTRY') parts.push({ reader: products.list, projection, conditions: ofProducts, search });
  // Entries are always active, and were in stock when added.
  if (kind !== 'PRODUCT' && status !== 'inactive' && inStock !== false)
    parts.push({ reader: store.list, projection, conditions, search });
  const hasText = (item: StoreItemDocument) =>
    String(item.nameLower).includes(text) || (owners?.includes(item.ownerUid) ?? false);
  // The database can test everything unless the owners are too many to enumerate.
  return { order, parts, matches: search?.test === null ? hasText : undefined, limits: filterLimits };
}

/** By name, and by matching owners; where these are too many to enumerate each item's owner is looked up. */
function searchOf(text: string, owners: PeopleByEmail | null): TextSearch {
  const byName = nameSearch(text);
  if (!owners || owners.uids?.length === 0) return byName;
  if (!owners.uids) return { ...byName, test: null, others: null };
  const owned = { ownerUid: { $in: owners.uids } };
  const others = [{ filter: owned, test: { $nor: [byName.test] } }];
  return { ...byName, test: { $or: [byName.test, owned] }, others };
}
