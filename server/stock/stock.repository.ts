import type { Db, Document, Filter, ObjectId } from 'mongodb';
import { unlessTaken } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { closedGate, type EventGate } from '../events/eventGate';
import { pendingEventsIndex, pendingEventsOf } from '../events/pendingEvents';
import { eventsOfFirstCount, pushIfLow, thresholdChange } from './lowStock';
import { movementStore, type StoredMovement } from './stockMovements';

/** Pieces that are kept for a checkout. */
export interface Hold {
  /** Of which submission of which checkout: `<checkout>:<n>`. */
  readonly checkout: string;
  readonly quantity: number;
  readonly until: Date;
}

/**
 * How many pieces of a product there are. A product without one is not counted. Always: onHand = available + the holds, and
 * none of them below 0; each write keeps that, in this one document.
 */
export interface StockDocument {
  /** The product's. */
  readonly _id: ObjectId;
  readonly onHand: number;
  readonly available: number;
  readonly holds: readonly Hold[];
  readonly lowStockThreshold: number;
  readonly version: number;
  /** Written with the change that they tell of, and moved to their own collection after it. */
  readonly movements: readonly StoredMovement[];
  /** Set by the write with which `available` came to or left 0: the product does not say so yet. */
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
/** Of one product; with holds and sales no sum leaves the safe integers. */
export const maxOnHand = 1_000_000;

/** Of a product whose count begins with so many pieces. */
export const newStock = (_id: ObjectId, count: number): StockDocument => ({
  ...{ _id, onHand: count, available: count, holds: [], lowStockThreshold: defaultLowStockThreshold },
  ...{ version: 1, movements: [] },
});

interface StockChange {
  readonly onHand?: number;
  readonly available?: number;
  /** An expression. */
  readonly holds?: Document;
  readonly movement?: StoredMovement;
  /** With which the count ends: what has no count is not low. */
  readonly isEnd?: boolean;
}

/** What became of a wish for pieces. */
export type HoldResult =
  | { readonly kind: 'held' }
  /** Its product is not counted: the switch of the product alone decides. */
  | { readonly kind: 'notCounted' }
  | { readonly kind: 'short'; readonly available: number };

export type StockRepository = ReturnType<typeof createStockRepository>;

export function createStockRepository(db: Db, gate: EventGate = closedGate) {
  const stock = db.collection<StockDocument>(stockDeclaration.collection);

  /**
   * Changes counts and holds in one write, which also says whether `available` came to or left 0. False where no document has
   * what the filter asks for.
   */
  async function change(
    filter: Filter<StockDocument> & Pick<StockDocument, '_id'>,
    { onHand = 0, available = 0, holds, movement, isEnd = false }: StockChange,
  ): Promise<boolean> {
    const isTold = onHand < 0 && !isEnd && (await gate.wants('stock.low'));
    const after = { $add: ['$available', available] };
    const isCrossing = { $ne: [{ $gt: ['$available', 0] }, { $gt: [after, 0] }] };
    const onHandAfter = { $add: ['$onHand', onHand] };
    const set = {
      available: after,
      onHand: onHandAfter,
      version: { $add: ['$version', 1] },
      isFlagDue: { $cond: [isCrossing, true, '$isFlagDue'] },
      ...(holds && { holds }),
      ...(movement && { movements: { $concatArrays: ['$movements', [{ $literal: movement }]] } }),
      ...(isTold && pushIfLow(filter, { onHand: onHandAfter, threshold: '$lowStockThreshold' })),
    };
    return (await stock.updateOne(filter, [{ $set: set }])).matchedCount === 1;
  }

  const heldBy = (_id: ObjectId, { checkout, quantity }: Pick<Hold, 'checkout' | 'quantity'>) =>
    ({ _id, holds: { $elemMatch: { checkout, quantity } } }) as Filter<StockDocument> & Pick<StockDocument, '_id'>;
  const without = (checkout: string) => ({
    $filter: { input: '$holds', cond: { $ne: ['$$this.checkout', { $literal: checkout }] } },
  });

  const movements = movementStore(db, stockDeclaration.collection);

  return {
    ...movements,
    ...pendingEventsOf(db, stockDeclaration.collection),
    find: (id: ObjectId) => stock.findOne({ _id: id }),
    findMany: (ids: readonly ObjectId[]) => stock.find({ _id: { $in: [...ids] } }).toArray(),
    /** Starts counting a product; false: it is counted already. */
    async create(document: StockDocument): Promise<boolean> {
      const pendingEvents = await gate.wanted(eventsOfFirstCount(document));
      return unlessTaken(stock.insertOne({ ...document, ...(pendingEvents.length > 0 && { pendingEvents }) }));
    },
    /** Repeated, it changes nothing: the checkout has its pieces. */
    async hold(id: ObjectId, hold: Hold): Promise<HoldResult> {
      const { checkout, quantity } = hold;
      const isOther = { _id: id, available: { $gte: quantity }, 'holds.checkout': { $ne: checkout } };
      const holds = { $concatArrays: ['$holds', [{ $literal: hold }]] };
      if (await change(isOther as Filter<StockDocument> & { _id: ObjectId }, { available: -quantity, holds }))
        return { kind: 'held' };
      const found = await stock.findOne({ _id: id });
      if (!found) return { kind: 'notCounted' };
      if (found.holds.some((other) => other.checkout === checkout)) return { kind: 'held' };
      return { kind: 'short', available: found.available };
    },
    /** Until when all pieces of a checkout are kept. */
    async extendHolds(ids: readonly ObjectId[], checkout: string, until: Date): Promise<void> {
      const filter = { _id: { $in: [...ids] }, 'holds.checkout': checkout } as Filter<StockDocument>;
      await stock.updateMany(filter, { $set: { 'holds.$.until': until }, $inc: { version: 1 } } as never);
    },
    /**
     * Held pieces are sold. Repeated, it changes nothing, not even where a driver that was paused has held them once more since they
     * were sold.
     */
    async keep(id: ObjectId, hold: Pick<Hold, 'checkout' | 'quantity'>, movement: StoredMovement): Promise<void> {
      if (await movements.hasMovement(movement._id)) return;
      const isUnsold = { ...heldBy(id, hold), 'movements._id': { $ne: movement._id } } as ReturnType<typeof heldBy>;
      await change(isUnsold, { onHand: -hold.quantity, holds: without(hold.checkout), movement });
    },
    /** Held pieces are free again. Repeated, it changes nothing. */
    async release(id: ObjectId, hold: Pick<Hold, 'checkout' | 'quantity'>): Promise<void> {
      await change(heldBy(id, hold), { available: hold.quantity, holds: without(hold.checkout) });
    },
    /**
     * A delivery, a correction or what comes back. False: the count has changed since that version, there are fewer free pieces,
     * or more than a product can have. A movement that its document still has is not made again.
     */
    adjust(id: ObjectId, version: number | null, movement: StoredMovement, isEnd = false): Promise<boolean> {
      const { delta } = movement;
      const filter = {
        _id: id,
        'movements._id': { $ne: movement._id },
        available: { $gte: Math.max(0, -delta) },
        onHand: { $lte: maxOnHand - Math.max(0, delta) },
        ...(version !== null && { version }),
      } as Filter<StockDocument> & Pick<StockDocument, '_id'>;
      return change(filter, { onHand: delta, available: delta, movement, isEnd });
    },
    async setThreshold(id: ObjectId, lowStockThreshold: number): Promise<void> {
      const isTold = await gate.wants('stock.low');
      const set = thresholdChange(id, lowStockThreshold, isTold);
      await stock.updateOne({ _id: id }, [{ $set: set }]);
    },
    /** The product says now what it said in this version of its count. False: the count is another one by now. */
    async flagDone({ _id, version }: Pick<StockDocument, '_id' | 'version'>): Promise<boolean> {
      return (await stock.updateOne({ _id, version }, { $unset: { isFlagDue: '' } })).matchedCount === 1;
    },
    /** Of work that a crash has left. */
    findUnfinished: (limit: number) =>
      stock.find({ $or: [{ isFlagDue: true }, { 'movements._id': { $gt: '' } }] }, { limit }).toArray(),
    /** With a hold that has ended before; ids and holds alone. */
    findHeldBefore: (date: Date, limit: number): Promise<Pick<StockDocument, '_id' | 'holds'>[]> =>
      stock.find({ 'holds.until': { $lt: date } }, { limit, projection: { holds: 1 } }).toArray(),
    /** Ends the count of a product that has no pieces, held ones neither, and whose movements are stored. False: it has some. */
    async deleteEmpty(id: ObjectId): Promise<boolean> {
      const filter = { _id: id, onHand: 0, available: 0, 'movements._id': { $exists: false } };
      return (await stock.deleteOne(filter as Filter<StockDocument>)).deletedCount === 1;
    },
  };
}
