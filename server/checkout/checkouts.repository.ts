import type { Db, Filter, ObjectId, UpdateFilter } from 'mongodb';
import { changeVersion } from '../database/changeVersion';
import { unlessDuplicate } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import type { DeclinedCard } from '../orders/orderDocument';
import type { DeclineReason, PaymentState } from '../payments/provider';
import type { TaxClass, Totals } from '../pricing/priceCheckout';
import type { Address } from '../shipping/address';

/**
 * OPEN: address, method and prices may change. HOLDING: lines and prices are frozen, stock is being held. READY: held,
 * waiting for payment. PAYING: an attempt is open at the provider. PAID, PLACING: the order is being created.
 * RELEASING: the attempt is voided and holds are released, then `releaseTo`. HOLDING_AGAIN: paid, but the hold was
 * lost. REFUNDING: paid, but out of stock.
 */
export type CheckoutStatus =
  | 'OPEN'
  | 'HOLDING'
  | 'READY'
  | 'PAYING'
  | 'PAID'
  | 'HOLDING_AGAIN'
  | 'PLACING'
  | 'PLACED'
  | 'RELEASING'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'REFUNDING'
  | 'REFUNDED';

export const finalStatuses: readonly CheckoutStatus[] = ['PLACED', 'EXPIRED', 'CANCELLED', 'REFUNDED'];

/** Being bought: something may be held or paid. */
export const isUnderWay = ({ status }: Pick<CheckoutDocument, 'status'>): boolean =>
  status !== 'OPEN' && !finalStatuses.includes(status);

/** 'Buy now' of one product. */
export interface ProductSource {
  readonly kind: 'PRODUCT';
  readonly productId: ObjectId;
  readonly quantity: number;
  /** The price that the buyer has seen or has accepted since. */
  readonly agreedCents: number;
  readonly name: string;
  readonly photo: string | null;
}

export type CheckoutSource = { readonly kind: 'CART' } | ProductSource;

/** A line as of pressing 'Place order'. */
export interface FrozenLine {
  readonly productId: ObjectId;
  readonly name: string;
  readonly slug: string;
  readonly photo: string | null;
  readonly quantity: number;
  readonly unitPriceCents: number;
  readonly taxClass: TaxClass;
  /** The cart entries of the line; empty with 'Buy now'. */
  readonly entryIds: readonly ObjectId[];
}

export interface FrozenShipping {
  readonly id: string;
  readonly name: string;
  readonly earliest: Date;
  readonly latest: Date;
}

/** What is bought at which price; immutable until the checkout is placed or reopened. */
export interface FrozenPurchase {
  readonly lines: readonly FrozenLine[];
  readonly totals: Totals;
  readonly shipping: FrozenShipping;
  /** null: the address is in no tax zone. */
  readonly taxZone: string | null;
}

export interface AttemptState {
  /** `<checkout>:<n>`, the idempotency key of every provider call about it. */
  readonly id: string;
  readonly result: PaymentState['result'];
  readonly declineReason: DeclineReason | null;
  readonly clientSecret: string | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  /** Missing: nothing captured yet. */
  readonly capturedCents?: number;
}

export interface ShortLine {
  readonly productId: ObjectId;
  readonly available: number;
}

export interface CheckoutDocument {
  readonly _id: string;
  /** Generated with the checkout, so that placing the order is idempotent. */
  readonly orderNumber: string;
  readonly buyerUid: string | null;
  /** SHA-256 of a guest's token; null: the checkout belongs to its buyer. */
  readonly tokenHash: string | null;
  /** Counts towards the hold limit: the uid, else the keyed hash of the network address; null: nothing is held. */
  readonly caller: string | null;
  readonly source: CheckoutSource;
  readonly status: CheckoutStatus;
  readonly email: string | null;
  readonly shippingAddress: Address | null;
  readonly billingAddress: Address | null;
  readonly shippingMethodId: string | null;
  readonly note: string;
  readonly frozen: FrozenPurchase | null;
  /** How often 'Place order' has started to hold stock. */
  readonly submissions: number;
  /** Payment attempts so far. */
  readonly attempts: number;
  readonly attempt: AttemptState | null;
  /** The latest declines, oldest first; missing: none. */
  readonly declines?: readonly DeclinedCard[];
  /** null: nothing is held. */
  readonly heldUntil: Date | null;
  readonly extensions: number;
  /** Status after RELEASING. */
  readonly releaseTo: 'OPEN' | 'EXPIRED' | 'CANCELLED' | null;
  /** When its pieces were given back for a refund; missing: not yet. */
  readonly refundingSince?: Date;
  /** Out-of-stock lines of the last submission. */
  readonly short: readonly ShortLine[];
  /** Lease of the process that drives it; others wait until it expires. */
  readonly lease: { readonly owner: string; readonly until: Date } | null;
  /** When the sweeper picks it up; null: it is final, or waits for its buyer. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  /** TTL: when the database deletes it; null: never, while it is under way. */
  readonly expiresAt: Date | null;
  readonly version: number;
}

