import type { Db, Filter, ObjectId } from 'mongodb';
import { batchReader } from '../database/batchReader';
import type { CollectionDeclaration } from '../database/indexes';
import { insertMissing } from '../database/insertMissing';
import { readAfter, type StoredPosition } from '../database/keyset';
import { searchTermsOf } from '../database/searchTerms';
import { windowFilter } from '../database/textIndex';

/** What search knows of a product: nothing that changes while its name stays, because these indexes are dear to update. */
export interface ProductSearchDocument {
  _id: ObjectId;
  ownerUid: string;
  nameLower: string;
  createdAt: Date;
  grams: string[];
  suffixes: string[];
}

export type SearchRow = Pick<ProductSearchDocument, '_id' | 'nameLower' | 'createdAt'>;

export const productSearchDeclaration: CollectionDeclaration = {
  collection: 'productSearch',
  indexes: [
    {
      name: 'grams_newest',
      keys: { grams: 1, createdAt: -1, _id: -1 },
      reason: 'texts of one to three characters, and the rarest gram of longer frequent ones, newest first',
    },
    {
      name: 'suffixes',
      keys: { suffixes: 1 },
      reason: 'finding and counting the few products that contain a longer text',
    },
    {
      name: 'owner_suffixes',
      keys: { ownerUid: 1, suffixes: 1 },
      reason: "finding and counting one person's products that contain a text",
    },
  ],
};

type SearchedProduct = Pick<ProductSearchDocument, '_id' | 'ownerUid' | 'createdAt'> & { readonly name: string };

const rowProjection = { nameLower: 1, createdAt: 1 };

export type ProductSearchRepository = ReturnType<typeof createProductSearchRepository>;

export function createProductSearchRepository(db: Db) {
  const search = db.collection<ProductSearchDocument>(productSearchDeclaration.collection);
  const readBatch = batchReader<ProductSearchDocument>(db, productSearchDeclaration.collection);
  return {
    async put(product: SearchedProduct): Promise<void> {
      const { _id, ...document } = searchDocument(product);
      await search.replaceOne({ _id }, document, { upsert: true });
    },
    /** For bulk loading, in ascending order of _id. */
    async insertMany(products: SearchedProduct[]): Promise<void> {
      await insertMissing(search, products.map(searchDocument));
    },
    async delete(id: ObjectId): Promise<void> {
      await search.deleteOne({ _id: id });
    },
    /** Products with the gram, newest first. */
    readByGram: (gram: string, after: StoredPosition | null, limit: number): Promise<SearchRow[]> =>
      readAfter(readBatch, {
        filter: { grams: gram },
        order: { field: 'createdAt', direction: -1 },
        after,
        limit,
        projection: rowProjection,
      }),
    countByGram: (gram: string, limit: number) => search.countDocuments({ grams: gram }, { limit }),
    /** Products, of one owner or of everybody, with a suffix that starts with the window (at most 16 characters). */
    findByWindow: (window: string, limit: number, ownerUid: string | null = null): Promise<SearchRow[]> =>
      readBatch({ filter: suffixFilter(window, ownerUid), limit, projection: rowProjection }),
    /** Their products alone, where the window is the whole text. */
    async findIdsByWindow(window: string, limit: number): Promise<ObjectId[]> {
      const rows = await readBatch({ filter: suffixFilter(window, null), limit, projection: { _id: 1 } });
      return rows.map(({ _id }) => _id);
    },
    countByWindow: (window: string, limit: number, ownerUid: string | null = null) =>
      search.countDocuments(suffixFilter(window, ownerUid), { limit }),
  };
}

function suffixFilter(window: string, ownerUid: string | null): Filter<ProductSearchDocument> {
  return { ...(ownerUid !== null && { ownerUid }), ...windowFilter('suffixes', window) };
}

function searchDocument({ _id, ownerUid, name, createdAt }: SearchedProduct): ProductSearchDocument {
  return { _id, ownerUid, nameLower: name.toLowerCase(), createdAt, ...searchTermsOf(name) };
}
