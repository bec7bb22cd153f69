import type { Db, Filter, UpdateFilter } from 'mongodb';
import { unlessDuplicate } from '../database/databaseErrors';
import type { PaymentMovement, ProviderName } from '../payments/provider';
import type { CollectionDeclaration } from '../database/indexes';

export type DifferenceKind =
  | 'CHARGE_WITHOUT_ORDER'
  | 'REFUND_WITHOUT_ORDER'
  | 'DISPUTE_WITHOUT_ORDER'
  | 'ORDER_WITHOUT_CHARGE'
  | 'ORDER_WITHOUT_REFUND'
  | 'AMOUNT_DIFFERS'
  | 'OTHER_CURRENCY';

/** A charge, refund or dispute on which provider and orders disagree. */
export interface Difference {
  /** Derived from day and subject: stable when the day is reconciled again. */
  readonly id: string;
  readonly kind: DifferenceKind;
  readonly about: PaymentMovement['kind'];
  /** The shop's id of the payment; null: not one of the shop's. */
  readonly paymentId: string | null;
  /** The provider's id; null: it has none. */
  readonly providerId: string | null;
  /** Id of the refund at the provider and in the order, or of the payment for a charge. */
  readonly movementId: string;
  readonly order: string | null;
  readonly providerCents: number | null;
  readonly orderCents: number | null;
  readonly at: Date;
  readonly canFix: boolean;
}

/** A difference that somebody fixes: it is recorded once the day is reconciled without it. */
export interface BegunFix extends Difference {
  /** Who asked for it; missing: unknown, as it was stored by an earlier version. */
  readonly byUid?: string;
}

/** The result of reconciling a day. */
export interface Verdict {
  readonly providerCents: number;
  readonly ordersCents: number;
  readonly movements: number;
  /** Up to the maximum. */
  readonly differences: readonly Difference[];
  readonly differenceCount: number;
}

export interface StoredReconciliation extends Verdict {
  readonly checkedAt: Date;
}

interface ReconciliationDocument extends Partial<StoredReconciliation> {
  /** `<provider>:<day>` */
  readonly _id: string;
  /** Lease of the process that reconciles it. */
  readonly lease: { readonly owner: string; readonly until: Date } | null;
  /** The latest fixed differences. */
  readonly fixed: readonly string[];
  /** Missing: none. */
  readonly unrecorded?: readonly BegunFix[];
}

/** One small document per day, only read by its day. */
export const reconciliationsDeclaration: CollectionDeclaration = { collection: 'reconciliations', indexes: [] };

interface Taking {
  readonly now: Date;
  readonly until: Date;
  readonly after?: Date;
}

interface UnrecordedFix {
  /** That of the day. */
  readonly key: string;
  readonly fix: BegunFix;
}

const maxFixed = 100;
const providers = ['test', 'stripe'] as const satisfies readonly ProviderName[];

/** The days that may have a difference. */
function anywhere(difference: string): Filter<ReconciliationDocument> {
  const day = difference.slice(0, difference.indexOf(':'));
  return { _id: { $in: providers.map((name) => `${name}:${day}`) } };
}

export type ReconciliationsRepository = ReturnType<typeof createReconciliationsRepository>;

export function createReconciliationsRepository(db: Db) {
  const days = db.collection<ReconciliationDocument>(reconciliationsDeclaration.collection);
  const update = async (filter: object, change: UpdateFilter<ReconciliationDocument>): Promise<boolean> =>
    (await days.updateOne(filter as Filter<ReconciliationDocument>, change)).matchedCount === 1;
  return {
    /** null: never reconciled. */
    async find(id: string): Promise<StoredReconciliation | null> {
      const found = await days.findOne({ _id: id });
      return found?.checkedAt ? (found as StoredReconciliation) : null;
    },
    /** Acquires the lease; false: another process holds it, or has finished since `after`. */
    async take(id: string, owner: string, { now, until, after }: Taking): Promise<boolean> {
      const lease = { owner, until };
      const isFree = [{ lease: null }, { 'lease.owner': owner }, { 'lease.until': { $lte: now } }];
      const isDue = after ? { checkedAt: { $not: { $gte: after } } } : {};
      if (await update({ _id: id, $or: isFree, ...isDue }, { $set: { lease } })) return true;
      return unlessDuplicate(days.insertOne({ _id: id, lease, fixed: [] }));
    },
    /** The last verdict stays. */
    release: (id: string, owner: string) => update({ _id: id, 'lease.owner': owner }, { $set: { lease: null } }),
    /** False: the lease was lost. */
    store: (id: string, owner: string, verdict: StoredReconciliation) =>
      update({ _id: id, 'lease.owner': owner }, { $set: { ...verdict, lease: null } }),
    async wasFixed(id: string, difference: string): Promise<boolean> {
      return (await days.findOne({ _id: id, fixed: difference }, { projection: { _id: 1 } })) !== null;
    },
    /** For any provider; null: not yet known, or not yet recorded. */
    async isFixedAnywhere(difference: string): Promise<boolean | null> {
      const found = await days.find(anywhere(difference), { projection: { fixed: 1, 'unrecorded.id': 1 } }).toArray();
      if (found.some(({ unrecorded = [] }) => unrecorded.some(({ id }) => id === difference))) return null;
      return found.some(({ fixed }) => fixed.includes(difference));
    },
    /** For any provider: begun, and not in the verdict any more. */
    async findUnrecordedAnywhere(difference: string): Promise<UnrecordedFix | null> {
      const isOver = { 'unrecorded.id': difference, 'differences.id': { $ne: difference } };
      const found = await days.findOne({ ...anywhere(difference), ...isOver } as Filter<ReconciliationDocument>, {
        projection: { unrecorded: 1 },
      });
      const fix = found?.unrecorded?.find(({ id }) => id === difference);
      return found && fix ? { key: found._id, fix } : null;
    },
    /** Before the provider is asked, so that a crash after that loses nothing. Who was first counts. */
    async beginRecord(id: string, fix: BegunFix): Promise<void> {
      await update({ _id: id, 'unrecorded.id': { $ne: fix.id } }, {
        $push: { unrecorded: { $each: [fix], $slice: -maxFixed } },
      } as UpdateFilter<ReconciliationDocument>);
    },
    async findUnrecorded(id: string, difference: string): Promise<BegunFix | null> {
      const found = await days.findOne({ _id: id }, { projection: { unrecorded: 1 } });
      return found?.unrecorded?.find((each) => each.id === difference) ?? null;
    },
    endRecord: (id: string, difference: string) =>
      update({ _id: id }, { $pull: { unrecorded: { id: difference } } } as UpdateFilter<ReconciliationDocument>),
    noteFixed: (id: string, difference: string) =>
      update({ _id: id, fixed: { $ne: difference } }, {
        $push: { fixed: { $each: [difference], $slice: -maxFixed } },
      } as UpdateFilter<ReconciliationDocument>),
  };
}
