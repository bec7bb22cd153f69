import { KioskError } from '../errors';
import type { PaymentProvider, PaymentState } from '../payments/provider';
import { driveOrLeave, dueLater } from './driveOrder';
import { captureFailure, followedChange, type CaptureActor } from './followedChange';
import type { OrderDocument } from './orderDocument';
import type { OrderParts } from './orderParts';
import type { OrdersRepository } from './orders.repository';

interface CaptureParts {
  readonly orders: OrdersRepository;
  readonly provider: PaymentProvider;
  readonly now: () => Date;
}

const batch = 50;
/** The next sweep takes what is left. */
const batchesAtOnce = 20;

/** Takes the money of orders that cannot be undone any more. A payment that the provider refuses to capture is failed. */
export async function capturePayments(parts: OrderParts): Promise<void> {
  const { name: provider } = parts.provider;
  let failed = 0;
  for (let batches = 0; batches < batchesAtOnce; batches += 1) {
    // Those whose capture has failed are still due: they must not keep the others waiting.
    const due = await parts.repositories.orders.findCaptureDue(parts.now(), { provider, skip: failed, limit: batch });
    for (const order of due) if (!(await tryToCapture(parts, order))) failed += 1;
    if (due.length < batch) return;
  }
}

/** False: it is not known what became of it. */
async function tryToCapture(parts: OrderParts, order: OrderDocument): Promise<boolean> {
  try {
    const { repositories, provider, now } = parts;
    const captured = await captureOrder({ orders: repositories.orders, provider, now }, order);
    if (captured) await driveOrLeave(parts, captured);
    return true;
  } catch (error) {
    // What is not known is asked again at the next sweep.
    parts.log.warn({ order: order._id, err: error }, 'a payment could not be captured');
    return false;
  }
}

/**
 * Takes the whole amount, now, and answers the order, whose payment is paid, with whatever else the provider says of it, or failed. null: somebody has changed it meanwhile. It rejects
 * where the provider does not answer; the sweeper goes on with what was begun. What is left to do then is for driveOrder.
 */
export async function captureOrder(
  { orders, provider, now }: CaptureParts,
  order: OrderDocument,
  actor: CaptureActor = { by: null },
): Promise<OrderDocument | null> {
  const begun = await beginCapture(orders, order, now());
  if (!begun) return null;
  const state = await takeMoney(provider, begun);
  const at = now();
  const taken = state && state.capturedCents > 0 ? followedChange(begun, state, at, actor) : null;
  return orders.change(begun, { ...(taken ?? captureFailure(begun, at, actor)), dueAt: dueLater({ now }) });
}

/** null: it can never be taken, as where less was authorized. */
async function takeMoney(provider: PaymentProvider, order: OrderDocument): Promise<PaymentState | null> {
  try {
    return await provider.capture(order.payment.id, order.totalCents);
  } catch (error) {
    if (error instanceof KioskError && error.status < 500) return null;
    throw error;
  }
}

/** Said before the provider is asked: of this and an undo at one moment, one is first. From then on it is due. */
async function beginCapture(orders: OrdersRepository, order: OrderDocument, now: Date): Promise<OrderDocument | null> {
  const { payment } = order;
  if (payment.status === 'capturing') return order;
  const captureAt = payment.captureAt !== null && payment.captureAt < now ? payment.captureAt : now;
  return orders.change(order, { payment: { ...payment, status: 'capturing', captureAt } });
}
