import type { Collection, Db, Filter } from 'mongodb';
import { changeVersion } from '../database/changeVersion';
import { unlessDuplicate } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';

/** The content of a message beyond its order's. */
export type MessageContent =
  | { readonly kind: 'ORDER_CONFIRMATION' | 'ORDER_LINK' | 'PAYMENT_FAILED' | 'TEST' }
  | {
      readonly kind: 'ORDER_CANCELLED';
      readonly refundedCents: number;
      /** How much of it went back before, with messages of its own; missing in messages of older versions: none. */
      readonly earlierCents?: number;
      /** Captured, and not refunded; missing in messages of older versions: none. */
      readonly owedCents?: number;
    }
  | { readonly kind: 'ORDER_REFUNDED' | 'REFUND_FAILED'; readonly amountCents: number }
  | { readonly kind: 'ORDER_SHIPPED'; readonly shipment: Shipment }
  /** Only the time range of the contact messages, so that the mail does not outlive them. */
  | { readonly kind: 'CONTACT_MESSAGES'; readonly from: Date; readonly until: Date }
  /** A purchase that never became an order. */
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
  /** The lines that it contains. */
  readonly lines: readonly MessageLine[];
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
}

/** An admin has resent the message. */
export interface StoredResend {
  readonly at: Date;
  readonly byUid: string;
  /** Outcome before the resend, and its date; null: not recorded by an older version. */
  readonly status: 'SENT' | 'FAILED';
  readonly endedAt: Date | null;
}

/**
 * A message that is sent once. Derived from its order and content, so that retries send the same; contact mails are
 * derived from the messages not deleted yet.
 */
export interface OutboxDocument {
  /** Kind, order and, if needed, event: queueing it again has no effect. */
  readonly _id: string;
  readonly content: MessageContent;
  /** The order's number; null: none. */
  readonly order: string | null;
  /** The address that it goes to. */
  readonly recipient: string;
  readonly buyerUid: string | null;
  /** Fixed for all attempts; its host is taken from the sender's address at the first one. */
  readonly messageId: string;
  readonly status: 'PENDING' | 'SENDING' | 'SENT' | 'FAILED';
  /** It can be withdrawn until then. */
  readonly sendAfter: Date;
  /** When it is sent next; during sending, the end of the lease; null: sent or failed. */
  readonly dueAt: Date | null;
  /** In the current series. */
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
  readonly lastError: string | null;
  readonly sentAt: Date | null;
  /** Missing or null: not failed, or failed in an older version. */
  readonly failedAt?: Date | null;
  /** The latest resends, oldest first; missing: none. */
  readonly resends?: readonly StoredResend[];
  readonly createdAt: Date;
  /** TTL. */
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
    /** An existing one stays unchanged except for its owner: a guest order may have been claimed since. */
    async insert(message: OutboxDocument): Promise<boolean> {
      const isNew = await unlessDuplicate(outbox.insertOne(message));
      const { _id, buyerUid } = message;
      if (!isNew && buyerUid !== null) await outbox.updateOne({ _id, buyerUid: null }, { $set: { buyerUid } });
      return isNew;
    },
    /** Assigns a guest order's messages to its new owner. */
    async claim(order: string, buyerUid: string): Promise<void> {
      await outbox.updateMany({ order, buyerUid: null }, { $set: { buyerUid } });
    },
    find: (id: string) => outbox.findOne({ _id: id }),
    /** Compare-and-set; null: it was changed concurrently. */
    change: (message: Pick<OutboxDocument, '_id' | 'version'>, change: OutboxChange) =>
      changeVersion(outbox, message, change),
    /** False: sending has started, also of an earlier series: the record of what was sent stays. */
    async withdraw(id: string): Promise<boolean> {
      const isUntried = { status: 'PENDING', attempts: 0, resends: { $exists: false } } as const;
      return (await outbox.deleteOne({ _id: id, ...isUntried })).deletedCount === 1;
    },
    /** Waiting, or with an expired lease; longest overdue first. */
    findDue: (now: Date, limit: number) =>
      outbox.find({ dueAt: { $lte: now } } as Filter<OutboxDocument>, { sort: { dueAt: 1 }, limit }).toArray(),
    findNewest: (order: string, kind: MessageContent['kind']) =>
      outbox.findOne({ order, 'content.kind': kind }, { sort: { createdAt: -1 } }),
    findByOrder: (order: string, limit: number) => outbox.find({ order }, { sort: { createdAt: -1 }, limit }).toArray(),
    /** Counted up to `most`. */
    async underWay(most: number, now: Date) {
      const isWaiting = { dueAt: { $gt: new Date(0) } } as Filter<OutboxDocument>;
      // One index scan for each status. Not the next one due: a failing message becomes due ever later.
      const [waiting, failed, ...oldest] = await Promise.all([
        outbox.countDocuments(isWaiting, { limit: most }),
        outbox.countDocuments({ status: 'FAILED' }, { limit: most }),
        waitingSince(outbox, 'PENDING', most, now),
        waitingSince(outbox, 'SENDING', most, now),
      ]);
      const [first = null] = oldest.flat().sort((a, b) => a.getTime() - b.getTime());
      return { waiting, failed, oldest: first };
    },
    async deleteByBuyer(buyerUid: string): Promise<void> {
      await outbox.deleteMany({ buyerUid });
    },
    /** Those of an order that were sent or have failed; pending ones are still sent. */
    async deleteEnded(order: string): Promise<void> {
      await outbox.deleteMany({ order, status: { $in: ['SENT', 'FAILED'] } });
    },
    list: listReader<OutboxDocument>(db, outboxDeclaration),
  };
}

/** Since when the oldest messages of a status have waited: one that was resent, since then. */
async function waitingSince(
  outbox: Collection<OutboxDocument>,
  status: OutboxDocument['status'],
  most: number,
  now: Date,
): Promise<Date[]> {
  const found = outbox
    .find({ status, sendAfter: { $lte: now } })
    .sort({ createdAt: 1, _id: 1 })
    .limit(most)
    .project<Pick<OutboxDocument, 'createdAt' | 'resends'>>({ createdAt: 1, resends: 1 });
  const since: Date[] = [];
  for await (const { createdAt, resends } of found) {
    const resent = resends?.at(-1)?.at;
    since.push(resent ?? createdAt);
    // Those after it were queued later.
    if (!resent) break;
  }
  return since;
}
