import { ObjectId, type Db, type Document } from 'mongodb';
import type { CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';
import type { SortOrder } from '../lists/position';
import { datesBetween } from '../lists/ranges';

export type AuditKind =
  | 'CREATE_PRODUCT'
  | 'UPDATE_PRODUCT'
  | 'ADJUST_STOCK'
  | 'CHANGE_SHIPPING'
  | 'CHANGE_TAXES'
  | 'CHANGE_SELLER'
  | 'RESEND_MESSAGE'
  | 'SEND_TEST_MESSAGE'
  | 'REPLAY_NOTICE'
  | 'SEND_TEST_NOTICE'
  | 'CREATE_WEBHOOK'
  | 'CHANGE_WEBHOOK'
  | 'ROTATE_WEBHOOK_SECRET'
  | 'DELETE_WEBHOOK'
  | 'SEND_TEST_EVENT'
  | 'RESEND_WEBHOOK'
  | 'DELETE_STORE_ITEM'
  | 'RESTORE_STORE_ITEM'
  | 'CHANGE_USER_ROLE'
  | 'DELETE_USER'
  | 'GRANT_FIRST_ADMIN'
  | 'MAKE_ADMIN'
  | 'TAKE_OVER_EMAIL'
  | 'SHIP_ORDER'
  | 'UNDO_SHIPMENT'
  | 'CORRECT_SHIPMENT'
  | 'MARK_DELIVERED'
  | 'UNDO_DELIVERY'
  | 'CAPTURE_PAYMENT'
  | 'REFUND_ORDER'
  | 'CANCEL_ORDER'
  | 'NOTE_ORDER'
  | 'FIX_DIFFERENCE'
  | 'CREATE_API_KEY'
  | 'REVOKE_API_KEY';

export interface AuditChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A write about to be made with admin rights. */
export interface AuditIntent {
  readonly kind: AuditKind;
  /** The changed record, readable: a product's name. null for a person, of whom only the uid is logged. */
  readonly subject: string | null;
  readonly subjectId: string;
  /** The subject's version before the change; null if it has none. */
  readonly subjectVersion: number | null;
  /** Values before, and as planned. */
  readonly changes: readonly AuditChange[];
  readonly actorUid: string;
  readonly requestId: string;
  readonly startedAt: Date;
}

export interface AuditEntryDocument extends AuditIntent {
  readonly _id: ObjectId;
  readonly outcome: 'PENDING' | 'DONE' | 'FAILED';
  readonly completedAt: Date | null;
}

export interface AuditCompletion {
  readonly outcome: 'DONE' | 'FAILED';
  readonly completedAt: Date;
  /** If more is known after the change than before. */
  readonly changes?: readonly AuditChange[];
}

export interface AuditRange {
  readonly actorUid: string | null;
  readonly kind: AuditKind | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

export const auditDeclaration: CollectionDeclaration = {
  collection: 'auditEntries',
  indexes: [
    { name: 'newest', keys: { startedAt: -1, _id: -1 }, reason: 'everything, newest first; a range of time' },
    { name: 'kind', keys: { kind: 1, startedAt: -1, _id: -1 }, reason: 'one kind of change' },
    { name: 'actor', keys: { actorUid: 1, startedAt: -1, _id: -1 }, reason: 'what one person did' },
    {
      name: 'actor_kind',
      keys: { actorUid: 1, kind: 1, startedAt: -1, _id: -1 },
      reason: 'one kind of change by one person',
    },
    {
      name: 'subject',
      keys: { subjectId: 1, startedAt: -1, _id: -1 },
      reason: 'what a person is told that was done to their account',
    },
    { name: 'outcome', keys: { outcome: 1, startedAt: 1 }, reason: 'what a crash left open, settled at start' },
  ],
};

export type AuditRepository = ReturnType<typeof createAuditRepository>;

/** Append-only: completed entries are never altered or removed. */
export function createAuditRepository(db: Db) {
  const entries = db.collection<AuditEntryDocument>(auditDeclaration.collection);
  return {
    async begin(intent: AuditIntent): Promise<ObjectId> {
      const _id = new ObjectId();
      await entries.insertOne({ _id, ...intent, outcome: 'PENDING', completedAt: null });
      return _id;
    },
    /** False if the entry was completed already. */
    async complete(id: ObjectId, completion: AuditCompletion): Promise<boolean> {
      return (await entries.updateOne({ _id: id, outcome: 'PENDING' }, { $set: completion })).matchedCount === 1;
    },
    /** Oldest first. */
    findOpen: (startedBefore: Date, limit: number) =>
      entries
        .find({ outcome: 'PENDING', startedAt: { $lt: startedBefore } }, { sort: { startedAt: 1 }, limit })
        .toArray(),
    list: listReader<AuditEntryDocument>(db, auditDeclaration),
  };
}

export const auditOrder: SortOrder = { field: 'startedAt', direction: -1, isRarelyTied: true };

export const auditFilter = ({ actorUid, kind, from, to }: AuditRange): Document => ({
  ...(actorUid !== null && { actorUid }),
  ...(kind && { kind }),
  ...datesBetween('startedAt', from, to),
});
