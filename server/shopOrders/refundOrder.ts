import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { BadInputError, ConflictError } from '../errors';
import { parseLists } from '../graphql/input';
import { nextDueAt } from '../orders/driveOrder';
import type { LinePieces, OrderDocument, StoredRefund } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import { countPieces, openLines, activeFulfillments, statusAfter } from '../orders/orderPieces';
import { orderDepsOf } from '../orders/orders.service';
import {
  planRefund,
  planWhole,
  refundableCents,
  shippingLeft,
  type RefundPlan,
  type WantedRefund,
} from '../orders/refundRules';
import { maximumRecords } from '../orders/shopCancellation';
import { executeOrderCommand } from './executeOrderCommand';
import { requireShopOrder } from './requireShopOrder';
import { shopEvent } from './shopEvent';
import { resolveLines, requireProvider } from './planShipment';
import { refundInput, refundPreviewInput, type WantedLines } from './shopOrders.input';

interface WantedAmounts {
  readonly lines: WantedLines;
  /** How many of these pieces were not sent. */
  readonly unsentLines: WantedLines;
  readonly shipping: boolean;
  readonly amount: number;
}

export interface RefundPreview extends RefundPlan {
  readonly order: OrderDocument;
  /** The maximum that can be refunded now. */
  readonly refundableCents: number;
  readonly shippingLeftCents: number;
  /** Whether it cancels the order. */
  readonly cancels: boolean;
}

/** Computes a refund without making it. */
export async function previewRefund(context: Context, input: unknown): Promise<RefundPreview> {
  await authorize(context, 'refundPreview');
  const { number, ...wanted } = parseLists(refundPreviewInput, input);
  const order = await requireShopOrder(context, number);
  const left = { refundableCents: refundableCents(order), shippingLeftCents: shippingLeft(order) };
  const { plan, cancels } = planFor(context, order, wanted);
  return { ...plan, ...left, cancels, order };
}

/** Stored before the provider is called: of two admins at once, the second one sees what is left. */
export async function refundOrder(context: Context, input: unknown): Promise<OrderDocument> {
  const { viewer } = await authorize(context, 'refundOrder');
  const { number, version, reason, restock, ...wanted } = parseLists(refundInput, input);
  const hex = newId(context).toHexString();
  return executeOrderCommand(context, viewer.uid, {
    ...{ kind: 'REFUND_ORDER', number, version },
    isApplied: ({ _id, refunds = [] }) => refunds.some(({ id }) => id === `${_id}:${hex}`),
    changesOf(order) {
      const { plan, cancels } = planFor(context, order, wanted);
      const status = { field: 'status', before: order.status, after: 'cancelled' };
      return [...refundChanges(plan, { reason, restock }), ...(cancels ? [status] : [])];
    },
    apply(order) {
      const { plan, cancels } = planFor(context, order, wanted);
      const refund = newRefund(context, order, plan, { hex, kind: 'refund', reason, restock, byUid: viewer.uid });
      const begun = beginRefund(context, order, refund);
      return context.repositories.orders.change(order, {
        ...begun,
        ...(cancels && cancelledBy(context, { ...order, ...begun }, viewer.uid)),
      });
    },
  });
}

/** Shared by preview and refund. An order with nothing shipped and nothing left to ship is cancelled and fully refunded. */
function planFor(context: Context, order: OrderDocument, { shipping, amount, ...wanted }: WantedAmounts) {
  requireRefundable(context, order);
  const lines = linesFor(order, wanted);
  const leavesNothing = isAllUnsent(order, lines);
  const isWhole = leavesNothing && amount === 0 && (shipping || shippingLeft(order) === 0);
  if (isWhole && refundableCents(order) > 0) return { plan: planWhole(order), cancels: true };
  const plan = planRefund(order, { lines, shipping, extraCents: amount });
  if (leavesNothing)
    throw new ConflictError(
      'That is all that is to be sent: refund shipping, too, and no other amount, or cancel the order instead.',
      'lines',
    );
  return { plan, cancels: false };
}

