import type { Db, Filter, ObjectId } from 'mongodb';
import { countAll } from '../database/countAll';
import { unlessTaken } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import type { ProviderName } from '../payments/provider';
import type { Address } from '../shipping/address';

export interface PurchasedLine {
  readonly productId: ObjectId;
  readonly name: string;
  readonly slug: string;
  readonly photo: string | null;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly totalCents: number;
  /** In basis points. */
  readonly taxRate: number;
  readonly taxCents: number;
}

export interface OrderPayment {
  /** The provider's key of every call about it. */
  readonly id: string;
  readonly provider: ProviderName;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly status: 'authorized' | 'paid' | 'failed' | 'voided' | 'refunded';
  readonly capturedCents: number;
  /** Until then it can be taken back free of charge; null: it is captured when the order is sent. */
  readonly captureAt: Date | null;
}

/** A purchase as it was placed: what was bought does not change, what happens to it is added. */
export interface OrderDocument {
  /** Its number, K-XXXX-XXXX. */
  readonly _id: string;
  readonly checkout: string;
  readonly buyerUid: string | null;
  /** SHA-256 of a guest's token. */
  readonly tokenHash: string | null;
  readonly email: string;
  readonly lines: readonly PurchasedLine[];
  readonly shippingAddress: Address;
  readonly billingAddress: Address | null;
  readonly shipping: { readonly id: string; readonly name: string; readonly earliest: Date; readonly latest: Date };
  readonly taxZone: string | null;
  readonly subtotalCents: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly taxIncluded: boolean;
  readonly totalCents: number;
  readonly note: string;
  readonly status: 'placed' | 'shipped' | 'delivered' | 'cancelled';
  readonly payment: OrderPayment;
  readonly createdAt: Date;
  readonly version: number;
}

/** Of the demo shop before orders could be placed. */
export interface DemoOrderDocument {
  _id: string;
  buyerUid: string;
  lines: { slug: string; name: string; priceCents: number; quantity: number }[];
  totalCents: number;
  status: 'placed' | 'shipped' | 'delivered' | 'cancelled';
  createdAt: Date;
}

export const ordersDeclaration: CollectionDeclaration = {
  collection: 'orders',
  indexes: [
    { name: 'buyer', keys: { buyerUid: 1, createdAt: -1, _id: -1 }, reason: 'what a person is told of theirs' },
    {
      name: 'capture',
      keys: { 'payment.status': 1, 'payment.captureAt': 1 },
      reason: 'payments that are authorized and due to be captured',
    },
  ],
};

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
    find: (number: string) => placed.findOne({ _id: number }),
    /** Compare-and-set; null: somebody else has changed it. */
    change: (
      { _id, version }: Pick<OrderDocument, '_id' | 'version'>,
      change: Partial<Pick<OrderDocument, 'status' | 'payment'>>,
    ) =>
      placed.findOneAndUpdate(
        { _id, version } as Filter<OrderDocument>,
        { $set: { ...change, version: version + 1 } },
        { returnDocument: 'after' },
      ),
    /** The longest due first, without so many of them. */
    findCaptureDue: (now: Date, { skip, limit }: { readonly skip: number; readonly limit: number }) =>
      placed
        .find({ 'payment.status': 'authorized', $or: [isDue(now), whenSent] } as Filter<OrderDocument>, {
          sort: { 'payment.captureAt': 1 },
          skip,
          limit,
        })
        .toArray(),
    countAll: () => countAll(orders),
  };
}
