import type { Collection, Document, Filter, ObjectId } from 'mongodb';
import type { IndexDeclaration } from '../database/indexes';
import { readAfter, type StoredPosition } from '../database/keyset';
import type { ProductOrder } from './productOrder';

/** A part of everybody's or one person's items that an index answers. */
export interface OwnedRange {
  readonly ownerUid: string | null;
  readonly createdFrom: Date | null;
  readonly createdTo: Date | null;
  /** Products only: an entry has none. */
  readonly status?: 'active' | 'inactive' | null;
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
  /** Of a store entry. */
  readonly productId?: ObjectId;
}

export const rowFields = {
  nameLower: 1,
  priceCents: 1,
  ownerUid: 1,
  createdAt: 1,
  status: 1,
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

/** What products and store entries are both asked. */
export function itemQueries<T extends Document>(collection: Collection<T>, projection: Document = {}) {
  const countRange = (range: OwnedRange, limit: number) =>
    collection.countDocuments(ownedFilter(range) as Filter<T>, { limit });
  const findRows = (filter: Document, limit: number): Promise<ItemRow[]> =>
    collection
      .find(filter as Filter<T>, { limit, batchSize: limit + 1, projection: rowFields })
      .toArray() as unknown as Promise<ItemRow[]>;
  return {
    /** One owner's or everybody's items in the order of a sort, by one index range. */
    readOwned: (range: OwnedRange, order: ItemOrder, after: StoredPosition | null, limit: number): Promise<T[]> =>
      readAfter(collection, { filter: ownedFilter(range), order, after, limit, projection }),
    readOwnedRows: (range: OwnedRange, order: ItemOrder, after: StoredPosition | null, limit: number) =>
      readAfter(collection, {
        filter: ownedFilter(range),
        order,
        after,
        limit,
        projection: rowFields,
      }) as unknown as Promise<ItemRow[]>,
    countOwned: countRange,
    /** Call it when countOwned says that they are few. */
    findOwnedRows: (range: OwnedRange, limit: number) => findRows(ownedFilter(range), limit),
    countByOwners: (uids: string[], limit: number) => collection.countDocuments(ownedBy(uids) as Filter<T>, { limit }),
    findRowsByOwners: (uids: string[], limit: number) => findRows(ownedBy(uids), limit),
    findRowsByIds: (ids: ObjectId[]) => findRows({ _id: { $in: ids } }, ids.length + 1),
  };
}

const ownedBy = (uids: string[]): Document => ({ ownerUid: { $in: uids } });

function ownedFilter({ ownerUid, createdFrom, createdTo, status }: OwnedRange): Document {
  const range = { ...(createdFrom && { $gte: createdFrom }), ...(createdTo && { $lt: createdTo }) };
  return {
    ...(ownerUid !== null && { ownerUid }),
    ...(status && { status }),
    ...(Object.keys(range).length > 0 && { createdAt: range }),
  };
}