function linesFor(order: OrderDocument, { lines, unsentLines }: Pick<WantedAmounts, 'lines' | 'unsentLines'>) {
  const ids = new Set(lines.map(({ id }) => id));
  if (unsentLines.some(({ id }) => !ids.has(id)))
    throw new BadInputError('unsentLines must be pieces of lines.', 'unsentLines');
  const unsent = new Map(resolveLines(order, unsentLines).map(({ line, quantity }) => [line, quantity]));
  return resolveLines(order, lines).map((pieces) => {
    const open = unsent.get(pieces.line);
    return { ...pieces, ...(open !== undefined && { open }) };
  });
}

function requireRefundable(context: Context, order: OrderDocument): void {
  if (order.status === 'cancelled' && !hasFailedRefund(order))
    throw new ConflictError('The order was cancelled: all of its money goes back.', 'number');
  requireProvider(orderDepsOf(context), order);
  if ((order.refunds?.length ?? 0) >= maximumRecords)
    throw new ConflictError(`An order has at most ${maximumRecords} refunds.`, 'number');
}

/** A failed refund can be repeated once the cancellation has no other pending step. */
const hasFailedRefund = ({ cancellation, refunds = [] }: OrderDocument): boolean =>
  cancellation?.step === 'done' && refunds.some(({ failedAt }) => failedAt !== undefined);

/** For an order of which nothing is shipped. */
function isAllUnsent(order: OrderDocument, lines: WantedRefund['lines']): boolean {
  const left = openLines(order);
  if (activeFulfillments(order).length > 0 || left.length === 0 || lines.length !== left.length) return false;
  const isAllOf = ({ line, quantity }: LinePieces) =>
    lines.some((each) => each.line === line && each.quantity === quantity && (each.open ?? quantity) === quantity);
  return left.every(isAllOf);
}

export const refundChanges = (
  { amountCents, lines }: RefundPlan,
  { reason, restock }: Pick<StoredRefund, 'reason' | 'restock'>,
) => [
  { field: 'amount', before: null, after: (amountCents / 100).toFixed(2) },
  { field: 'pieces', before: null, after: String(countPieces(lines)) },
  { field: 'restock', before: null, after: String(restock) },
  { field: 'reason', before: null, after: reason === '' ? null : reason },
];

interface RefundOrigin extends Pick<StoredRefund, 'kind' | 'reason' | 'restock'> {
  readonly hex: string;
  readonly byUid: string;
}

export const newRefund = (
  { now }: Context,
  { _id }: OrderDocument,
  plan: RefundPlan,
  { hex, ...origin }: RefundOrigin,
): StoredRefund => ({ id: `${_id}:${hex}`, ...plan, ...origin, begunAt: now(), doneAt: null, step: 'money' });

/** The rest of the cancellation follows the refund: payment and stock are already settled. */
function cancelledBy(context: Context, order: OrderDocument, byUid: string) {
  return {
    status: 'cancelled',
    cancellation: { kind: 'cancel', step: 'payment', returnedToCart: 0 },
    timeline: withEvents(order, shopEvent(context, byUid, { kind: 'CANCELLED' })),
  } as const;
}

/** This write decides it; the money follows. */
export function beginRefund(context: Context, order: OrderDocument, refund: StoredRefund) {
  const refunds = [...(order.refunds ?? []), refund];
  const { kind, reason: text, amountCents, byUid } = refund;
  const event = { kind: kind === 'rest' ? 'REST_CANCELLED' : 'REFUND_BEGUN', amountCents, text } as const;
  return {
    refunds,
    status: statusAfter({ ...order, refunds }),
    timeline: withEvents(order, shopEvent(context, byUid ?? '', event)),
    dueAt: nextDueAt(context),
  };
}
