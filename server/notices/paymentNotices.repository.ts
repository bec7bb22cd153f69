import type { Db, Filter } from 'mongodb';
import { changeVersion } from '../database/changeVersion';
import { unlessDuplicate } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';
import type { ProviderName } from '../payments/provider';

/**
 * WAITING: stored, not processed yet. DONE: its payment was looked up. UNKNOWN: matches no payment of the shop; retried
 * for three days.
 */
export type NoticeStatus = 'WAITING' | 'DONE' | 'UNKNOWN';

/** A provider's notice. It only triggers a lookup of the payment; its content is not trusted. */
export interface PaymentNoticeDocument {
  /** `<provider>:<its id of the notice>`: deduplicates deliveries. */
  readonly _id: string;
  readonly provider: ProviderName;
  /** The provider's id of the payment. */
  readonly providerId: string;
  readonly kind: string;
  readonly status: NoticeStatus;
  /** The shop's id of the payment; null: unknown. */
  readonly paymentId: string | null;
  /** Of the first delivery. */
  readonly receivedAt: Date;
  readonly deliveries: number;
  /** When it is processed next; during processing, the end of the lease; null: finished. */
  readonly dueAt: Date | null;
  /** In the current series. */
  readonly tries: number;
  readonly lastError: string | null;
  /** TTL. */
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
    /** False: a duplicate delivery. */
    insert: (notice: PaymentNoticeDocument): Promise<boolean> => unlessDuplicate(notices.insertOne(notice)),
    find: (id: string) => notices.findOne({ _id: id }),
    /** Counts a duplicate delivery. No other write depends on it, so the version stays. */
    async countDelivery(id: string): Promise<void> {
      await notices.updateOne({ _id: id }, { $inc: { deliveries: 1 } });
    },
    /** Compare-and-set; null: it was changed concurrently. */
    change: (notice: Pick<PaymentNoticeDocument, '_id' | 'version'>, change: NoticeChange) =>
      changeVersion(notices, notice, change),
    /** Without a live lease, longest overdue first. */
    findDue: (provider: ProviderName, now: Date, limit: number) =>
      notices
        .find({ provider, dueAt: { $lte: now } } as Filter<PaymentNoticeDocument>, { sort: { dueAt: 1 }, limit })
        .toArray(),
    list: listReader<PaymentNoticeDocument>(db, paymentNoticesDeclaration),
  };
}
