import type { AuditChange, AuditKind } from '../audit/audit.repository';
import { withAudit } from '../audit/withAudit';
import type { Context } from '../context';
import { ConflictError, UnavailableError } from '../errors';
import { tryDriveOrder } from '../orders/driveOrder';
import type { OrderDocument, StoredOrderEvent } from '../orders/orderDocument';
import { findTyped } from '../orders/orderNumber';
import { drivingDeps, noSuchOrder } from '../orders/orders.service';

/** Each failed try means a concurrent change. */
const maxTries = 10;

/** An admin's command on an order. */
export interface Decision {
  readonly kind: AuditKind;
  readonly number: string;
  /** The version that the caller has seen; null: any. */
  readonly version: number | null;
  /** Whether it is done already: by this request before its response was lost, or by somebody else with the same effect. */
  readonly isMade: (order: OrderDocument) => boolean;
  /** The audit entry. Throws if the command is not allowed. */
  readonly changesOf: (order: OrderDocument) => readonly AuditChange[];
  /** The compare-and-set that decides it; null: the order was changed concurrently. */
  readonly attempt: (order: OrderDocument) => Promise<OrderDocument | null>;
  /** Whether the caller drives the order itself. */
  readonly isDrivenLater?: boolean | undefined;
}

/** Any buyer's order; the caller checks the permission. */
export async function requireShopOrder({ repositories }: Context, number: string): Promise<OrderDocument> {
  const order = await findTyped(repositories, number);
  if (!order) throw noSuchOrder();
  return order;
}

/** Retries on concurrent changes, then writes the audit log and drives the order. */
export async function decideOnOrder(context: Context, actorUid: string, decision: Decision): Promise<OrderDocument> {
  const { kind, number, isMade, changesOf } = decision;
  const first = await requireShopOrder(context, number);
  if (isMade(first)) return driveUnlessDeferred(context, first, decision);
  requireSeen(first, decision);
  const subject = { subject: first._id, subjectId: first._id, subjectVersion: first.version };
  return withAudit(context, { actorUid, kind, ...subject, changes: changesOf(first) }, () =>
    carryOut(context, first, decision),
  );
}

async function carryOut(context: Context, first: OrderDocument, decision: Decision): Promise<OrderDocument> {
  let order = first;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const changed = decision.isMade(order) ? order : await decision.attempt(order);
    if (changed) return driveUnlessDeferred(context, changed, decision);
    order = await requireShopOrder(context, first._id);
    if (!decision.isMade(order)) requireSeen(order, decision);
  }
  throw new UnavailableError();
}

const driveUnlessDeferred = (context: Context, order: OrderDocument, { isDrivenLater = false }: Decision) =>
  isDrivenLater ? order : tryDriveOrder(drivingDeps(context), order);

function requireSeen(order: OrderDocument, { version }: Decision): void {
  if (version !== null && version !== order.version)
    throw new ConflictError('Somebody changed this order. Look again.', 'version');
}

/** The timeline entry of an admin's change. */
export const shopEvent = (
  { now }: Pick<Context, 'now'>,
  byUid: string,
  event: Pick<StoredOrderEvent, 'kind'> & Partial<Pick<StoredOrderEvent, 'amountCents' | 'text'>>,
): StoredOrderEvent => ({ at: now(), by: 'SHOP', byUid, amountCents: null, ...event });
