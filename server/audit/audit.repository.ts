import { ObjectId, type Db, type Document, type Filter } from 'mongodb';
import { batchReader } from '../database/batchReader';
import type { CollectionDeclaration } from '../database/indexes';
import { readAfter, type StoredPosition } from '../database/keyset';
import { momentsBetween } from '../database/ranges';

export type AuditKind =
  | 'CREATE_PRODUCT'
  | 'UPDATE_PRODUCT'
  | 'DELETE_STORE_ITEM'
  | 'RESTORE_STORE_ITEM'
  | 'CHANGE_USER_ROLE'
  | 'DELETE_USER'
  | 'GRANT_FIRST_ADMIN'
  | 'MAKE_ADMIN'
  | 'TAKE_OVER_EMAIL';

export interface AuditChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A write that is about to be made by an admin's right. */
export interface AuditIntent {
  readonly kind: AuditKind;
  /** What is changed, readable: a product's name, a person's e-mail. */
  readonly subject: string;
  readonly subjectId: string;
  /** The version that the subject has before the change; null for what has none. */
  readonly subjectVersion: number | null;
  /** Before, and after as planned. */
  readonly changes: readonly AuditChange[];
  readonly actorUid: string;
  readonly actorEmail: string | null;
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
  /** Where more is known after the change than before. */
  readonly changes?: readonly AuditChange[];
}

export interface AuditRange {
  /** Who did it: by uid, and by the e-mail they had then, which is all that is known of people who are gone. */
  readonly person: { readonly uid: string | null; readonly email: string } | null;
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
    { name: 'email', keys: { actorEmail: 1, startedAt: -1, _id: -1 }, reason: 'what was done under an e-mail' },
    {
      name: 'email_kind',
      keys: { actorEmail: 1, kind: 1, startedAt: -1, _id: -1 },
      reason: 'one kind of change under an e-mail',
    },
    {
      name: 'email_actor',
      keys: { actorEmail: 1, actorUid: 1, kind: 1, startedAt: -1 },
      reason: "counting what somebody did under their present e-mail, which both of a person's ranges hold",
    },
    { name: 'outcome', keys: { outcome: 1, startedAt: 1 }, reason: 'what a crash left open, settled at start' },
  ],
};

export type AuditRepository = ReturnType<typeof createAuditRepository>;

/** Append-only: nothing here alters or removes an entry that is complete. */
export function createAuditRepository(db: Db) {
  const entries = db.collection<AuditEntryDocument>(auditDeclaration.collection);
  const readBatch = batchReader<AuditEntryDocument>(db, auditDeclaration.collection);
  return {
    async begin(intent: AuditIntent): Promise<ObjectId> {
      const _id = new ObjectId();
      await entries.insertOne({ _id, ...intent, outcome: 'PENDING', completedAt: null });
      return _id;
    },
    /** False when the entry was complete already. */
    async complete(id: ObjectId, completion: AuditCompletion): Promise<boolean> {
      return (await entries.updateOne({ _id: id, outcome: 'PENDING' }, { $set: completion })).matchedCount === 1;
    },
    /** Oldest first. */
    findOpen: (startedBefore: Date, limit: number) =>
      entries
        .find({ outcome: 'PENDING', startedAt: { $lt: startedBefore } }, { sort: { startedAt: 1 }, limit })
        .toArray(),
    async readNewest(range: AuditRange, after: StoredPosition | null, limit: number): Promise<AuditEntryDocument[]> {
      const order = { field: 'startedAt', direction: -1 } as const;
      const found = await Promise.all(
        filtersOf(range).map((filter) => readAfter(readBatch, { filter, order, after, limit })),
      );
      const all = new Map(found.flat().map((entry) => [entry._id.toHexString(), entry]));
      return [...all.values()].sort(newestFirst).slice(0, limit);
    },
    async countUpTo(range: AuditRange, limit: number): Promise<number> {
      const countOf = (filter: Document) => entries.countDocuments(filter as Filter<AuditEntryDocument>, { limit });
      const filters = filtersOf(range);
      const counts = await Promise.all(filters.map(countOf));
      const most = Math.max(...counts);
      if (most >= limit || counts.length === 1) return most;
      // Few enough by now to look at those that were counted twice.
      const twice = await countOf(Object.assign({}, ...filters) as Document);
      return counts.reduce((sum, count) => sum + count, -twice);
    },
  };
}

/** Each is one plain range of an index; what somebody did under their present e-mail meets both of a person's. */
function filtersOf({ person, kind, from, to }: AuditRange): Document[] {
  const shared = { ...(kind && { kind }), ...momentsBetween('startedAt', from, to) };
  if (person === null) return [shared];
  const { uid, email: actorEmail } = person;
  if (uid === null) return [{ ...shared, actorEmail }];
  return [
    { ...shared, actorUid: uid },
    { ...shared, actorEmail },
  ];
}

function newestFirst(a: AuditEntryDocument, b: AuditEntryDocument): number {
  const byTime = b.startedAt.getTime() - a.startedAt.getTime();
  return byTime === 0 ? (a._id.toHexString() < b._id.toHexString() ? 1 : -1) : byTime;
}
