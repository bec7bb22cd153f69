import type { AuditChange, AuditKind } from '../audit/audit.repository';
import { withAudit } from '../audit/withAudit';
import type { Context } from '../context';
import { ConflictError, UnavailableError } from '../errors';
import { tryDriveOrder } from '../orders/driveOrder';
import type { OrderDocument } from '../orders/orderDocument';
import { drivingDeps } from '../orders/orders.service';
import { requireShopOrder } from './requireShopOrder';

/** Each failed try means a concurrent change. */
const maxTries = 10;

/** An admin's command on an order. */
export interface OrderCommand {
  readonly kind: AuditKind;
  readonly number: string;
  /** The version that the caller has seen; null: any. */
  readonly version: number | null;
  /** Whether it is done already: by this request before its response was lost, or by somebody else with the same effect. */
  readonly isApplied: (order: OrderDocument) => boolean;
  /** The audit entry. Throws if the command is not allowed. */
  readonly changesOf: (order: OrderDocument) => readonly AuditChange[];
  /** The compare-and-set that applies it; null: the order was changed concurrently. */
  readonly apply: (order: OrderDocument) => Promise<OrderDocument | null>;
  /** Whether the caller drives the order itself. */
  readonly isDeferred?: boolean | undefined;
}

/** Retries on concurrent changes, then writes the audit log and drives the order. */
export async function executeOrderCommand(
  context: Context,
  actorUid: string,
  command: OrderCommand,
): Promise<OrderDocument> {
  const { kind, number, isApplied, changesOf } = command;
  const first = await requireShopOrder(context, number);
  if (isApplied(first)) return driveUnlessDeferred(context, first, command);
  requireSeen(first, command);
  const subject = { subject: first._id, subjectId: first._id, subjectVersion: first.version };
  return withAudit(context, { actorUid, kind, ...subject, changes: changesOf(first) }, () =>
    applyWithRetries(context, first, command),
  );
}

async function applyWithRetries(context: Context, first: OrderDocument, command: OrderCommand): Promise<OrderDocument> {
  let order = first;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const changed = command.isApplied(order) ? order : await command.apply(order);
    if (changed) return driveUnlessDeferred(context, changed, command);
    order = await requireShopOrder(context, first._id);
    if (!command.isApplied(order)) requireSeen(order, command);
  }
  throw new UnavailableError();
}

const driveUnlessDeferred = (context: Context, order: OrderDocument, { isDeferred = false }: OrderCommand) =>
  isDeferred ? order : tryDriveOrder(drivingDeps(context), order);

function requireSeen(order: OrderDocument, { version }: OrderCommand): void {
  if (version !== null && version !== order.version)
    throw new ConflictError('Somebody changed this order. Look again.', 'version');
}
