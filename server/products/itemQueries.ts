import type { Collection, Document, Filter, ObjectId } from 'mongodb';
import type { ReadBatch, ReadPipeline } from '../database/batchReader';
import type { IndexDeclaration } from '../database/indexes';
import { readAfter, type StoredPosition } from '../database/keyset';
import { momentsBetween } from '../database/ranges';
import { countFulfilling, searchInOrder, type Found } from '../database/searchInOrder';
import { holding, windowFilter } from '../database/textIndex';
import type { ProductOrder } from './productOrder';

/** A part of everybody's or one person's items that an index answers. */
export interface OwnedRange {
  readonly ownerUid: string | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  /** Products only: an entry has none. */
  readonly status?: 'active' | 'inactive' | null;
  /** Products only, likewise. */
  readonly inStock?: boolean | null;
}

/** What lists and searches decide by: the items themselves are dearer to read. */
export interface ItemRow {
  readonly _id: ObjectId;
  readonly nameLower: string;
  readonly priceCents: number;
  readonly ownerUid: string;
  readonly createdAt: Date;
  /** Of a product. */
  readonly status?: 'active' | 'inactive';
  readonly inStock?: boolean;
  /** Of a store entry. */
  readonly productId?: ObjectId;
}

export const rowFields = {
  nameLower: 1,
  priceCents: 1,
  ownerUid: 1,
  createdAt: 1,
  status: 1,
  inStock: 1,
  productId: 1,
} as const;

/** What the lists of products and of store entries need beside NEWEST. */
export const itemIndexes: readonly IndexDeclaration[] = [
  { name: 'name', keys: { nameLower: 1, _id: 1 }, reason: "the admin's list by NAME" },
  { name: 'price', keys: { priceCents: 1, _id: 1 }, reason: "the admin's list by PRICE" },
  { name: 'owner_name', keys: { ownerUid: 1, nameLower: 1, _id: 1 }, reason: 'the own list by NAME' },
  { name: 'owner_price', keys: { ownerUid: 1, priceCents: 1, _id: 1 }, reason: 'the own list by PRICE' },
];

export type ItemOrder = Pick<ProductOrder, 'direction'> & { readonly field: 'createdAt' | 'nameLower' | 'priceCents' };

/** What is searched for: all of it must hold. */
export interface ItemTest extends OwnedRange {
  /** Folded, somewhere in the name; '' for any name. */
  readonly text: string;
  /** Whose items fulfil the text, whatever they are called. */
  readonly uids: readonly string[];
}

interface ItemSearch {
  /** What the index of the order holds. */
  readonly range: OwnedRange;
  readonly order: ItemOrder;
  readonly test: ItemTest;
  readonly after: StoredPosition | null;
  readonly rows: number;
  readonly most: number;
}

interface ItemAccess<T extends Document> {
  readonly collection: Collection<T>;
  readonly readBatch: ReadBatch<T>;
  readonly readPipeline: ReadPipeline;
  /** Everything but what only an index needs. */
  readonly projection: Document;
}

/** What products and store entries are both asked. */
export function itemQueries<T extends Document>({ collection, readBatch, readPipeline, projection }: ItemAccess<T>) {
  const countRange = (range: OwnedRange, limit: number) =>
    collection.countDocuments(ownedFilter(range) as Filter<T>, { limit });
  const findRows = (filter: Document, limit: number, asItems = false): Promise<ItemRow[]> =>
    readBatch({ filter, limit, projection: asItems ? projection : rowFields }) as unknown as Promise<ItemRow[]>;
  return {
    /** One owner's or everybody's items in the order of a sort, by one index range. */
    readOwned: (range: OwnedRange, order: ItemOrder, after: StoredPosition | null, limit: number): Promise<T[]> =>
      readAfter(readBatch, { filter: ownedFilter(range), order, after, limit, projection }),
    readOwnedRows: (range: OwnedRange, order: ItemOrder, after: StoredPosition | null, limit: number) =>
      readAfter(readBatch, {
        filter: ownedFilter(range),
        order,
        after,
        limit,
        projection: rowFields,
      }) as unknown as Promise<ItemRow[]>,
    countOwned: countRange,
    /** Call it when countOwned says that they are few. Rows, or the items that they stand for. */
    findOwnedRows: (range: OwnedRange, limit: number, asItems?: boolean) =>
      findRows(ownedFilter(range), limit, asItems),
    /** The next items that fulfil a test, in the order of a sort. */
    search: ({ range, test, ...rest }: ItemSearch): Promise<Found<T>> =>
      searchInOrder(collection, readPipeline, {
        ...{ ...rest, projection },
        filter: ownedFilter(range),
        test: testFilter(test),
      }),
    /** Of the first `most` items of a range. */
    countFulfilling: (range: OwnedRange, test: ItemTest, most: number, limit: number) =>
      countFulfilling(collection, { filter: ownedFilter(range), test: testFilter(test), most, limit }),
    /** How many there are, nearly. */
    estimate: () => collection.estimatedDocumentCount(),
    countByOwners: (uids: string[], limit: number) => collection.countDocuments(ownedBy(uids) as Filter<T>, { limit }),
    findRowsByOwners: (uids: string[], limit: number, asItems?: boolean) => findRows(ownedBy(uids), limit, asItems),
    /** Items, of one owner or of everybody, whose name has a suffix that starts with the window (at most 16 characters). */
    findByWindow: (window: string, limit: number, asItems: boolean, ownerUid: string | null = null) =>
      findRows(namedFilter(window, ownerUid), limit, asItems),
    countByWindow: (window: string, limit: number, ownerUid: string | null = null) =>
      collection.countDocuments(namedFilter(window, ownerUid) as Filter<T>, { limit }),
  };
}

const namedFilter = (window: string, ownerUid: string | null): Document => ({
  ...(ownerUid !== null && { ownerUid }),
  ...windowFilter('nameTerms', window),
});
const ownedBy = (uids: string[]): Document => ({ ownerUid: { $in: uids } });

function testFilter({ text, uids, ...range }: ItemTest): Document {
  if (text === '') return ownedFilter(range);
  const byName = { nameLower: holding(text) };
  return { ...ownedFilter(range), ...(uids.length > 0 ? { $or: [byName, ownedBy([...uids])] } : byName) };
}

function ownedFilter({ ownerUid, createdFrom, createdTo, status, inStock = null }: OwnedRange): Document {
  return {
    ...(ownerUid !== null && { ownerUid }),
    ...(status && { status }),
    ...(inStock !== null && { inStock }),
    ...momentsBetween('createdAt', createdFrom, createdTo),
  };
}
