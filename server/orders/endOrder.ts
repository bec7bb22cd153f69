import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError, UnavailableError } from '../errors';
import { parseInput } from '../graphql/input';
import type { PaymentProvider } from '../payments/provider';
import { tryDriveOrder, nextDueAt } from './driveOrder';
import type { Cancellation, OrderDocument, StoredOrderEvent } from './orderDocument';
import { withEvents } from './orderEvents';
import type { OrderDeps } from './orderDeps';
import { orderInput } from './orders.input';
import { drivingDeps, findOrder } from './orders.service';

/** Each failed try means a concurrent change. */
const maxTries = 10;

/** Voids a purchase before it is captured, and puts what was bought back into the cart. */
export async function undoOrder(context: Context, input: unknown): Promise<OrderDocument> {
  await authorize(context, 'undoOrder');
  return endOrder(context, input, 'undo');
}

/** Before shipping: voids the payment, or refunds all of it. */
export async function cancelOrder(context: Context, input: unknown): Promise<OrderDocument> {
  await authorize(context, 'cancelOrder');
  return endOrder(context, input, 'cancel');
}

async function endOrder(context: Context, input: unknown, kind: Cancellation['kind']): Promise<OrderDocument> {
  const { number, token } = parseInput(orderInput, input);
  const deps = drivingDeps(context);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const ended = await tryToEnd(deps, await findOrder(context, number, token), kind);
    if (ended) return ended;
  }
  throw new UnavailableError();
}

/** Idempotent: an order that has ended is returned as it is. null: it was changed concurrently. */
export async function tryToEnd(
  deps: OrderDeps,
  order: OrderDocument,
  kind: Cancellation['kind'],
  actor: OrderActor = { by: 'BUYER' },
): Promise<OrderDocument | null> {
  if (order.status === 'cancelled') return order;
  if (kind === 'undo' && undoableUntil(deps, order) === null) throw tooLate(order);
  if (!isCancellable(deps.provider, order)) throw onItsWay();
  const ended = await deps.repositories.orders.change(order, begin(deps, order, kind, actor));
  return ended && tryDriveOrder(deps, ended);
}

/** Who ends it, with the shop's reason. */
export type OrderActor = Pick<StoredOrderEvent, 'by' | 'byUid' | 'text'>;

/** This write decides it; the remaining steps are retried by the sweeper. */
function begin({ now, ...deps }: OrderDeps, order: OrderDocument, kind: Cancellation['kind'], actor: OrderActor) {
  const event = kind === 'undo' ? 'UNDONE' : 'CANCELLED';
  return {
    status: 'cancelled',
    cancellation: { kind, step: 'payment', returnedToCart: 0 },
    timeline: withEvents(order, { at: now(), kind: event, amountCents: null, ...actor }),
    dueAt: nextDueAt({ ...deps, now }),
  } as const;
}

/** null: it cannot be undone, or no longer. */
export function undoableUntil(
  { provider, now }: Pick<OrderDeps, 'provider' | 'now'>,
  order: OrderDocument,
): Date | null {
  const { captureAt, status } = order.payment;
  const isOpen = isCancellable(provider, order) && status === 'authorized';
  return isOpen && captureAt !== null && captureAt > now() ? captureAt : null;
}

/** Payments of another provider, or of none, cannot be refunded here. */
export const isPaidBy = ({ name }: PaymentProvider, { payment }: Pick<OrderDocument, 'payment'>): boolean =>
  payment.provider === name && payment.id !== '';

export const isCancellable = (provider: PaymentProvider, order: OrderDocument): boolean =>
  order.status === 'placed' && isPaidBy(provider, order);

const tooLate = ({ status }: OrderDocument) =>
  status === 'placed'
    ? new ConflictError('It cannot be undone any more. Cancel the order instead.', 'number')
    : onItsWay();

const onItsWay = () => new ConflictError('It cannot be cancelled any more: it is on its way.', 'number');
