import type { Db, Filter } from 'mongodb';
import { changeVersion } from '../database/changeVersion';
import { unlessTaken } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';
import type { ProviderName } from '../payments/provider';

/**
 * WAITING: stored and to be followed. DONE: its payment was looked at. UNKNOWN: no payment of the shop is known for it; it is
 * looked at again for three days.
 */
export type NoticeStatus = 'WAITING' | 'DONE' | 'UNKNOWN';

/** What the provider has told. Only which payment to look at is believed. */
export interface PaymentNoticeDocument {
  /** `<provider>:<its id of the notice>`: one that comes twice meets itself. */
  readonly _id: string;
  readonly provider: ProviderName;
  /** The provider's name for the payment. */
  readonly providerId: string;
  readonly kind: string;
  readonly status: NoticeStatus;
  /** The shop's name for the payment; null: none is known. */
  readonly paymentId: string | null;
  /** When it came first. */
  readonly receivedAt: Date;
  readonly deliveries: number;
  /** When somebody has to follow it; while it is being followed, the end of the lease; null: nobody has to. */
  readonly dueAt: Date | null;
  /** Of the present series. */
  readonly tries: number;
  readonly lastError: string | null;
  /** When the database forgets it. */
  readonly expiresAt: Date;
  readonly version: number;
}

export type NoticeChange = Partial<
  Pick<PaymentNoticeDocument, 'status' | 'paymentId' | 'dueAt' | 'tries' | 'lastError'>
>;

export const paymentNoticesDeclaration: CollectionDeclaration = {
  collection: 'paymentNotices',
  indexes: [
    { name: 'due', keys: { provider: 1, dueAt: 1 }, reason: 'notices of the present provider to follow' },
    { name: 'newest', keys: { receivedAt: -1, _id: -1 }, reason: "the admin's list of notices" },
    { name: 'status', keys: { status: 1, receivedAt: -1, _id: -1 }, reason: 'notices of one status' },
    expiryIndex('expiresAt', 'notices are kept 90 days'),
  ],
};

export type PaymentNoticesRepository = ReturnType<typeof createPaymentNoticesRepository>;

export function createPaymentNoticesRepository(db: Db) {
  const notices = db.collection<PaymentNoticeDocument>(paymentNoticesDeclaration.collection);
  return {
    /** False: it came before. */
    insert: (notice: PaymentNoticeDocument): Promise<boolean> => unlessTaken(notices.insertOne(notice)),
    find: (id: string) => notices.findOne({ _id: id }),
    /** It came once more. Nothing that others decide on follows from it, so the version stays. */
    async countDelivery(id: string): Promise<void> {
      await notices.updateOne({ _id: id }, { $inc: { deliveries: 1 } });
    },
    /** Compare-and-set; null: somebody else has changed it. */
    change: (notice: Pick<PaymentNoticeDocument, '_id' | 'version'>, change: NoticeChange) =>
      changeVersion(notices, notice, change),
    /** Those that nobody is at work on, the longest due first. */
    findDue: (provider: ProviderName, now: Date, limit: number) =>
      notices
        .find({ provider, dueAt: { $lte: now } } as Filter<PaymentNoticeDocument>, { sort: { dueAt: 1 }, limit })
        .toArray(),
    list: listReader<PaymentNoticeDocument>(db, paymentNoticesDeclaration),
  };
}
