import type { Db, Document, Filter, ObjectId } from 'mongodb';
import { unlessDuplicate } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { noSubscriptions, type EventSubscriptions } from '../events/eventSubscriptions';
import { pendingEventsIndex, pendingEventsOf } from '../events/pendingEvents';
import { eventsOfFirstCount, pushLowStock } from './lowStock';
import { movementStore, type StoredMovement } from './stockMovements';

/** Pieces reserved for a checkout. */
export interface Hold {
  /** The submission of a checkout: `<checkout>:<n>`. */
  readonly checkout: string;
  readonly quantity: number;
  readonly until: Date;
}

/**
 * The stock of a product; without a document it is not tracked. Invariant, maintained by each write to this document:
 * onHand = available + holds, and none of them is negative.
 */
export interface StockDocument {
  /** The product's id. */
  readonly _id: ObjectId;
  readonly onHand: number;
  readonly available: number;
  readonly holds: readonly Hold[];
  readonly lowStockThreshold: number;
  readonly version: number;
  /**
   * The latest requests that set the threshold alone, without a movement that would tell their retry; latest last. A
   * retry sets it again where `maxThresholdRequests` others came between, or where the threshold had been set already.
   */
  readonly thresholdRequests?: readonly string[];
  /** Outbox of movements: written with their change, and moved to their own collection after it. */
  readonly movements: readonly StoredMovement[];
  /** Set by the write with which `available` came to or left 0: the product's flag is outdated. */
  readonly isFlagDue?: true;
}

export const stockDeclaration: CollectionDeclaration = {
  collection: 'stock',
  indexes: [
    {
      name: 'unfinished',
      keys: { isFlagDue: 1 },
      options: { partialFilterExpression: { isFlagDue: true } },
      reason: 'products that do not say yet whether they can be bought',
    },
    { name: 'movements', keys: { 'movements._id': 1 }, reason: 'movements that a crash has left in their document' },
    { name: 'holds', keys: { 'holds.until': 1 }, reason: 'holds whose checkout may be over' },
    pendingEventsIndex,
  ],
};

const defaultLowStockThreshold = 5;
const maxThresholdRequests = 8;
/** The most that people may count to; only pieces that come back exceed it. Sums stay safe integers by far. */
export const maxOnHand = 1_000_000;

/** The initial document. */
export const newStock = (_id: ObjectId, count: number): StockDocument => ({
  ...{ _id, onHand: count, available: count, holds: [], lowStockThreshold: defaultLowStockThreshold },
  ...{ version: 1, movements: [] },
});

interface StockChange {
  readonly onHand?: number;
  readonly available?: number;
  /** An aggregation expression. */
  readonly holds?: Document;
  readonly movement?: StoredMovement;
  /** Ends stock tracking: an untracked product is never low on stock. */
  readonly isEnd?: boolean;
  /** null: it stays. */
  readonly lowStockThreshold?: number | null;
  readonly thresholdRequest?: string;
}

/** The result of a hold. */
export type HoldResult =
  | { readonly kind: 'held' }
  /** Not tracked: only the product's switch decides. */
  | { readonly kind: 'notCounted' }
  | { readonly kind: 'short'; readonly available: number };

/** The stock without this movement; `version` null: any. */
const unmade = (_id: ObjectId, version: number | null, movement: StoredMovement) =>
  ({
    ...{ _id, 'movements._id': { $ne: movement._id } },
    ...(version !== null && { version }),
  }) as Filter<StockDocument> & Pick<StockDocument, '_id'>;

const heldBy = (_id: ObjectId, { checkout, quantity }: Pick<Hold, 'checkout' | 'quantity'>) =>
  ({ _id, holds: { $elemMatch: { checkout, quantity } } }) as Filter<StockDocument> & Pick<StockDocument, '_id'>;
const without = (checkout: string) => ({
  $filter: { input: '$holds', cond: { $ne: ['$$this.checkout', { $literal: checkout }] } },
});

const withThresholdRequest = (request: string) => {
  const all = { $concatArrays: [{ $ifNull: ['$thresholdRequests', []] }, [{ $literal: request }]] };
  return { $slice: [all, -maxThresholdRequests] };
};

/** The `$set` stage of a change. */
function changedLevel(
  { _id }: Pick<StockDocument, '_id'>,
  { onHand = 0, available = 0, holds, movement, lowStockThreshold = null, thresholdRequest }: StockChange,
  hasSubscribers: boolean,
): Document {
  const after = { $add: ['$available', available] };
  const isCrossing = { $ne: [{ $gt: ['$available', 0] }, { $gt: [after, 0] }] };
  const onHandAfter = { $add: ['$onHand', onHand] };
  const threshold = lowStockThreshold === null ? '$lowStockThreshold' : { $literal: lowStockThreshold };
  return {
    available: after,
    onHand: onHandAfter,
    version: { $add: ['$version', 1] },
    isFlagDue: { $cond: [isCrossing, true, '$isFlagDue'] },
    ...(holds && { holds }),
    ...(movement && { movements: { $concatArrays: ['$movements', [{ $literal: movement }]] } }),
    ...(lowStockThreshold !== null && { lowStockThreshold: threshold }),
    ...(thresholdRequest !== undefined && { thresholdRequests: withThresholdRequest(thresholdRequest) }),
    ...(hasSubscribers && pushLowStock({ _id }, { onHand: onHandAfter, threshold })),
  };
}

export type StockRepository = ReturnType<typeof createStockRepository>;

