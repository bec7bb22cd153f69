import type { Db, Filter, ObjectId } from 'mongodb';
import { countAll } from '../database/countAll';
import { unlessTaken } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';
import { attentionFrom } from './attention';
import { wholeOrder } from './demoOrder';
import type { DemoOrderDocument, OrderDocument } from './orderDocument';
import { withListFields } from './orderListFields';

export type OrderChange = Partial<
  Pick<
    OrderDocument,
    | 'status'
    | 'payment'
    | 'timeline'
    | 'cancellation'
    | 'fulfillments'
    | 'refunds'
    | 'notes'
    | 'dueAt'
    | 'buyerUid'
    | 'tokenHash'
  >
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
    { name: 'due', keys: { dueAt: 1 }, reason: 'orders of which something is left to do and that nobody goes on with' },
    { name: 'email', keys: { email: 1, buyerUid: 1 }, reason: 'what guests have bought under an e-mail' },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of orders, from either end; days" },
    { name: 'total', keys: { totalCents: 1, _id: 1 }, reason: 'sort TOTAL, from either end' },
    { name: 'status', keys: { status: 1, createdAt: -1, _id: -1 }, reason: 'what has to be sent, and other states' },
    { name: 'attention', keys: { attentionAt: 1 }, reason: 'the few that need somebody, and their count' },
    { name: 'search', keys: { searchTerms: 1 }, reason: 'by a part of number, e-mail or name' },
    { name: 'product', keys: { 'lines.productId': 1 }, reason: 'how many of a product were sold' },
  ],
};

const toCapture = ['authorized', 'capturing'];
const sent = ['partlyShipped', 'shipped', 'delivered'];
const isDue = (now: Date) => ({ 'payment.captureAt': { $lte: now }, status: { $in: ['placed', ...sent] } });
const whenSent = { 'payment.captureAt': null, status: { $in: sent } };

/** What of an order tells how many pieces were sold. */
export interface SoldOrder {
  readonly lines: readonly Pick<OrderDocument['lines'][number], 'productId' | 'quantity'>[];
  readonly refunds?: readonly Pick<NonNullable<OrderDocument['refunds']>[number], 'step' | 'lines'>[];
}

export type OrdersRepository = ReturnType<typeof createOrdersRepository>;

export function createOrdersRepository(db: Db) {
  const orders = db.collection<OrderDocument | DemoOrderDocument>(ordersDeclaration.collection);
  const placed = db.collection<OrderDocument>(ordersDeclaration.collection);
  return {
    /** An order that is already there stays as it is. */
    async insert(order: DemoOrderDocument): Promise<void> {
      await unlessTaken(placed.insertOne(withListFields(wholeOrder(order))));
    },
    /** False when there is one of its number. */
    insertPlaced: (order: OrderDocument): Promise<boolean> => unlessTaken(placed.insertOne(withListFields(order))),
    /** By its number. */
    find: async (number: string): Promise<OrderDocument | null> => {
      const found = await orders.findOne({ _id: number });
      return found && wholeOrder(found);
    },
    /** Compare-and-set; null: somebody else has changed it. */
    change: (order: OrderDocument, change: OrderChange): Promise<OrderDocument | null> => {
      const { _id, version } = order;
      const attentionAt = attentionFrom({ ...order, ...change });
      return placed.findOneAndUpdate(
        { _id, version } as Filter<OrderDocument>,
        { $set: { ...change, attentionAt, version: version + 1 } },
        { returnDocument: 'after' },
      );
    },
    /** The longest due first, without so many of them. */
    findCaptureDue: (now: Date, { skip, limit }: { readonly skip: number; readonly limit: number }) =>
      placed
        .find({ 'payment.status': { $in: toCapture }, $or: [isDue(now), whenSent] } as Filter<OrderDocument>, {
          sort: { 'payment.captureAt': 1 },
          skip,
          limit,
        })
        .toArray(),
    /** Those of which something is left to do and that nobody goes on with, the longest due first. */
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
    /** With lines of the products; what was cancelled is not. */
    findSold: (productIds: readonly ObjectId[]): Promise<SoldOrder[]> =>
      placed
        .find({ 'lines.productId': { $in: [...productIds] }, status: { $ne: 'cancelled' } } as Filter<OrderDocument>)
        .project<SoldOrder>({ 'lines.productId': 1, 'lines.quantity': 1, 'refunds.step': 1, 'refunds.lines': 1 })
        .toArray(),
    countAll: () => countAll(orders),
  };
}
