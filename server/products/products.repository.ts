import { isDeepStrictEqual } from 'node:util';
import type { Db, Filter, ObjectId } from 'mongodb';
import { announcedWrites, type AnnouncedWrite } from '../database/announcedWrites';
import { databaseClock, dateUndated, setUpdatedAt, insertDated, type Dated } from '../database/changeTime';
import { batchReader, pipelineReader } from '../database/batchReader';
import { countAll } from '../database/countAll';
import { isDuplicateId, isDuplicateKey } from '../database/databaseErrors';
import type { CollectionDeclaration, IndexDeclaration } from '../database/indexes';
import { batched, inOrderOf } from '../database/batched';
import { noSubscriptions } from '../events/eventSubscriptions';
import { pendingEventsIndex, pendingEventsOf, pushOf, type WithPendingEvents } from '../events/pendingEvents';
import { insertMissing } from '../database/insertEach';
import { listReader } from '../lists/listReader';
import type { TaxClass } from '../pricing/priceCheckout';
import { newestFirst, type StoredPosition } from '../lists/position';
import { scan } from '../lists/scan';
import { productTermsOf, type ProductTerms } from '../text/searchTerms';
import { createRemovals } from './removedProducts';
import { ownerUsageReader } from '../users/ownerUsage';
import { countedWrites } from './countedWrites';
import { deleterWithEvents, type ProductEvents } from './deleteWithEvents';
import { knownCategoriesReader } from './knownCategories';
import { deactivateUpdate, productEvent } from './productEvents';
import { productsCollection } from './productsCollection';

/** An admin has deactivated somebody else's product: only an admin can activate it again. */
export interface ShopHold {
  /** The admin's uid. */
  readonly uid: string;
  readonly since: Date;
}

export interface ProductDocument extends Dated {
  _id: ObjectId;
  name: string;
  /** Sort key of NAME and search field: the name folded by `foldText`. */
  nameLower: string;
  slug: string;
  photos: string[];
  description: string;
  priceCents: number;
  originalPriceCents: number | null;
  /** Percent. */
  discount: number;
  inStock: boolean;
  /** With tracked stock: whether it is on sale at all; `inStock` then also requires stock. */
  purchasable?: boolean;
  /** Selects the tax rate; missing: `standard`. */
  taxClass?: TaxClass;
  status: 'active' | 'inactive';
  categories: string[];
  rating: number | null;
  /** Sort key of RATING: the rating, or the displayed default. */
  ratingKey: number;
  reviewCount: number | null;
  ownerUid: string;
  createdAt: Date;
  version: number;
  /** Earlier slugs, latest last. */
  formerSlugs?: readonly FormerSlug[];
  /** The request that made this version, so that a retry recognizes its own edit. */
  editId?: ObjectId;
  /** Set while the shop has deactivated it. */
  heldByShop?: ShopHold | undefined;
}

/** Stored fields that a reader needs; a product read with them may lack the others. */
export type AskedFields = readonly (keyof ProductDocument)[];

export interface FormerSlug {
  readonly slug: string;
  /** When it was renamed. */
  readonly until: Date;
}

/** Fields that an edit may replace. */
export type EditableProductFields = Omit<
  ProductDocument,
  '_id' | 'rating' | 'ratingKey' | 'reviewCount' | 'ownerUid' | 'createdAt' | 'updatedAt' | 'version' | 'editId'
>;

/** Without `inStock` the stored value stays: a sale may have changed it since the product was read. */
export type ProductReplacement = Omit<EditableProductFields, 'inStock'> &
  Partial<Pick<EditableProductFields, 'inStock'>>;

/** What an edit or a deletion is based on. Counting a product changes `purchasable` and keeps the version. */
export type SeenProduct = Pick<ProductDocument, '_id' | 'version' | 'nameLower' | 'categories' | 'purchasable'>;

/** Indexes for lists of products and store entries beside NEWEST. */
export const itemIndexes: readonly IndexDeclaration[] = [
  { name: 'name', keys: { nameLower: 1, _id: 1 }, reason: "the admin's list by NAME" },
  { name: 'price', keys: { priceCents: 1, _id: 1 }, reason: "the admin's list by PRICE" },
  { name: 'owner_name', keys: { ownerUid: 1, nameLower: 1, _id: 1 }, reason: 'the own list by NAME' },
  { name: 'owner_price', keys: { ownerUid: 1, priceCents: 1, _id: 1 }, reason: 'the own list by PRICE' },
];

