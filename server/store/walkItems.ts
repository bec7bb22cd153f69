import { batchOf, type RowSource } from '../matchingList';
import type { ItemOrder, ItemRow, ItemTest, OwnedRange } from '../products/itemQueries';
import { positionOf, storedPosition } from '../products/productOrder';
import type { SearchedOwners } from './searchedOwners';
import type { ItemReader, ItemsQuestion } from './storeItems';

/** So few rows come as the items they stand for, which need not be asked for again. */
export const rowsAsItems = 80;

export function placed(node: ItemRow, order: ItemOrder) {
  return { node, position: positionOf(node, order) };
}

/** What of the list's filter the index of its order holds. */
function indexRange({ kind }: ItemReader, { ownerUid, order, filter }: ItemsQuestion): OwnedRange {
  const isByDate = order.field === 'createdAt';
  const { status, inStock } = filter;
  const isOfAllProducts = ownerUid === null && kind === 'PRODUCT';
  // One index holds the stock, another the status.
  const isByStock = isOfAllProducts && isByDate && inStock !== null;
  return {
    ownerUid,
    createdFrom: isByDate ? filter.createdFrom : null,
    createdTo: isByDate ? filter.createdTo : null,
    status: isOfAllProducts && !isByStock ? status : null,
    inStock: isByStock ? inStock : null,
  };
}

/** The list in its own order: the database gives what fulfils the filter, unless only a look at each owner tells. */
export async function walkThrough(
  reader: ItemReader,
  items: ItemsQuestion,
  owners: SearchedOwners | null,
): Promise<RowSource<ItemRow>> {
  const uids = owners ? await owners.few() : [];
  return uids ? fulfillingItems(reader, items, uids) : orderedRows(reader, items);
}

function orderedRows(reader: ItemReader, items: ItemsQuestion): RowSource<ItemRow> {
  const { order } = items;
  const range = indexRange(reader, items);
  return async (after, { documents }) => {
    const read: ItemReader['readOwnedRows'] = documents <= rowsAsItems ? reader.readOwned : reader.readOwnedRows;
    const found = await read(range, order, after && storedPosition(after, order), documents);
    return batchOf(
      found.map((row) => placed(row, order)),
      found.length,
      found.length < documents,
    );
  };
}

function fulfillingItems(reader: ItemReader, items: ItemsQuestion, uids: readonly string[]): RowSource<ItemRow> {
  const { order } = items;
  const range = indexRange(reader, items);
  const test = itemTest(reader, items, uids);
  return async (after, { rows: wanted, most }) => {
    const start = after && storedPosition(after, order);
    const { found, end, isLast } = await reader.search({ range, test, order, after: start, rows: wanted, most });
    const rows = found.map((row) => placed(row, order));
    const until = end ? positionOf(end, order) : (rows.at(-1)?.position ?? null);
    return { rows, documents: isLast ? rows.length : most, end: until, isLast: isLast || until === null };
  };
}

/** All of the filter but its text; entries have no status and no stock to tell apart. */
export function wholeRange({ kind }: ItemReader, { ownerUid, filter }: ItemsQuestion): OwnedRange {
  const { createdFrom, createdTo, status, inStock } = filter;
  const isOfProducts = kind === 'PRODUCT';
  return {
    ...{ ownerUid, createdFrom, createdTo },
    status: isOfProducts ? status : null,
    inStock: isOfProducts ? inStock : null,
  };
}

/** The whole filter. */
export function itemTest(reader: ItemReader, items: ItemsQuestion, uids: readonly string[]): ItemTest {
  return { ...wholeRange(reader, items), text: items.text, uids };
}
