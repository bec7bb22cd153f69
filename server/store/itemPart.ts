import { isWindow, windowsOfText } from '../database/searchTerms';
import { rarestOf } from '../database/textIndex';
import { countLimit, keyed, once } from '../listing';
import { documentBudget, listSource, type RowSource } from '../matchingList';
import type { ItemRow } from '../products/itemQueries';
import type { SearchedOwners } from './searchedOwners';
import type { ItemReader, ItemsQuestion } from './storeItems';
import { placed, rowsAsItems, walkThrough } from './walkItems';

/** Rows that are read whole and sorted here; where more may match, a page fills quickly in the list's own order. */
const fewRows = 500;
/** Fewer are always read whole: a walk through the list would cost more. */
const veryFewRows = 100;
/** Of what a list shows at once. */
const pageRows = 25;
/** Walking through a longer list of one person's never pays for a text that few rows have. */
const longList = 20_000;
/** Documents that cost the database as much to look at as one row costs to send. */
const looksPerRow = 4;

/** The products or the store entries of a filtered list. */
export interface ItemPart {
  readonly reader: ItemReader;
  /** All rows that may match, where they are few. */
  readonly few: readonly ItemRow[] | null;
  readonly source: RowSource<ItemRow>;
  /** Up to 1,001, how many have the text in their name, whoever owns them; null when no index tells exactly. */
  readonly countByName: () => Promise<number | null>;
}

interface PartQuestion {
  readonly reader: ItemReader;
  readonly items: ItemsQuestion;
  readonly owners: SearchedOwners | null;
  readonly countWindow: (window: string) => Promise<number>;
  /** Of the owner and the time, up to what makes a difference. */
  readonly countRange: () => Promise<number>;
}

export async function itemPart(
  reader: ItemReader,
  items: ItemsQuestion,
  owners: SearchedOwners | null,
): Promise<ItemPart> {
  const { text, order } = items;
  const question: PartQuestion = {
    ...{ reader, items, owners },
    // Each once, for choosing how to read the page and for the count, which asks for more.
    countWindow: keyed((window: string) => reader.countByWindow(window, countLimit + 1, items.ownerUid)),
    countRange: once(() => reader.countOwned(rangeOf(items), longList + 1)),
  };
  const few = (await fewInRange(question)) ?? (await fewByText(question));
  const rows = few?.map((row) => placed(row, order));
  return {
    reader,
    few,
    source: rows ? listSource(rows, order) : await walkThrough(reader, items, owners),
    countByName: async () => (hasTextIndex(reader, items) && isWindow(text) ? question.countWindow(text) : null),
  };
}

const rangeOf = ({ ownerUid, filter: { createdFrom, createdTo } }: ItemsQuestion) => ({
  ownerUid,
  createdFrom,
  createdTo,
});

/** One person's entries, 500 at most, are found by their owner alone. */
const hasTextIndex = ({ kind }: ItemReader, { ownerUid }: ItemsQuestion) => kind === 'PRODUCT' || ownerUid === null;

/** The rows of one owner or one stretch of time, when they are few. */
async function fewInRange({ reader, items, countRange }: PartQuestion): Promise<ItemRow[] | null> {
  const { ownerUid, text, filter } = items;
  if (ownerUid === null && filter.createdFrom === null && filter.createdTo === null) return null;
  if (!hasTextIndex(reader, items)) {
    const found = await reader.findOwnedRows(rangeOf(items), fewRows + 1);
    return found.length > fewRows ? null : found;
  }
  // Of one person's products the text's own index tells how many they are.
  if (ownerUid !== null && text !== '') return null;
  const count = await countRange();
  if (count > fewRows) return null;
  return count === 0 ? [] : reader.findOwnedRows(rangeOf(items), fewRows + 1, count <= rowsAsItems);
}

/** The rows that a text can mean, by name or by owner, when they are few. */
async function fewByText(question: PartQuestion): Promise<ItemRow[] | null> {
  const { reader, items, owners } = question;
  if (items.text === '' || !hasTextIndex(reader, items)) return null;
  const byName = await fewByName(question);
  const uids = owners ? await owners.few() : [];
  if (!byName || uids?.length === 0) return byName;
  if (!uids) return null;
  const byOwner = await rowsOfOwners(reader, [...uids]);
  if (!byOwner) return null;
  return [...new Map([...byName, ...byOwner].map((row) => [row._id.toHexString(), row])).values()];
}

async function rowsOfOwners(reader: ItemReader, uids: string[]): Promise<ItemRow[] | null> {
  const items = await reader.findRowsByOwners(uids, rowsAsItems + 1, true);
  if (items.length <= rowsAsItems) return items;
  const rows = await reader.findRowsByOwners(uids, fewRows + 1);
  return rows.length > fewRows ? null : rows;
}

async function fewByName(question: PartQuestion): Promise<ItemRow[] | null> {
  const { reader, items, countWindow } = question;
  const { text, ownerUid } = items;
  const { term, count } = await rarestOf(windowsOfText(text), countWindow);
  if (count === 0) return [];
  if (count > fewRows || (await isWalkCheaper(question, count))) return null;
  return reader.findByWindow(term, fewRows + 1, count <= rowsAsItems, ownerUid);
}

/** Whether a page, walked to in the order of the list, is expected sooner than all rows of the text are read. */
async function isWalkCheaper({ reader, items, countRange }: PartQuestion, matches: number): Promise<boolean> {
  if (matches <= veryFewRows || !isWindow(items.text)) return false;
  const all = items.ownerUid === null ? await reader.estimate() : await countRange();
  const looks = (pageRows * all) / matches;
  return all <= longList && looks < matches * looksPerRow && looks < documentBudget / 2;
}
