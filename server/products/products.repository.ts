import type { Db, Document, Filter, ObjectId } from 'mongodb';
import { batchReader } from '../database/batchReader';
import { countAll } from '../database/countAll';
import { isDuplicateId, isDuplicateKey } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { insertMissing } from '../database/insertMissing';
import { readAfter, type StoredPosition } from '../database/keyset';
import { numbersBetween } from '../database/ranges';
import { holding } from '../database/textIndex';
import type { AskedFields } from './askedFields';
import { itemIndexes, itemQueries } from './itemQueries';
import type { ProductOrder } from './productOrder';

export interface ProductDocument {
  _id: ObjectId;
  name: string;
  /** What NAME sorts by and search looks into: name.toLowerCase(). */
  nameLower: string;
  slug: string;
  photos: string[];
  description: string;
  priceCents: number;
  originalPriceCents: number | null;
  /** Percent. */
  discount: number;
  inStock: boolean;
  status: 'active' | 'inactive';
  categories: string[];
  rating: number | null;
  /** What RATING sorts by: the rating, or the display default where there is none. */
  ratingKey: number;
  reviewCount: number | null;
  ownerUid: string;
  createdAt: Date;
  version: number;
  /** The request that made the present version out of the one before; a retry of it knows its own work by this. */
  editId?: ObjectId;
}

/** What an edit may replace. */
export type ProductFields = Pick<
  ProductDocument,
  | 'name'
  | 'nameLower'
  | 'slug'
  | 'photos'
  | 'description'
  | 'priceCents'
  | 'originalPriceCents'
  | 'discount'
  | 'inStock'
  | 'status'
  | 'categories'
>;

/** The product that an edit or a deletion has seen. */
export type SeenProduct = Pick<ProductDocument, '_id' | 'version'>;

/** Exact conditions that an index answers alone. */
export interface IndexedConditions {
  readonly category: string | null;
  readonly inStockOnly: boolean;
  readonly minCents: number | null;
  readonly maxCents: number | null;
}

export const productsDeclaration: CollectionDeclaration = {
  collection: 'products',
  indexes: [
    {
      name: 'slug',
      keys: { slug: 1 },
      options: { unique: true },
      reason: 'a slug names one product; keeps the collection unsharded or sharded by slug (decision 10)',
    },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of everything" },
    { name: 'owner', keys: { ownerUid: 1, createdAt: -1, _id: -1 }, reason: 'the own product list; deleting a user' },
    ...itemIndexes,
    { name: 'status_newest', keys: { status: 1, createdAt: -1, _id: -1 }, reason: 'sort NEWEST' },
    { name: 'status_name', keys: { status: 1, nameLower: 1, _id: 1 }, reason: 'sort NAME' },
    { name: 'status_price', keys: { status: 1, priceCents: 1, _id: 1 }, reason: 'sorts PRICE; counting a price range' },
    { name: 'status_rating', keys: { status: 1, ratingKey: -1, _id: -1 }, reason: 'sort RATING' },
    {
      name: 'category_newest',
      keys: { status: 1, categories: 1, createdAt: -1, _id: -1 },
      reason: 'a category by NEWEST',
    },
    { name: 'category_name', keys: { status: 1, categories: 1, nameLower: 1, _id: 1 }, reason: 'a category by NAME' },
    {
      name: 'category_price',
      keys: { status: 1, categories: 1, priceCents: 1, _id: 1 },
      reason: 'a category by PRICE; counting a price range in it',
    },
    {
      name: 'category_rating',
      keys: { status: 1, categories: 1, ratingKey: -1, _id: -1 },
      reason: 'a category by RATING',
    },
    {
      name: 'stock_price',
      keys: { status: 1, inStock: 1, priceCents: 1 },
      reason: 'counting what is in stock in a price range',
    },
    {
      name: 'stock_category_price',
      keys: { status: 1, inStock: 1, categories: 1, priceCents: 1 },
      reason: 'counting what is in stock in a category and price range',
    },
  ],
};

export interface ProductsInOrder {
  readonly order: ProductOrder;
  readonly category: string | null;
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly after: StoredPosition | null;
  readonly limit: number;
  readonly fields?: AskedFields | undefined;
}

export interface MatchingProducts extends Pick<ProductsInOrder, 'order' | 'after' | 'limit' | 'fields'> {
  readonly conditions: IndexedConditions;
  /** In lower case, somewhere in the name; '' for any name. */
  readonly text: string;
  /** null: all that meet the conditions. */
  readonly ids: ObjectId[] | null;
}

/** Moments and names are mostly one product's own; prices and ratings are those of many. */
const rarelyTied: ReadonlySet<ProductOrder['field']> = new Set(['createdAt', 'nameLower'] as const);

type RefusedUpdate = 'changed' | 'slugTaken';

export type ProductsRepository = ReturnType<typeof createProductsRepository>;