export function createStockRepository(db: Db, subscriptions: EventSubscriptions = noSubscriptions) {
  const stock = db.collection<StockDocument>(stockDeclaration.collection);

  /**
   * Changes counts and holds in one write, which also records whether `available` came to or left 0. False if no
   * document matches the filter.
   */
  async function change(
    filter: Filter<StockDocument> & Pick<StockDocument, '_id'>,
    made: StockChange,
  ): Promise<boolean> {
    const { onHand = 0, isEnd = false, lowStockThreshold = null } = made;
    const canBeLow = !isEnd && (onHand < 0 || lowStockThreshold !== null);
    const set = changedLevel(filter, made, canBeLow && (await subscriptions.has('stock.low')));
    return (await stock.updateOne(filter, [{ $set: set }])).matchedCount === 1;
  }

  const movements = movementStore(db, stockDeclaration.collection);

  return {
    ...movements,
    ...pendingEventsOf(db, stockDeclaration.collection),
    find: (id: ObjectId) => stock.findOne({ _id: id }),
    findMany: (ids: readonly ObjectId[]) => stock.find({ _id: { $in: [...ids] } }).toArray(),
    /** Starts tracking a product; false: it is tracked already. */
    async create(document: StockDocument): Promise<boolean> {
      const pendingEvents = await subscriptions.filter(eventsOfFirstCount(document));
      return unlessDuplicate(stock.insertOne({ ...document, ...(pendingEvents.length > 0 && { pendingEvents }) }));
    },
    /** Idempotent per checkout submission. */
    async hold(id: ObjectId, hold: Hold): Promise<HoldResult> {
      const { checkout, quantity } = hold;
      const withoutHold = { _id: id, available: { $gte: quantity }, 'holds.checkout': { $ne: checkout } };
      const holds = { $concatArrays: ['$holds', [{ $literal: hold }]] };
      if (await change(withoutHold as Filter<StockDocument> & { _id: ObjectId }, { available: -quantity, holds }))
        return { kind: 'held' };
      const found = await stock.findOne({ _id: id });
      if (!found) return { kind: 'notCounted' };
      if (found.holds.some((other) => other.checkout === checkout)) return { kind: 'held' };
      return { kind: 'short', available: found.available };
    },
    /** Extends all holds of a checkout. */
    async extendHolds(ids: readonly ObjectId[], checkout: string, until: Date): Promise<void> {
      const filter = { _id: { $in: [...ids] }, 'holds.checkout': checkout } as Filter<StockDocument>;
      await stock.updateMany(filter, { $set: { 'holds.$.until': until }, $inc: { version: 1 } } as never);
    },
    /**
     * Turns a hold into a sale. Idempotent, even if a paused driver has held the pieces once more since they were sold.
     */
    async keep(id: ObjectId, hold: Pick<Hold, 'checkout' | 'quantity'>, movement: StoredMovement): Promise<void> {
      if (await movements.hasMovement(movement._id)) return;
      const unsold = { ...heldBy(id, hold), 'movements._id': { $ne: movement._id } } as ReturnType<typeof heldBy>;
      await change(unsold, { onHand: -hold.quantity, holds: without(hold.checkout), movement });
    },
    /** Releases a hold. Idempotent. */
    async release(id: ObjectId, hold: Pick<Hold, 'checkout' | 'quantity'>): Promise<void> {
      await change(heldBy(id, hold), { available: hold.quantity, holds: without(hold.checkout) });
    },
    /**
     * What people say: a delivery, a correction or a return. False: the version has changed, too few pieces are free,
     * or the maximum is exceeded. A movement that is still in the document is not made again.
     */
    adjust(
      id: ObjectId,
      version: number | null,
      movement: StoredMovement,
      more: Pick<StockChange, 'isEnd' | 'lowStockThreshold'> = {},
    ): Promise<boolean> {
      const { delta } = movement;
      const filter = {
        ...unmade(id, version, movement),
        available: { $gte: Math.max(0, -delta) },
        ...(delta > 0 && { onHand: { $lte: maxOnHand - delta } }),
      };
      return change(filter, { onHand: delta, available: delta, movement, ...more });
    },
    /** Sold pieces of an order, whatever has been counted since. False: the version has changed, or it is made. */
    putBack(id: ObjectId, version: number, movement: StoredMovement): Promise<boolean> {
      const { delta } = movement;
      return change(unmade(id, version, movement), { onHand: delta, available: delta, movement });
    },
    /** False: the version has changed; null: any. */
    async setThreshold(
      _id: ObjectId,
      version: number | null,
      lowStockThreshold: number,
      by?: string,
    ): Promise<boolean> {
      const made = { lowStockThreshold, ...(by !== undefined && { thresholdRequest: by }) };
      return change({ _id, ...(version !== null && { version }) }, made);
    },
    /** Records that the product's flag is up to date with this version. False: the stock has changed since. */
    async flagDone({ _id, version }: Pick<StockDocument, '_id' | 'version'>): Promise<boolean> {
      return (await stock.updateOne({ _id, version }, { $unset: { isFlagDue: '' } })).matchedCount === 1;
    },
    /** With follow-ups that a crash has left. */
    findUnfinished: (limit: number) =>
      stock.find({ $or: [{ isFlagDue: true }, { 'movements._id': { $gt: '' } }] }, { limit }).toArray(),
    /** With a hold that has expired before; ids and holds only. */
    findHeldBefore: (date: Date, limit: number): Promise<Pick<StockDocument, '_id' | 'holds'>[]> =>
      stock.find({ 'holds.until': { $lt: date } }, { limit, projection: { holds: 1 } }).toArray(),
    /** Deletes the document if there is no stock and no pending movement. False: there is some. */
    async deleteEmpty(id: ObjectId): Promise<boolean> {
      const filter = { _id: id, onHand: 0, available: 0, 'movements._id': { $exists: false } };
      return (await stock.deleteOne(filter as Filter<StockDocument>)).deletedCount === 1;
    },
  };
}
