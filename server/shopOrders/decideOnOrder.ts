import type { AuditChange, AuditKind } from '../audit/audit.repository';
import { withAudit } from '../audit/withAudit';
import type { Context } from '../context';
import { ConflictError, UnavailableError } from '../errors';
import { driveOrLeave } from '../orders/driveOrder';
import type { OrderDocument, StoredOrderEvent } from '../orders/orderDocument';
import { findTyped } from '../orders/orderNumber';
import { drivingParts, noSuchOrder } from '../orders/orders.service';

/** Each lost try means that somebody else has changed the order just now. */
const triesAtOnce = 10;

/** What an admin wants of an order. */
export interface Decision {
  readonly kind: AuditKind;
  readonly number: string;
  /** That the caller has seen; null: whatever it is. */
  readonly version: number | null;
  /** Whether it is done: by this request before its answer was lost, or by somebody else where that is all the same. */
  readonly isMade: (order: OrderDocument) => boolean;
  /** What the audit log tells. It throws what is refused before anything is tried. */
  readonly changesOf: (order: OrderDocument) => readonly AuditChange[];
  /** One compare-and-set with which it is decided; null: somebody has changed the order meanwhile. */
  readonly attempt: (order: OrderDocument) => Promise<OrderDocument | null>;
  /** Whether its caller goes on with it. */
  readonly isDrivenLater?: boolean | undefined;
}

/** An order whoever has bought it; its caller has asked for the right. */
export async function requireShopOrder({ repositories }: Context, number: string): Promise<OrderDocument> {
  const order = await findTyped(repositories, number);
  if (!order) throw noSuchOrder();
  return order;
}

/** Decided on what is stored, again where it was changed meanwhile, logged, and gone on with. */
export async function decideOnOrder(context: Context, actorUid: string, decision: Decision): Promise<OrderDocument> {
  const { kind, number, isMade, changesOf } = decision;
  const first = await requireShopOrder(context, number);
  if (isMade(first)) return goOn(context, first, decision);
  requireSeen(first, decision);
  const subject = { subject: first._id, subjectId: first._id, subjectVersion: first.version };
  return withAudit(context, { actorUid, kind, ...subject, changes: changesOf(first) }, () =>
    carryOut(context, first, decision),
  );
}

async function carryOut(context: Context, first: OrderDocument, decision: Decision): Promise<OrderDocument> {
  let order = first;
  for (let tries = 0; tries < triesAtOnce; tries += 1) {
    const changed = decision.isMade(order) ? order : await decision.attempt(order);
    if (changed) return goOn(context, changed, decision);
    order = await requireShopOrder(context, first._id);
    if (!decision.isMade(order)) requireSeen(order, decision);
  }
  throw new UnavailableError();
}

const goOn = (context: Context, order: OrderDocument, { isDrivenLater = false }: Decision) =>
  isDrivenLater ? order : driveOrLeave(drivingParts(context), order);

function requireSeen(order: OrderDocument, { version }: Decision): void {
  if (version !== null && version !== order.version)
    throw new ConflictError('Somebody changed this order. Look again.', 'version');
}

/** What the timeline tells of an admin's write. */
export const shopEvent = (
  { now }: Pick<Context, 'now'>,
  byUid: string,
  event: Pick<StoredOrderEvent, 'kind'> & Partial<Pick<StoredOrderEvent, 'amountCents' | 'text'>>,
): StoredOrderEvent => ({ at: now(), by: 'SHOP', byUid, amountCents: null, ...event });