export function createProductsRepository(db: Db) {
  const products = db.collection<ProductDocument>(productsDeclaration.collection);
  const readBatch = batchReader<ProductDocument>(db, productsDeclaration.collection);
  return {
    /** 'slugTaken' and 'idTaken' say which unique index refused the product. */
    async insert(product: ProductDocument): Promise<'inserted' | 'slugTaken' | 'idTaken'> {
      try {
        await products.insertOne(product);
        return 'inserted';
      } catch (error) {
        if (isDuplicateId(error)) return 'idTaken';
        if (isDuplicateKey(error)) return 'slugTaken';
        throw error;
      }
    },
    /** For bulk loading: products with new ids and slugs, in ascending order of _id. */
    async insertMany(many: ProductDocument[]): Promise<void> {
      await insertMissing(products, many);
    },
    findBySlug: async (slug: string) => (await readBatch({ filter: { slug }, limit: 1 }))[0] ?? null,
    findById: (id: ObjectId) => products.findOne({ _id: id }),
    findByIds: (ids: ObjectId[]) => readBatch({ filter: { _id: { $in: ids } }, limit: ids.length }),
    findBySlugs: (slugs: string[]) => readBatch({ filter: { slug: { $in: slugs } }, limit: slugs.length }),
    /**
     * Compare-and-set: the fields are replaced if the product is still as it was seen, else nothing is and 'changed' says so.
     * What is compared is the stored value, which some other program may have left out.
     */
    async update(seen: SeenProduct, fields: ProductFields, editId: ObjectId): Promise<ProductDocument | RefusedUpdate> {
      try {
        const version = versionOf(seen) + 1;
        const found = await products.findOneAndUpdate(
          asSeen(seen),
          { $set: { ...fields, version, editId } },
          { returnDocument: 'after' },
        );
        return found ?? 'changed';
      } catch (error) {
        if (isDuplicateKey(error)) return 'slugTaken';
        throw error;
      }
    },
    /** Deletes the product if it is still as it was seen. */
    async delete(seen: SeenProduct): Promise<boolean> {
      return (await products.deleteOne(asSeen(seen))).deletedCount === 1;
    },
    async deactivateByOwner(ownerUid: string): Promise<void> {
      await products.updateMany({ ownerUid, status: 'active' }, { $set: { status: 'inactive' }, $inc: { version: 1 } });
    },
    countAll: () => countAll(products),
    /** Active products in the order of a sort, by one index range. */
    readInOrder({ category, minCents, maxCents, fields, ...page }: ProductsInOrder): Promise<ProductDocument[]> {
      const { order } = page;
      const filter: Document = { status: 'active', ...(category !== null && { categories: category }) };
      if (order.field === 'priceCents') Object.assign(filter, numbersBetween('priceCents', minCents, maxCents));
      const isRarelyTied = rarelyTied.has(order.field);
      return readAfter(readBatch, { ...page, filter, isRarelyTied, projection: projectionOf(fields, order) });
    },
    /**
     * Active products in the order of a sort, of few: those with the ids, or those that meet the conditions. The database looks at each
     * and sends only what fulfils everything.
     */
    readMatching({ conditions, text, ids, fields, ...page }: MatchingProducts): Promise<ProductDocument[]> {
      const tests: Document[] = [
        ...(ids ? [{ _id: { $in: ids } }] : []),
        ...(text === '' ? [] : [{ nameLower: holding(text) }]),
      ];
      const filter = { ...activeFilter(conditions), ...(tests.length > 0 && { $and: tests }) };
      const hint = ids ? '_id_' : indexOf(conditions);
      const isRarelyTied = rarelyTied.has(page.order.field);
      return readAfter(readBatch, {
        ...page,
        filter,
        hint,
        isRarelyTied,
        projection: projectionOf(fields, page.order),
      });
    },
    /** Those of the ids that are active and meet the conditions. */
    findMatching(ids: ObjectId[], conditions: IndexedConditions, fields?: AskedFields): Promise<ProductDocument[]> {
      const filter = { _id: { $in: ids }, ...activeFilter(conditions) };
      return readBatch({ filter, hint: '_id_', limit: ids.length, projection: projectionOf(fields) });
    },
    /** How many active products meet the conditions, counted in the index up to a limit. */
    countActive: (conditions: IndexedConditions, limit: number) =>
      products.countDocuments(activeFilter(conditions), { limit }),
    /** How many products shoppers see. */
    countListed: () => products.countDocuments({ status: 'active' }),
    /** Their slugs, newest first, a part of the list at a time. */
    async listedSlugs(skip: number, limit: number): Promise<string[]> {
      const options = { projection: { slug: 1 }, sort: { createdAt: -1, _id: -1 }, skip, limit } as const;
      return (await products.find({ status: 'active' }, options).toArray()).map(({ slug }) => slug);
    },
    ...itemQueries(products, readBatch),
  };
}

/** Whole numbers only: a record that lacks its version has 0. */
export function versionOf({ version }: { readonly version?: unknown }): number {
  return Number.isSafeInteger(version) ? Number(version) : 0;
}

function asSeen({ _id, version }: SeenProduct): Filter<ProductDocument> {
  return { _id, version: (version as number | undefined) ?? null } as Filter<ProductDocument>;
}

/** What finding, filtering and placing a product takes, whatever else is asked of it. */
const alwaysRead: AskedFields = ['name', 'slug', 'priceCents', 'categories', 'inStock', 'status'];

function projectionOf(fields: AskedFields | undefined, order?: ProductOrder): Document | undefined {
  if (!fields) return undefined;
  return Object.fromEntries([...alwaysRead, ...fields, ...(order ? [order.field] : [])].map((field) => [field, 1]));
}

/** The index that counts the conditions too. */
function indexOf({ inStockOnly, category }: IndexedConditions): string {
  if (inStockOnly) return category === null ? 'stock_price' : 'stock_category_price';
  return category === null ? 'status_price' : 'category_price';
}

function activeFilter({ category, inStockOnly, minCents, maxCents }: IndexedConditions): Filter<ProductDocument> {
  return {
    status: 'active',
    ...(inStockOnly && { inStock: true }),
    ...(category !== null && { categories: category }),
    ...numbersBetween('priceCents', minCents, maxCents),
  };
}
