import type { Db, Filter, ObjectId, UpdateFilter } from 'mongodb';
import { countAll } from '../database/countAll';
import { databaseClock, dateUndated, insertDated } from '../database/changeTime';
import { changeVersion } from '../database/changeVersion';
import { unlessDuplicate } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { insertMissing } from '../database/insertEach';
import { noSubscriptions, type EventSubscriptions } from '../events/eventSubscriptions';
import { pendingEventsIndex, pendingEventsOf, pushOf } from '../events/pendingEvents';
import { listReader } from '../lists/listReader';
import { toFullOrder } from './demoOrder';
import { findMoney } from './findMoney';
import { anonymizeOrders } from './anonymizeOrders';
import type { DemoOrderDocument, OrderDocument } from './orderDocument';
import { stateFieldsOf, withListFields } from './orderListFields';
import { eventsOfChange, eventsOfPlacing } from './orderShopEvents';
import { visitOrders } from './visitOrders';

interface CaptureDue {
  /** Payments of other providers cannot be captured here. */
  readonly provider: OrderDocument['payment']['provider'];
  readonly skip: number;
  readonly limit: number;
}

export type OrderChange = Partial<
  Pick<
    OrderDocument,
    | 'status'
    | 'payment'
    | 'timeline'
    | 'cancellation'
    | 'fulfillments'
    | 'refunds'
    | 'disputes'
    | 'invoice'
    | 'notes'
    | 'dueAt'
    | 'buyerUid'
    | 'tokenHash'
  >
>;

/** In the order of the newest; with the total, so that the keys alone give each order of the list. */
const sortFields = { createdAt: -1, _id: -1, totalCents: 1 } as const;

export const ordersDeclaration: CollectionDeclaration = {
  collection: 'orders',
  indexes: [
    { name: 'buyer', keys: { buyerUid: 1, createdAt: -1, _id: -1 }, reason: 'what a person is told of theirs' },
    {
      name: 'byPayment',
      keys: { 'payment.status': 1, 'payment.captureAt': 1, ...sortFields },
      reason: 'payments that are authorized and due to be captured; orders with one status of payment',
    },
    { name: 'due', keys: { dueAt: 1 }, reason: 'orders of which something is left to do and that nobody goes on with' },
    { name: 'email', keys: { email: 1, buyerUid: 1 }, reason: 'what guests have bought under an e-mail' },
    { name: 'byDate', keys: sortFields, reason: "the admin's list of orders, from either end; days" },
    { name: 'changed', keys: { updatedAt: 1, _id: 1 }, reason: 'what was changed since some time, in that order' },
    { name: 'total', keys: { totalCents: 1, _id: 1 }, reason: 'sort TOTAL, from either end' },
    { name: 'byStatus', keys: { status: 1, ...sortFields }, reason: 'orders in one state' },
    { name: 'byShipping', keys: { toShip: 1, ...sortFields }, reason: 'what has to be shipped, and its count' },
    {
      name: 'byAttention',
      keys: { attentionAt: 1, ...sortFields },
      reason: 'the few that need somebody, and their count',
    },
    { name: 'forget', keys: { forgetAt: 1 }, reason: 'orders of deleted people, to be looked at again' },
    {
      name: 'bySearch',
      keys: { searchTerms: 1, status: 1, ...sortFields },
      reason: 'by a part of number, e-mail or name; the keys alone decide on state and days, too',
    },
    { name: 'taken', keys: { 'payment.capturedAt': 1 }, reason: 'reports: orders whose money was taken in some days' },
    { name: 'refunded', keys: { 'refunds.doneAt': 1 }, reason: 'reports: refunds of some days' },
    { name: 'failed', keys: { 'refunds.failedAt': 1 }, reason: 'reports: refunds that failed in some days' },
    { name: 'disputed', keys: { 'disputes.takenAt': 1 }, reason: 'reports: disputes that took money in some days' },
    {
      name: 'disputeEnd',
      keys: { 'disputes.closedAt': 1 },
      reason: 'reports: disputes that were decided in some days',
    },
    { name: 'payment', keys: { 'payment.id': 1 }, reason: 'what a notice of the provider is about' },
    { name: 'product', keys: { 'lines.productId': 1 }, reason: 'how many of a product were sold' },
    pendingEventsIndex,
  ],
};

const toCapture = ['authorized', 'capturing'];
const sent = ['partlyShipped', 'shipped', 'delivered'];
const isToCapture = (provider: CaptureDue['provider']) => ({
  ...{ 'payment.status': { $in: toCapture }, 'payment.provider': provider },
});
const isOpen = { status: { $in: ['placed', ...sent] } };
const isDue = (now: Date) => ({ 'payment.captureAt': { $lte: now }, ...isOpen });
const whenSent = { 'payment.captureAt': null, status: { $in: sent } };
/** By an admin or a shipment, whose process has ended before the provider answered. */
const whenBegun = { 'payment.status': 'capturing', ...isOpen };

/** The fields that show how many pieces were sold. */
export interface SoldOrder {
  readonly lines: readonly Pick<OrderDocument['lines'][number], 'productId' | 'quantity'>[];
  readonly refunds?: readonly Pick<NonNullable<OrderDocument['refunds']>[number], 'step' | 'lines'>[];
}

/** At the next sweep. */
const dueNow = new Date(0);

export type OrdersRepository = ReturnType<typeof createOrdersRepository>;

