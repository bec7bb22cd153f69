import type { Logger } from 'pino';
import { apiKeyIdIn } from '../auth/apiKeyText';
import { userDeletionId } from '../database/jobs.repository';
import { parseRecordId } from '../database/recordId';
import type { Repositories } from './repositories';
import type { OrderEventKind } from '../orders/orderDocument';
import { timelineOf } from '../orders/orderEvents';
import { auditedValues } from '../products/productAudit';
import { versionOf } from '../products/products.repository';
import type { AuditEntryDocument, AuditKind } from '../audit/audit.repository';
import { auditText } from '../audit/auditText';
import type { DescribedSettings } from '../settings/saveSettings';
import type { ShopSettings } from '../settings/shopSettings';
import { describeShipping } from '../shipping/describeShipping';
import { describeSeller } from '../seller/describeSeller';
import { describeTaxes } from '../taxes/describeTaxes';

interface SettleDeps {
  readonly repositories: Repositories;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly now: () => Date;
}

/** Whether the change was made, judged by current data; null while its job or its fix is not done. */
type OutcomeCheck = (repositories: Repositories, entry: AuditEntryDocument) => Promise<boolean | null>;

const batchSize = 1_000;
/** A younger entry may belong to a change in progress. */
const abandonedAfter = 60_000;

/** Settles entries that a crash or an outage has left pending. One that fails does not block the others. */
export async function settleAudit({ repositories, log, now }: SettleDeps): Promise<void> {
  const { auditEntries } = repositories;
  for (const entry of await auditEntries.findOpen(new Date(now().getTime() - abandonedAfter), batchSize)) {
    const auditEntry = entry._id.toHexString();
    try {
      const made = await checks[entry.kind](repositories, entry);
      if (made === null) continue;
      await auditEntries.complete(entry._id, { outcome: made ? 'DONE' : 'FAILED', completedAt: now() });
      log.info({ auditEntry, made }, 'open audit entry settled');
    } catch (error) {
      log.warn({ auditEntry, err: error }, 'open audit entry has to wait');
    }
  }
}

const roleIsAsPlanned: OutcomeCheck = async ({ admins }, { subjectId, changes }) => {
  const wanted = changes.find(({ field }) => field === 'role')?.after === 'admin';
  return (await admins.get()).uids.includes(subjectId) === wanted;
};

const itemIsThere: OutcomeCheck = async ({ products, store }, { subjectId }) => {
  const id = parseRecordId(subjectId);
  return id !== null && ((await store.findById(id)) ?? (await products.findById(id))) !== null;
};

/**
 * A product with the version from before was not changed. For later versions the values decide: if somebody else has
 * made the same change since, it counts as made; a further change makes it count as not made.
 */
const productIsAsPlanned: OutcomeCheck = async ({ products }, { subjectId, subjectVersion, changes }) => {
  const id = parseRecordId(subjectId);
  const product = id && (await products.findById(id));
  if (!product || versionOf(product) === subjectVersion) return false;
  const values = auditedValues(product);
  return changes.every(({ field, after }) => auditText(values[field] ?? null) === after);
};

/** By its movement, which is made within the time that an entry stays open; a threshold by its current value. */
const stockIsAdjusted: OutcomeCheck = async ({ stock }, { subjectId, actorUid, startedAt, changes }) => {
  const productId = parseRecordId(subjectId);
  if (productId === null) return false;
  const count = changes.find(({ field }) => field === 'stock');
  if (count) {
    // Ending the count of none needs no movement.
    if (count.after === null && (await stock.find(productId)) === null) return true;
    const delta = Number(count.after ?? 0) - Number(count.before ?? 0);
    const until = new Date(startedAt.getTime() + abandonedAfter);
    return stock.hasMadeMovement({ productId, byUid: actorUid, delta }, [startedAt, until]);
  }
  const threshold = changes.find(({ field }) => field === 'lowStockThreshold')?.after ?? null;
  return auditText((await stock.find(productId))?.lowStockThreshold ?? null) === threshold;
};

/** As for products: for later versions the current value decides. */
const settingsAreAsPlanned =
  <S extends keyof ShopSettings>(
    subject: S,
    describe: (settings: ShopSettings[S]) => DescribedSettings,
  ): OutcomeCheck =>
  async ({ shopSettings }, { subjectVersion, changes }) => {
    const settings = (await shopSettings.get())[subject];
    if (settings.version === subjectVersion) return false;
    const values = describe(settings);
    return changes.every(({ field, after }) => auditText(values.get(field) ?? null) === after);
  };

/** A new one exists; a resent one has another version than before. */
const messageIsQueued: OutcomeCheck = async ({ outbox }, { subjectId, subjectVersion }) =>
  hasChangedSince(await outbox.find(subjectId), subjectVersion);

const endpointIsOther: OutcomeCheck = async ({ webhookEndpoints }, { subjectId, subjectVersion }) =>
  hasChangedSince(await webhookEndpoints.find(subjectId), subjectVersion);

const deliveryIsQueued: OutcomeCheck = async ({ webhookDeliveries }, { subjectId, subjectVersion }) =>
  hasChangedSince(await webhookDeliveries.find(subjectId), subjectVersion);