export const productsDeclaration: CollectionDeclaration = {
  collection: productsCollection,
  indexes: [
    {
      name: 'slug',
      keys: { slug: 1 },
      options: { unique: true },
      reason: 'a slug names one product; keeps the collection unsharded or sharded by slug (decision 10)',
    },
    {
      name: 'former_slugs',
      keys: { 'formerSlugs.slug': 1 },
      reason: 'the product of an address from before a renaming',
    },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of everything" },
    { name: 'owner', keys: { ownerUid: 1, createdAt: -1, _id: -1 }, reason: 'the own product list; deleting a user' },
    ...itemIndexes,
    {
      name: 'in_stock_newest',
      keys: { inStock: 1, createdAt: -1, _id: -1 },
      reason: "the admin's list of what is in stock or out of it",
    },
    {
      name: 'status_changed',
      keys: { status: 1, updatedAt: 1, _id: 1 },
      reason: 'what was changed, or left the catalogue, since some time, in that order',
    },
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
    {
      name: 'status_grams',
      keys: { status: 1, nameGrams: 1, createdAt: -1, _id: -1 },
      reason: 'texts of one to three characters, and the rarest gram of longer frequent ones, newest first',
    },
    {
      name: 'category_grams',
      keys: { status: 1, categoryGrams: 1, createdAt: -1, _id: -1, priceCents: 1 },
      reason: 'longer texts in a category, newest first, and what is in a price range of these',
    },
    { name: 'name_terms', keys: { nameTerms: 1 }, reason: 'finding and counting the few whose name contains a text' },
    {
      name: 'owner_name_terms',
      keys: { ownerUid: 1, nameTerms: 1 },
      reason: "finding and counting one person's products that contain a text",
    },
    pendingEventsIndex,
  ],
};

type StoredProduct = ProductDocument & ProductTerms & WithPendingEvents;

/** Excludes fields that only indexes or webhooks need. */
export const whole = { nameTerms: 0, nameGrams: 0, categoryGrams: 0, pendingEvents: 0 };

const stored = (product: ProductDocument): StoredProduct => ({ ...product, ...termsOf(product) });

const termsOf = ({ nameLower, categories }: Pick<ProductDocument, 'nameLower' | 'categories'>) =>
  productTermsOf({ name: nameLower, categories });

/** Bounds the products that had one slug in turn; more would be abuse. */
const maxPerSlug = 100;

const bySlug = ({ slug }: ProductDocument) => slug;

type RefusedUpdate = 'changed' | 'slugTaken';

export type ProductsRepository = ReturnType<typeof createProductsRepository>;

const noEvents: ProductEvents = { subscriptions: noSubscriptions, deletions: null };

