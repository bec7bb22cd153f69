import { isWindow } from '../database/searchTerms';
import { documentBudget } from '../matchingList';
import type { ItemSearchParts } from './matchingItems';
import type { StoreItemFilter } from './store.input';
import { itemTest } from './walkItems';

/** What the indexes of texts, owners and times do not tell. */
const isOfSomeProducts = ({ status, inStock }: StoreItemFilter) => status !== null || inStock !== null;

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

/** How many items a list has, exact up to `limit`, without a look at its rows here; null when that would take too long. */
export async function countItems(search: ItemSearchParts, limit: number): Promise<number | null> {
  if (search.parts.every(({ few }) => few)) return null;
  return (
    (await countRanges(search, limit)) ??
    (await countByText(search, limit)) ??
    (await countByOwners(search, limit)) ??
    (await countFulfilling(search, limit))
  );
}

/** A stretch of time in another order than that of time: an index range that is too long to be sorted. */
async function countRanges({ items: { text, ownerUid, filter }, parts }: ItemSearchParts, limit: number) {
  const { createdFrom, createdTo } = filter;
  if (text !== '' || isOfSomeProducts(filter)) return null;
  const range = { ownerUid, createdFrom, createdTo };
  return sum(await Promise.all(parts.map(({ reader }) => reader.countOwned(range, limit))));
}

/** A text alone, that no owner's e-mail holds; or one that so many names hold that it does not matter. */
async function countByText({ items, parts, owners, matches }: ItemSearchParts, limit: number) {
  const { createdFrom, createdTo } = items.filter;
  if (isOfSomeProducts(items.filter) || createdFrom || createdTo) return null;
  const counts = await Promise.all(
    parts.map(async ({ few, countByName }) =>
      few ? few.filter((row) => matches(row) === true).length : countByName(),
    ),
  );
  if (!counts.every((count) => count !== null)) return null;
  const byName = sum(counts);
  return byName >= limit || !owners || (await owners.few())?.length === 0 ? byName : null;
}

/** A text that many people's e-mails hold: more than the limit are known as soon as some of them have so many. */
async function countByOwners({ items, parts, owners }: ItemSearchParts, limit: number) {
  const { createdFrom, createdTo } = items.filter;
  if (
    !owners ||
    isOfSomeProducts(items.filter) ||
    createdFrom ||
    createdTo ||
    !isWindow(items.text) ||
    (await owners.few())
  )
    return null;
  let found = 0;
  for await (const uids of owners.groups()) {
    found += sum(await Promise.all(parts.map(({ reader }) => reader.countByOwners(uids, limit - found))));
    if (found >= limit) return limit;
  }
  return null;
}

/** By a look at every item of a list that is short, or of a longer one at so many that more than the limit are found. */
async function countFulfilling({ items, parts, owners }: ItemSearchParts, limit: number): Promise<number | null> {
  const uids = owners ? await owners.few() : [];
  if (!uids) return null;
  const { ownerUid, filter } = items;
  const range = { ownerUid, createdFrom: filter.createdFrom, createdTo: filter.createdTo };
  const lengths = await Promise.all(parts.map(({ reader }) => reader.countOwned(range, documentBudget + 1)));
  const isShort = sum(lengths) <= documentBudget;
  const most = isShort ? documentBudget : Math.floor(documentBudget / parts.length);
  const counts = await Promise.all(
    parts.map(({ reader }) => reader.countFulfilling(range, itemTest(reader, items, uids), most, limit)),
  );
  return isShort || sum(counts) >= limit ? sum(counts) : null;
}
