import type { Db, Filter } from 'mongodb';
import { changeVersion } from '../database/changeVersion';
import { unlessTaken } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';

/** What a message says that its order does not. */
export type MessageContent =
  | { readonly kind: 'ORDER_CONFIRMATION' | 'ORDER_LINK' | 'PAYMENT_FAILED' | 'TEST' }
  /** Of what had been captured: what has gone back, and what did not arrive at once; missing in messages of before: nothing. */
  | { readonly kind: 'ORDER_CANCELLED'; readonly refundedCents: number; readonly owedCents?: number }
  | { readonly kind: 'ORDER_REFUNDED' | 'REFUND_FAILED'; readonly amountCents: number }
  | { readonly kind: 'ORDER_SHIPPED'; readonly shipment: Shipment }
  /** Of the contact page: nothing but when they were written, so that it outlives none of them. */
  | { readonly kind: 'CONTACT_MESSAGES'; readonly from: Date; readonly until: Date }
  /** Of a purchase that never became an order. */
  | {
      readonly kind: 'SOLD_OUT';
      readonly name: string;
      readonly totalCents: number;
      readonly lines: readonly MessageLine[];
    };

export interface MessageLine {
  readonly name: string;
  readonly quantity: number;
}

export interface Shipment {
  /** What is in it. */
  readonly lines: readonly MessageLine[];
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
}

/** Somebody of the shop has sent it again. */
export interface StoredResend {
  readonly at: Date;
  readonly byUid: string;
  /** What had become of it until then, and when; null: of before that was recorded. */
  readonly status: 'SENT' | 'FAILED';
  readonly endedAt: Date | null;
}

/**
 * A message that is sent once. What it says follows from its order and its content, so that it is always the same; of the contact page, from
 * what is still there.
 */
export interface OutboxDocument {
  /** Its kind and its order, and where there can be several, which one: whoever queues it again meets it. */
  readonly _id: string;
  readonly content: MessageContent;
  /** The order's number; null: it is about none. */
  readonly order: string | null;
  /** The address that it goes to. */
  readonly recipient: string;
  readonly buyerUid: string | null;
  /** Drawn with the message; each repetition carries it. Its host follows from the sender at the first attempt. */
  readonly messageId: string;
  readonly status: 'PENDING' | 'SENDING' | 'SENT' | 'FAILED';
  /** It can be withdrawn until then. */
  readonly sendAfter: Date;
  /** When somebody has to look at it; while it is being sent, the end of the lease; null: it is sent or failed. */
  readonly dueAt: Date | null;
  /** Of the present series of attempts. */
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
  readonly lastError: string | null;
  readonly sentAt: Date | null;
  /** Missing or null: it has not failed, or has in a Kiosk of before. */
  readonly failedAt?: Date | null;
  /** The newest of them, the oldest first; missing: none. */
  readonly resends?: readonly StoredResend[];
  readonly createdAt: Date;
  /** When the database forgets it. */
  readonly expiresAt: Date;
  readonly version: number;
}

export type OutboxChange = Partial<
  Pick<
    OutboxDocument,
    'messageId' | 'status' | 'dueAt' | 'attempts' | 'firstAttemptAt' | 'lastError' | 'sentAt' | 'failedAt' | 'resends'
  >
>;

export const outboxDeclaration: CollectionDeclaration = {
  collection: 'outbox',
  indexes: [
    { name: 'due', keys: { dueAt: 1 }, reason: 'messages to send' },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of messages" },
    { name: 'status', keys: { status: 1, createdAt: -1, _id: -1 }, reason: 'messages of one status' },
    { name: 'order', keys: { order: 1, createdAt: -1 }, reason: 'messages about one order' },
    {
      name: 'buyer',
      keys: { buyerUid: 1, createdAt: -1, _id: -1 },
      reason: 'what a person is told of theirs; deleting a user',
    },
    expiryIndex('expiresAt', 'messages are kept 90 days'),
  ],
};

export type OutboxRepository = ReturnType<typeof createOutboxRepository>;

export function createOutboxRepository(db: Db) {
  const outbox = db.collection<OutboxDocument>(outboxDeclaration.collection);
  return {
    /** One that is already there stays as it is, but for whose it is: a guest's order may have become a person's since. */
    async insert(message: OutboxDocument): Promise<boolean> {
      const isNew = await unlessTaken(outbox.insertOne(message));
      const { _id, buyerUid } = message;
      if (!isNew && buyerUid !== null) await outbox.updateOne({ _id, buyerUid: null }, { $set: { buyerUid } });
      return isNew;
    },
    /** What a guest was told of an order is its new owner's. */
    async claim(order: string, buyerUid: string): Promise<void> {
      await outbox.updateMany({ order, buyerUid: null }, { $set: { buyerUid } });
    },
    find: (id: string) => outbox.findOne({ _id: id }),
    /** Compare-and-set; null: somebody else has changed it. */
    change: (message: Pick<OutboxDocument, '_id' | 'version'>, change: OutboxChange) =>
      changeVersion(outbox, message, change),
    /** False: an attempt to send it has begun. */
    async withdraw(id: string): Promise<boolean> {
      return (await outbox.deleteOne({ _id: id, status: 'PENDING', attempts: 0 })).deletedCount === 1;
    },
    /** Waiting ones, and those whose sender has ended; the longest due first. */
    findDue: (now: Date, limit: number) =>
      outbox.find({ dueAt: { $lte: now } } as Filter<OutboxDocument>, { sort: { dueAt: 1 }, limit }).toArray(),
    findNewest: (order: string, kind: MessageContent['kind']) =>
      outbox.findOne({ order, 'content.kind': kind }, { sort: { createdAt: -1 } }),
    findByOrder: (order: string, limit: number) => outbox.find({ order }, { sort: { createdAt: -1 }, limit }).toArray(),
    /** Counted up to `most`. */
    async underWay(most: number) {
      const isWaiting = { dueAt: { $gt: new Date(0) } } as Filter<OutboxDocument>;
      const [waiting, failed, first] = await Promise.all([
        outbox.countDocuments(isWaiting, { limit: most }),
        outbox.countDocuments({ status: 'FAILED' }, { limit: most }),
        outbox.findOne(isWaiting, { sort: { dueAt: 1 }, projection: { createdAt: 1 } }),
      ]);
      return { waiting, failed, oldest: first?.createdAt ?? null };
    },
    async deleteByBuyer(buyerUid: string): Promise<void> {
      await outbox.deleteMany({ buyerUid });
    },
    list: listReader<OutboxDocument>(db, outboxDeclaration),
  };
}
