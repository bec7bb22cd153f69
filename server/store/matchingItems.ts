import type { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { isWindow } from '../database/searchTerms';
import { readRareText } from '../database/textIndex';
import { once, type Row } from '../listing';
import { listSource, mergedSource, type MatchingQuestion, type RowSource } from '../matchingList';
import type { ItemRow, OwnedRange } from '../products/itemQueries';
import { positionOf, storedPosition } from '../products/productOrder';
import { readRareRows } from '../products/productPlan';
import type { StoreItemDocument } from './store.service';
import type { ItemReader, ItemsQuestion } from './storeItems';

/** Rows that are read whole and sorted here; where more may match, a page fills quickly in the list's own order. */
const fewRows = 500;
/** Of one person's many items most are read in vain: for them more rows of a text are few. */
const fewRowsInOwn = 1_500;
const fewPeople = 100;

export async function matchingItems(
  context: Context,
  items: ItemsQuestion,
  readers: readonly ItemReader[],
): Promise<MatchingQuestion<ItemRow>> {
  const { order } = items;
  const text = items.filter.search.toLowerCase();
  const owners = once(() => ownersOf(context, text));
  const sources = await Promise.all(
    readers.map(async (reader) => {
      const few = (await fewOwned(reader, items)) ?? (await fewByText(context, reader, items, owners));
      return few
        ? listSource(
            few.map((node) => placed(node, items)),
            order,
          )
        : orderedRows(reader, items);
    }),
  );
  const byOwnerToo = text !== '' && items.ownerUid === null;
  const isOwnedByMatch = byOwnerToo ? ownerTest(context, text, await owners()) : () => false;
  return {
    source: mergedSource(sources, order),
    matches: (row) => {
      if (!isInRange(items, row)) return false;
      return text === '' || String(row.nameLower).includes(text) || isOwnedByMatch(row.ownerUid);
    },
    countByIndex: (limit) => countByText(context, readers, { ...items, limit, owners }),
  };
}

/** A text alone, in everybody's items, that no owner's e-mail holds; or one that so many names hold that it does not matter. */
async function countByText(
  { repositories: { productSearch, store } }: Context,
  readers: readonly ItemReader[],
  { ownerUid, filter, limit, owners }: ItemsQuestion & { limit: number; owners: () => Promise<string[] | null> },
): Promise<number | null> {
  const { status, createdFrom, createdTo } = filter;
  const text = filter.search.toLowerCase();
  if (text === '' || !isWindow(text) || ownerUid !== null || status !== null || createdFrom || createdTo) return null;
  const counts = await Promise.all(
    readers.map(({ kind }) => (kind === 'PRODUCT' ? productSearch : store).countByWindow(text, limit)),
  );
  const byName = counts.reduce((sum, count) => sum + count, 0);
  return byName >= limit || (await owners())?.length === 0 ? byName : null;
}

/** Everything of the predicate of the list but its text. */
function isInRange({ ownerUid, filter: { status, createdFrom, createdTo } }: ItemsQuestion, row: ItemRow): boolean {
  const { createdAt } = row;
  if (ownerUid !== null && row.ownerUid !== ownerUid) return false;
  if (status !== null && row.productId === undefined && row.status !== status) return false;
  return !(createdFrom && !(createdAt >= createdFrom)) && !(createdTo && !(createdAt < createdTo));
}

/** Whether the text is in the owner's e-mail: where few people's holds it nobody has to be looked up for each row. */
function ownerTest(
  { loaders }: Context,
  text: string,
  few: readonly string[] | null,
): (uid: string) => boolean | Promise<boolean> {
  if (few) {
    const uids = new Set(few);
    return (uid) => uids.has(uid);
  }
  return async (uid) => (await loaders.emailByUid.load(uid))?.includes(text) ?? false;
}

function placed(node: ItemRow, { order }: ItemsQuestion) {
  return { node, position: positionOf(node, order) };
}

/** All rows in the list's order, by an index that holds what it can of the filter. */
function orderedRows(reader: ItemReader, items: ItemsQuestion): RowSource<ItemRow> {
  const { ownerUid, order, filter } = items;
  const isByDate = order.field === 'createdAt';
  const range: OwnedRange = {
    ownerUid,
    createdFrom: isByDate ? filter.createdFrom : null,
    createdTo: isByDate ? filter.createdTo : null,
    status: ownerUid === null && reader.kind === 'PRODUCT' ? filter.status : null,
  };
  return async (after, limit) => {
    const found = await reader.readOwnedRows(range, order, after && storedPosition(after, order), limit);
    return { rows: found.map((row) => placed(row, items)), documents: found.length, isLast: found.length < limit };
  };
}

/** The rows of one owner or one stretch of time, when they are few. */
async function fewOwned(reader: ItemReader, { ownerUid, filter }: ItemsQuestion): Promise<ItemRow[] | null> {
  const { createdFrom, createdTo } = filter;
  if (ownerUid === null && createdFrom === null && createdTo === null) return null;
  const range = { ownerUid, createdFrom, createdTo };
  if ((await reader.countOwned(range, fewRows + 1)) > fewRows) return null;
  return reader.findOwnedRows(range, fewRows + 1);
}

/** The rows that a text can mean, by name or by owner, when they are few. */
async function fewByText(
  context: Context,
  reader: ItemReader,
  { ownerUid, filter }: ItemsQuestion,
  owners: () => Promise<string[] | null>,
): Promise<ItemRow[] | null> {
  const text = filter.search.toLowerCase();
  if (text === '') return null;
  const byName = await rareNames(context, reader, text, ownerUid === null ? fewRows : fewRowsInOwn);
  if (!byName || ownerUid !== null) return byName;
  const uids = await owners();
  if (uids?.length === 0) return byName;
  if (!uids || (await reader.countByOwners(uids, fewRows + 1)) > fewRows) return null;
  const byOwner = await reader.findRowsByOwners(uids, fewRows + 1);
  return [...new Map([...byName, ...byOwner].map((row) => [row._id.toHexString(), row])).values()];
}

async function rareNames(
  { repositories }: Context,
  { kind }: ItemReader,
  text: string,
  most: number,
): Promise<ItemRow[] | null> {
  const { products, store } = repositories;
  if (kind === 'STORE_ENTRY') return readRareText(text, most, { count: store.countByWindow, find: store.findByWindow });
  const rows = await readRareRows(repositories, text, most);
  const matching = rows?.filter(({ nameLower }) => nameLower.includes(text)).map(({ _id }) => _id);
  if (!matching) return null;
  return matching.length > 0 ? products.findRowsByIds(matching) : [];
}

/** The people whose e-mail contains the text, when they are few. */
async function ownersOf({ repositories: { users } }: Context, text: string): Promise<string[] | null> {
  const few = await readRareText(text, fewPeople, {
    count: (window, limit) => users.countByWindow('emailTerms', window, limit),
    find: (window, limit) => users.findByWindow('emailTerms', window, limit),
  });
  return few && few.filter(({ email }) => email?.includes(text)).map(({ _id }) => _id);
}

/** The items of rows; one that is gone by now is left out. */
export async function loadItems(
  { repositories: { products, store } }: Context,
  rows: readonly Row<ItemRow>[],
): Promise<Row<StoreItemDocument>[]> {
  const [productIds, entryIds]: [ObjectId[], ObjectId[]] = [[], []];
  for (const { node } of rows) (node.productId === undefined ? productIds : entryIds).push(node._id);
  const found = await Promise.all<StoreItemDocument[]>([
    productIds.length > 0 ? products.findByIds(productIds) : [],
    entryIds.length > 0 ? store.findByIds(entryIds) : [],
  ]);
  const byId = new Map(found.flat().map((item) => [item._id.toHexString(), item]));
  return rows.flatMap(({ cursor, node }) => {
    const item = byId.get(node._id.toHexString());
    return item ? [{ cursor, node: item }] : [];
  });
}