/** `announce` is called for each write, before it is acknowledged. */
export function createProductsRepository(db: Db, announce: () => void, events = noEvents) {
  const { readable: products, write } = announcedWrites(
    db.collection<StoredProduct>(productsDeclaration.collection),
    announce,
  );
  const readBatch = batchReader<StoredProduct>(db, productsDeclaration.collection);
  const readPipeline = pipelineReader(db, productsDeclaration.collection);
  const findBySlugs = (slugs: readonly string[]) =>
    readBatch({ filter: { slug: { $in: slugs } }, projection: whole, limit: slugs.length });
  const list = listReader<ProductDocument>(db, productsDeclaration);
  const databaseTime = databaseClock(db);
  const removals = createRemovals(db);
  const { deleteOne, deleteById } = deleterWithEvents(products, write, { ...events, removals });
  const { subscriptions, deletions } = events;
  return {
    /** 'slugTaken' and 'idTaken' name the unique index that rejected the product. */
    async insert(product: ProductDocument): Promise<'inserted' | 'slugTaken' | 'idTaken'> {
      const pendingEvents = await subscriptions.filter([
        productEvent('product.created', product._id, versionOf(product)),
      ]);
      if (await subscriptions.has('product.deleted')) await deletions?.comesBack(product._id, new Date());
      try {
        const withEvents = { ...stored(product), ...(pendingEvents.length > 0 && { pendingEvents }) };
        await write((collection) => insertDated(collection, withEvents));
        return 'inserted';
      } catch (error) {
        if (isDuplicateId(error)) return 'idTaken';
        if (isDuplicateKey(error)) return 'slugTaken';
        throw error;
      }
    },
    /** For bulk loading: products with new ids and slugs, in ascending order of _id. */
    async insertMany(many: ProductDocument[]): Promise<void> {
      const updatedAt = await databaseTime();
      const dated = many.map((product) => ({ ...stored(product), updatedAt }));
      await write((collection) => insertMissing(collection, dated));
    },
    findBySlugs,
    findBySlug: batched(async (slugs: readonly string[]) => inOrderOf(slugs, await findBySlugs(slugs), bySlug)),
    /** The last product with this former slug. */
    async findByFormerSlug(slug: string): Promise<ProductDocument | null> {
      const found = await readBatch({ filter: { 'formerSlugs.slug': slug }, projection: whole, limit: maxPerSlug });
      const until = ({ formerSlugs = [] }: ProductDocument) =>
        Number(formerSlugs.find((former) => former.slug === slug)?.until ?? 0);
      return found.sort((a, b) => until(b) - until(a))[0] ?? null;
    },
    findById: (id: ObjectId): Promise<ProductDocument | null> => products.findOne({ _id: id }, { projection: whole }),
    findByIds: (ids: ObjectId[]) => readBatch({ filter: { _id: { $in: ids } }, projection: whole, limit: ids.length }),
    /** Those of the texts that are a category of some product. */
    findKnownCategories: knownCategoriesReader(readPipeline),
    /**
     * Compare-and-set: replaces the fields if the product is still as it was read, else returns 'changed'. Compares the
     * stored version, which another program may have omitted.
     */
    async update(
      seen: SeenProduct,
      fields: ProductReplacement,
      editId: ObjectId,
    ): Promise<ProductDocument | RefusedUpdate> {
      const events = await subscriptions.filter([productEvent('product.changed', seen._id, versionOf(seen) + 1)]);
      const change = { ...changeOf(seen, fields, editId), ...pushOf(events) };
      const filter = { ...asSeen(seen), ...(fields.inStock !== undefined && switchAsSeen(seen)) };
      try {
        const found = await write((collection) =>
          collection.findOneAndUpdate(filter, change, { returnDocument: 'after', projection: whole }),
        );
        return found ?? 'changed';
      } catch (error) {
        if (isDuplicateKey(error)) return 'slugTaken';
        throw error;
      }
    },
    /** Deletes the product if it is still as it was read. */
    delete: (seen: SeenProduct): Promise<boolean> => deleteOne(seen._id, asSeen(seen)),
    /** Deletes it regardless of its version. */
    deleteById,
    ...countedWrites(write, subscriptions),
    ...pendingEventsOf(db, productsCollection),
    ...changeReads(db, write, removals),
    ownerUsage: ownerUsageReader(readPipeline, productsDeclaration.collection),
    async deactivateByOwner(ownerUid: string): Promise<void> {
      const change = deactivateUpdate(await subscriptions.has('product.changed'));
      await write((collection) => collection.updateMany({ ownerUid, status: 'active' }, change));
    },
    list,
    countAll: () => countAll(products),
    /** An approximate count. */
    estimate: () => products.estimatedDocumentCount(),
    /** How many products shoppers see. */
    countListed: () => products.countDocuments({ status: 'active' }),
    /** Slugs visible to shoppers, newest first, a page at a time. */
    async listedSlugs(after: StoredPosition | null, limit: number) {
      const asked = { filter: { status: 'active' }, test: {}, projection: { slug: 1, createdAt: 1 } };
      const { rows } = await scan(list, { ...asked, order: newestFirst, after, rows: limit, documents: limit });
      return rows.map(({ _id, slug, createdAt }) => ({ slug, position: { key: createdAt, id: _id } }));
    },
  };
}

/** Reads for clients that synchronize a copy. */
const changeReads = (db: Db, write: AnnouncedWrite<StoredProduct>, removals: ReturnType<typeof createRemovals>) => ({
  /** The clock that dates changes. */
  databaseTime: databaseClock(db),
  /** Dates products written by an older version. */
  dateUndated: () => write((collection) => dateUndated(collection, { status: { $in: ['active', 'inactive'] } })),
  removed: removals.list,
  /** Completes deletions of crashed processes. */
  settleRemovals: () =>
    removals.settle((ids) =>
      db
        .collection<ProductDocument>(productsDeclaration.collection)
        .find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } })
        .toArray(),
    ),
});

/** Integers only: a record without a version counts as 0. */
export function versionOf({ version }: { readonly version?: unknown }): number {
  return Number.isSafeInteger(version) ? Number(version) : 0;
}

function changeOf(seen: SeenProduct, { heldByShop, ...fields }: ProductReplacement, editId: ObjectId) {
  // The n-gram indexes are the most expensive to update.
  const isFiledAnew = fields.nameLower !== seen.nameLower || !isDeepStrictEqual(fields.categories, seen.categories);
  const version = versionOf(seen) + 1;
  return {
    $set: { ...fields, ...(heldByShop && { heldByShop }), ...(isFiledAnew && termsOf(fields)), version, editId },
    ...setUpdatedAt,
    ...(!heldByShop && { $unset: { heldByShop: '' as const } }),
  };
}

/** Whether it is counted decides which fields hold the switch. */
const switchAsSeen = ({ purchasable }: SeenProduct) =>
  ({ purchasable: purchasable ?? null }) as Filter<ProductDocument>;

function asSeen({ _id, version }: SeenProduct): Filter<ProductDocument> {
  return { _id, version: (version as number | undefined) ?? null } as Filter<ProductDocument>;
}
