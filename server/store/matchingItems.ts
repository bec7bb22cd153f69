import type { ObjectId } from 'mongodb';
import type { Context } from '../context';
import type { Placed } from '../listing';
import { mergedSource, type MatchingQuestion } from '../matchingList';
import type { ItemRow } from '../products/itemQueries';
import { countItems } from './countItems';
import { itemPart, type ItemPart } from './itemPart';
import { searchedOwners, type SearchedOwners } from './searchedOwners';
import type { StoreItemDocument } from './store.service';
import type { ItemReader, ItemsQuestion } from './storeItems';

/** A filtered list as its parts know it: products and store entries. */
export interface ItemSearchParts {
  readonly items: ItemsQuestion;
  readonly parts: readonly ItemPart[];
  /** Null where an owner's e-mail says nothing: there is no text, or all items are one person's. */
  readonly owners: SearchedOwners | null;
  readonly matches: (row: ItemRow) => boolean | Promise<boolean>;
}

export async function matchingItems(
  context: Context,
  items: ItemsQuestion,
  readers: readonly ItemReader[],
): Promise<MatchingQuestion<ItemRow>> {
  const { text, ownerUid, order } = items;
  const owners = text !== '' && ownerUid === null ? searchedOwners(context, text) : null;
  const parts = await Promise.all(readers.map((reader) => itemPart(reader, items, owners)));
  const isOwnedByMatch = owners ? await owners.test() : () => false;
  const matches = (row: ItemRow) => {
    if (!isInRange(items, row)) return false;
    return text === '' || String(row.nameLower).includes(text) || isOwnedByMatch(row.ownerUid);
  };
  const source = mergedSource(
    parts.map((part) => part.source),
    order,
  );
  return { source, matches, countByDatabase: (limit) => countItems({ items, parts, owners, matches }, limit) };
}

/** Everything of the predicate of the list but its text. */
function isInRange({ ownerUid, filter }: ItemsQuestion, row: ItemRow): boolean {
  const { createdAt, productId } = row;
  const { status, inStock, createdFrom, createdTo } = filter;
  if (ownerUid !== null && row.ownerUid !== ownerUid) return false;
  if (status !== null && productId === undefined && row.status !== status) return false;
  if (inStock !== null && productId === undefined && row.inStock !== inStock) return false;
  return !(createdFrom && !(createdAt >= createdFrom)) && !(createdTo && !(createdAt < createdTo));
}

const isItem = (row: ItemRow): row is ItemRow & StoreItemDocument => 'photos' in row;

/** The items of rows, as far as these are not items already; one that is gone by now is left out. */
export async function loadItems(
  { repositories: { products, store } }: Context,
  rows: readonly Placed<ItemRow>[],
): Promise<Placed<StoreItemDocument>[]> {
  const [productIds, entryIds]: [ObjectId[], ObjectId[]] = [[], []];
  for (const { node } of rows) {
    if (!isItem(node)) (node.productId === undefined ? productIds : entryIds).push(node._id);
  }
  const found = await Promise.all<StoreItemDocument[]>([
    productIds.length > 0 ? products.findByIds(productIds) : [],
    entryIds.length > 0 ? store.findByIds(entryIds) : [],
  ]);
  const byId = new Map(found.flat().map((item) => [item._id.toHexString(), item]));
  return rows.flatMap(({ position, node }) => {
    const item = isItem(node) ? node : byId.get(node._id.toHexString());
    return item ? [{ position, node: item }] : [];
  });
}
