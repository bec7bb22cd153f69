import type { Db, Filter } from 'mongodb';
import { countAll } from '../database/countAll';
import { unlessTaken } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';
import { wholeOrder } from './demoOrder';
import type { DemoOrderDocument, OrderDocument } from './orderDocument';

export type OrderChange = Partial<
  Pick<OrderDocument, 'status' | 'payment' | 'timeline' | 'cancellation' | 'dueAt' | 'buyerUid' | 'tokenHash'>
>;

export const ordersDeclaration: CollectionDeclaration = {
  collection: 'orders',
  indexes: [
    { name: 'buyer', keys: { buyerUid: 1, createdAt: -1, _id: -1 }, reason: 'what a person is told of theirs' },
    {
      name: 'capture',
      keys: { 'payment.status': 1, 'payment.captureAt': 1 },
      reason: 'payments that are authorized and due to be captured',
    },
    { name: 'due', keys: { dueAt: 1 }, reason: 'orders that were ended and that nobody goes on with' },
    { name: 'email', keys: { email: 1, buyerUid: 1 }, reason: 'what guests have bought under an e-mail' },
  ],
};

const toCapture = ['authorized', 'capturing'];
const sent = ['shipped', 'delivered'];
const isDue = (now: Date) => ({ 'payment.captureAt': { $lte: now }, status: { $in: ['placed', ...sent] } });
const whenSent = { 'payment.captureAt': null, status: { $in: sent } };

export type OrdersRepository = ReturnType<typeof createOrdersRepository>;

export function createOrdersRepository(db: Db) {
  const orders = db.collection<OrderDocument | DemoOrderDocument>(ordersDeclaration.collection);
  const placed = db.collection<OrderDocument>(ordersDeclaration.collection);
  return {
    /** An order that is already there stays as it is. */
    async insert(order: DemoOrderDocument): Promise<void> {
      await unlessTaken(orders.insertOne(order));
    },
    /** False when there is one of its number. */
    insertPlaced: (order: OrderDocument): Promise<boolean> => unlessTaken(placed.insertOne(order)),
    /** By its number. */
    find: async (number: string): Promise<OrderDocument | null> => {
      const found = await orders.findOne({ _id: number });
      return found && wholeOrder(found);
    },
    /** Compare-and-set; null: somebody else has changed it. */
    change: (
      { _id, version }: Pick<OrderDocument, '_id' | 'version'>,
      change: OrderChange,
    ): Promise<OrderDocument | null> =>
      placed.findOneAndUpdate(
        { _id, version } as Filter<OrderDocument>,
        { $set: { ...change, version: version + 1 } },
        { returnDocument: 'after' },
      ),
    /** The longest due first, without so many of them. */
    findCaptureDue: (now: Date, { skip, limit }: { readonly skip: number; readonly limit: number }) =>
      placed
        .find({ 'payment.status': { $in: toCapture }, $or: [isDue(now), whenSent] } as Filter<OrderDocument>, {
          sort: { 'payment.captureAt': 1 },
          skip,
          limit,
        })
        .toArray(),
    /** Ended ones that nobody goes on with, the longest due first. */
    findDue: (now: Date, limit: number) =>
      placed.find({ dueAt: { $lte: now } } as Filter<OrderDocument>, { sort: { dueAt: 1 }, limit }).toArray(),
    /** What failed waits for its turn behind others; not what somebody has moved meanwhile. */
    async postpone(number: string, now: Date, dueAt: Date): Promise<void> {
      await placed.updateOne({ _id: number, dueAt: { $lte: now } } as Filter<OrderDocument>, { $set: { dueAt } });
    },
    /** Of guests, the oldest first. */
    findOfGuest: (email: string, limit: number) =>
      placed.find({ email, buyerUid: null }, { sort: { createdAt: 1 }, limit }).toArray(),
    countOfGuest: (email: string, limit: number) => placed.countDocuments({ email, buyerUid: null }, { limit }),
    /** As they are stored: see wholeOrder. */
    list: listReader<OrderDocument | DemoOrderDocument>(db, ordersDeclaration),
    countAll: () => countAll(orders),
  };
}