export type CheckoutChange = Partial<Omit<CheckoutDocument, '_id' | 'version'>>;

export const checkoutsDeclaration: CollectionDeclaration = {
  collection: 'checkouts',
  indexes: [
    { name: 'due', keys: { dueAt: 1 }, reason: 'checkouts that nobody drives' },
    { name: 'caller', keys: { caller: 1, heldUntil: 1 }, reason: 'what one caller holds' },
    {
      name: 'buyer',
      keys: { buyerUid: 1, createdAt: -1, _id: -1 },
      reason: 'the checkout that a buyer can go on with; deleting a user',
    },
    expiryIndex('expiresAt', 'open checkouts are kept 30 days after their last change, others after their end'),
  ],
};

/** A checkout is stuck whose date is before. */
interface UnderWayLimits {
  readonly dueBefore: Date;
  readonly heldBefore: Date;
  readonly refundingBefore: Date;
  readonly most: number;
}

export type CheckoutsRepository = ReturnType<typeof createCheckoutsRepository>;

export function createCheckoutsRepository(db: Db) {
  const checkouts = db.collection<CheckoutDocument>(checkoutsDeclaration.collection);
  return {
    insert: (checkout: CheckoutDocument): Promise<boolean> => unlessDuplicate(checkouts.insertOne(checkout)),
    find: (id: string) => checkouts.findOne({ _id: id }),
    /** Compare-and-set on the version; null: it was changed concurrently. */
    change: (checkout: Pick<CheckoutDocument, '_id' | 'version'>, change: CheckoutChange) =>
      changeVersion(checkouts, checkout, change),
    /** Whose hold ends after `now`; with the epoch, all that have not released their holds. */
    heldBy: (caller: CheckoutDocument['caller'], now: Date, limit: number) =>
      checkouts.find({ caller, heldUntil: { $gt: now } } as Filter<CheckoutDocument>, { limit }).toArray(),
    /** The newest that is neither final nor untouched. */
    findUnfinished: (buyerUid: string) =>
      checkouts.findOne(
        {
          buyerUid,
          status: { $in: ['HOLDING', 'READY', 'PAYING', 'PAID', 'HOLDING_AGAIN', 'PLACING', 'RELEASING', 'REFUNDING'] },
        },
        { sort: { createdAt: -1 } },
      ),
    /** Without a live lease, longest overdue first. */
    findDue: (now: Date, limit: number) =>
      checkouts
        .find(
          {
            dueAt: { $lte: now },
            $or: [{ lease: null }, { 'lease.until': { $lte: now } }],
          } as Filter<CheckoutDocument>,
          {
            sort: { dueAt: 1 },
            limit,
            projection: { _id: 1 },
          },
        )
        .toArray(),
    /** Moves a failed one back in the queue, unless it was changed meanwhile. */
    async postpone(id: string, now: Date, dueAt: Date): Promise<void> {
      await checkouts.updateOne({ _id: id, dueAt: { $lte: now } } as Filter<CheckoutDocument>, { $set: { dueAt } });
    },
    /** Assigns a guest's checkout to the new owner of its order; the bumped version makes a running driver start over. */
    async claim(id: string, buyerUid: string): Promise<void> {
      const change = { $set: { buyerUid, tokenHash: null }, $inc: { version: 1 } };
      await checkouts.updateOne({ _id: id, buyerUid: null }, change as UpdateFilter<CheckoutDocument>);
    },
    /** Of a deleted person; unfinished ones are completed first. */
    async deleteByBuyer(buyerUid: string): Promise<void> {
      await checkouts.deleteMany({ buyerUid, status: { $in: ['OPEN', ...finalStatuses] } });
    },
    /** Counts those under way and those that are stuck, up to `most`. */
    async underWay({ dueBefore, heldBefore, refundingBefore, most }: UnderWayLimits) {
      const found = await checkouts
        .find({ dueAt: { $gt: new Date(0) } } as Filter<CheckoutDocument>, {
          sort: { dueAt: 1 },
          limit: most,
          projection: { createdAt: 1, dueAt: 1, heldUntil: 1, refundingSince: 1 },
        })
        .toArray();
      const oldest = found.reduce<Date | null>(
        (least, { createdAt }) => (least === null || createdAt < least ? createdAt : least),
        null,
      );
      const isBefore = (date: Date | null, limit: Date) => date !== null && date < limit;
      const stuck = found.filter(
        ({ dueAt, heldUntil, refundingSince = null }) =>
          isBefore(dueAt, dueBefore) || isBefore(heldUntil, heldBefore) || isBefore(refundingSince, refundingBefore),
      );
      return { open: found.length, oldest, stuck: stuck.length };
    },
    findMany: (ids: readonly string[]) => checkouts.find({ _id: { $in: [...ids] } }).toArray(),
  };
}