export function createOrdersRepository(db: Db, subscriptions: EventSubscriptions = noSubscriptions) {
  const orders = db.collection<OrderDocument | DemoOrderDocument>(ordersDeclaration.collection);
  const placed = db.collection<OrderDocument>(ordersDeclaration.collection);
  const databaseTime = databaseClock(db);
  return {
    ...findMoney(placed),
    ...anonymizeOrders(placed),
    /** The clock that dates changes. */
    databaseTime,
    /** Dates orders placed by an older version. */
    dateUndated: () => dateUndated(placed),
    ...pendingEventsOf(db, ordersDeclaration.collection),
    /** An existing order stays unchanged. */
    async insert(order: DemoOrderDocument): Promise<void> {
      await unlessDuplicate(insertDated(placed, withListFields(toFullOrder(order))));
    },
    /** False if the number is taken. */
    async insertPlaced(order: OrderDocument): Promise<boolean> {
      const pendingEvents = await subscriptions.filter(eventsOfPlacing(order));
      const stored = { ...withListFields(order), ...(pendingEvents.length > 0 && { pendingEvents }) };
      return unlessDuplicate(insertDated(placed, stored));
    },
    /** For bulk loading: inserts those whose numbers are new. */
    async insertMany(many: readonly OrderDocument[]): Promise<void> {
      const updatedAt = await databaseTime();
      await insertMissing(
        placed,
        many.map((order) => ({ ...withListFields(order), updatedAt })),
      );
    },
    /** By its number. */
    find: async (number: string): Promise<OrderDocument | null> => {
      const found = await orders.findOne({ _id: number });
      return found && toFullOrder(found);
    },
    /** null: the payment belongs to no order. */
    findByPayment: (paymentId: string): Promise<OrderDocument | null> => placed.findOne({ 'payment.id': paymentId }),
    /** Numbers of existing orders, by their payments or by their numbers. */
    findNumbers: (by: { readonly payments: readonly string[] } | { readonly numbers: readonly string[] }) =>
      placed
        .find('payments' in by ? { 'payment.id': { $in: [...by.payments] } } : { _id: { $in: [...by.numbers] } })
        .project<{ readonly _id: string; readonly payment: { readonly id: string } }>({ 'payment.id': 1 })
        .toArray(),
    /** Compare-and-set; null: it was changed concurrently, or the shipment's message may already be sent. */
    async change(order: OrderDocument, change: OrderChange, unannounced?: string): Promise<OrderDocument | null> {
      const events = await subscriptions.filter(eventsOfChange(order, change));
      const also = (unannounced === undefined ? {} : { announced: { $ne: unannounced } }) as Filter<OrderDocument>;
      // A change of an order of a deleted person may add personal data, or finish the order.
      const looked = order.forgetAt === undefined ? {} : { forgetAt: dueNow };
      const stored = { ...change, ...looked, ...stateFieldsOf({ ...order, ...change }) };
      return changeVersion(placed, order, stored, { also, dated: true, push: pushOf(events) });
    },
    /**
     * Marks the message of a shipment and correction as sendable, unless it was undone or corrected since; a later undo
     * is then rejected. Idempotent. No other write depends on it, so the version stays.
     */
    async allowMessage(number: string, fulfillment: string, corrections: number): Promise<boolean> {
      const message = `${fulfillment}:${corrections}`;
      const isOf = { id: fulfillment, corrections: corrections === 0 ? { $exists: false } : corrections };
      const stands = { $elemMatch: { ...isOf, undoneAt: { $exists: false } } };
      const { matchedCount } = await placed.updateOne(
        { _id: number, $or: [{ fulfillments: stands }, { announced: message }] } as Filter<OrderDocument>,
        { $addToSet: { announced: { $each: [fulfillment, message] } } } as UpdateFilter<OrderDocument>,
      );
      return matchedCount === 1;
    },
    /** Longest overdue first, without the first `skip`. */
    findCaptureDue: (now: Date, { provider, skip, limit }: CaptureDue) =>
      placed
        .find({ ...isToCapture(provider), $or: [isDue(now), whenSent, whenBegun] } as Filter<OrderDocument>, {
          // The id breaks ties, so that pages stay stable.
          sort: { 'payment.captureAt': 1, _id: 1 },
          skip,
          limit,
        })
        .toArray(),
    /** Orders with a pending step and no live lease, longest overdue first. */
    findDue: (now: Date, limit: number) =>
      placed.find({ dueAt: { $lte: now } } as Filter<OrderDocument>, { sort: { dueAt: 1 }, limit }).toArray(),
    /** Moves a failed one back in the queue, unless it was changed meanwhile. */
    async postpone(number: string, now: Date, dueAt: Date): Promise<void> {
      await placed.updateOne({ _id: number, dueAt: { $lte: now } } as Filter<OrderDocument>, { $set: { dueAt } });
    },
    /** Guest orders, oldest first. */
    findOfGuest: (email: string, limit: number) =>
      placed.find({ email, buyerUid: null }, { sort: { createdAt: 1 }, limit }).toArray(),
    countOfGuest: (email: string, limit: number) => placed.countDocuments({ email, buyerUid: null }, { limit }),
    /** In the stored format: see toFullOrder. */
    list: listReader<OrderDocument | DemoOrderDocument>(db, ordersDeclaration),
    /** Orders with lines of these products, without cancelled ones; of all time, so they are not kept. */
    visitSold(productIds: readonly ObjectId[], visit: (order: SoldOrder) => void): Promise<void> {
      const filter = { 'lines.productId': { $in: [...productIds] }, status: { $ne: 'cancelled' } };
      return visitOrders(placed, { filter, fields: ['lines', 'refunds'] }, visit);
    },
    countAll: () => countAll(orders),
  };
}