const hasChangedSince = (stored: { readonly version: number } | null, version: number | null): boolean =>
  stored !== null && stored.version !== version;

/** The e-mail itself is not logged; its former owner has none until they verify another one. */
const emailIsGone: OutcomeCheck = async ({ users }, { subjectId }) =>
  ((await users.findByUid(subjectId))?.email ?? null) === null;

const emailIsGranted: OutcomeCheck = async ({ users, admins }, { subjectId }) => {
  const email = (await users.findByUid(subjectId))?.email ?? null;
  return email !== null && (await admins.get()).grantedEmails.includes(email);
};

/** By the timeline entries of this admin since then; an order with the version from before was not changed. */
const orderTells =
  (...kinds: readonly OrderEventKind[]): OutcomeCheck =>
  async ({ orders }, { subjectId, subjectVersion, actorUid, startedAt }) => {
    const order = await orders.find(subjectId);
    if (!order || order.version === subjectVersion) return false;
    const told = [...timelineOf(order), ...(order.notes ?? []).map((note) => ({ ...note, kind: 'NOTE' as const }))];
    return told.some(({ kind, byUid, at }) => kinds.includes(kind) && byUid === actorUid && at >= startedAt);
  };

const apiKeyOf = async ({ apiKeys }: Repositories, { subjectId }: AuditEntryDocument) => {
  const id = parseRecordId(apiKeyIdIn(subjectId) ?? '');
  return id && apiKeys.find(id);
};

const checks: Record<AuditKind, OutcomeCheck> = {
  CREATE_PRODUCT: itemIsThere,
  UPDATE_PRODUCT: productIsAsPlanned,
  ADJUST_STOCK: stockIsAdjusted,
  CHANGE_SHIPPING: settingsAreAsPlanned('shipping', describeShipping),
  CHANGE_TAXES: settingsAreAsPlanned('taxes', describeTaxes),
  CHANGE_SELLER: settingsAreAsPlanned('seller', describeSeller),
  CREATE_WEBHOOK: endpointIsOther,
  CHANGE_WEBHOOK: endpointIsOther,
  ROTATE_WEBHOOK_SECRET: endpointIsOther,
  DELETE_WEBHOOK: async ({ webhookEndpoints }, { subjectId }) => (await webhookEndpoints.find(subjectId)) === null,
  SEND_TEST_EVENT: deliveryIsQueued,
  RESEND_WEBHOOK: deliveryIsQueued,
  RESEND_MESSAGE: messageIsQueued,
  SEND_TEST_MESSAGE: messageIsQueued,
  REPLAY_NOTICE: async ({ paymentNotices }, { subjectId, subjectVersion }) => {
    const notice = await paymentNotices.find(subjectId);
    return hasChangedSince(notice, subjectVersion) && notice?.lastError === null;
  },
  SEND_TEST_NOTICE: async ({ testPayments }, { subjectId, subjectVersion }) =>
    hasChangedSince(await testPayments.find(subjectId), subjectVersion),
  DELETE_STORE_ITEM: async (repositories, entry) => !(await itemIsThere(repositories, entry)),
  RESTORE_STORE_ITEM: itemIsThere,
  CHANGE_USER_ROLE: roleIsAsPlanned,
  MAKE_ADMIN: roleIsAsPlanned,
  TAKE_OVER_EMAIL: emailIsGone,
  // The first step of the job may still find that it is the last admin; the tombstone comes after it.
  DELETE_USER: async ({ jobs, deletedUsers }, { subjectId }) =>
    (await jobs.isOpen(userDeletionId(subjectId))) ? null : deletedUsers.has(subjectId),
  GRANT_FIRST_ADMIN: emailIsGranted,
  SHIP_ORDER: orderTells('SHIPPED'),
  UNDO_SHIPMENT: orderTells('SHIPMENT_UNDONE'),
  CORRECT_SHIPMENT: orderTells('SHIPMENT_CORRECTED'),
  MARK_DELIVERED: orderTells('DELIVERED'),
  UNDO_DELIVERY: orderTells('DELIVERY_UNDONE'),
  // Started by the admin, it may have been completed by the sweeper.
  CAPTURE_PAYMENT: async ({ orders }, { subjectId }) =>
    ((await orders.find(subjectId))?.payment.capturedCents ?? 0) > 0,
  REFUND_ORDER: orderTells('REFUND_BEGUN'),
  CANCEL_ORDER: orderTells('CANCELLED', 'REST_CANCELLED'),
  NOTE_ORDER: orderTells('NOTE'),
  CREATE_API_KEY: async (repositories, entry) => (await apiKeyOf(repositories, entry)) !== null,
  // Another admin may have done it concurrently.
  REVOKE_API_KEY: async (repositories, entry) => {
    const key = await apiKeyOf(repositories, entry);
    return key !== null && key.revokedAt !== null && key.revokedByUid === entry.actorUid;
  },
  // Once mended, it is known when its day is reconciled again.
  FIX_DIFFERENCE: async ({ reconciliations }, { subjectId }) => reconciliations.isFixedAnywhere(subjectId),
};
