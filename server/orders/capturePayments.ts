import { isRefusal } from '../errors';
import type { PaymentProvider, PaymentState } from '../payments/provider';
import { tryDriveOrder, nextDueAt } from './driveOrder';
import { captureFailure, syncChange, type CaptureActor } from './syncChange';
import type { OrderDocument } from './orderDocument';
import type { OrderDeps } from './orderDeps';
import type { OrdersRepository } from './orders.repository';

interface CaptureDeps {
  readonly orders: OrdersRepository;
  readonly provider: PaymentProvider;
  readonly now: () => Date;
}

const batchSize = 50;
/** The next sweep continues with the rest. */
const maxBatches = 20;

/**
 * Captures the payments of orders that can no longer be undone. A capture that the provider declines is recorded as
 * failed. `isOver`: what is left waits for the next sweep.
 */
export async function capturePayments(deps: OrderDeps, isOver = () => false): Promise<void> {
  const { name: provider } = deps.provider;
  let failed = 0;
  for (let batches = 0; batches < maxBatches; batches += 1) {
    // Orders whose capture has failed are still due, and must not block the others.
    const due = await deps.repositories.orders.findCaptureDue(deps.now(), { provider, skip: failed, limit: batchSize });
    for (const order of due) {
      if (isOver()) return;
      if (!(await tryToCapture(deps, order))) failed += 1;
    }
    if (due.length < batchSize) return;
  }
}

/** False: the outcome is unknown. */
async function tryToCapture(deps: OrderDeps, order: OrderDocument): Promise<boolean> {
  try {
    const { repositories, provider, now } = deps;
    const captured = await captureOrder({ orders: repositories.orders, provider, now }, order);
    if (captured) await tryDriveOrder(deps, captured);
    return true;
  } catch (error) {
    // An unknown outcome is looked up at the next sweep.
    deps.log.warn({ order: order._id, err: error }, 'a payment could not be captured');
    return false;
  }
}

/**
 * Captures the whole amount and returns the order with its payment paid or failed, and with whatever else the provider
 * reports of it. null: it was changed concurrently. Rejects if the provider does not answer; the sweeper then
 * continues. Remaining steps are left to driveOrder.
 */
export async function captureOrder(
  { orders, provider, now }: CaptureDeps,
  order: OrderDocument,
  actor: CaptureActor = { by: null },
): Promise<OrderDocument | null> {
  const begun = await markCapturing(orders, order);
  if (!begun) return null;
  const state = await captureAtProvider(provider, begun);
  const at = now();
  const taken = state && state.capturedCents > 0 ? syncChange(begun, state, at, actor) : null;
  return orders.change(begun, { ...(taken ?? captureFailure(begun, at, actor)), dueAt: nextDueAt({ now }) });
}

/** null: it can never be captured, e.g. because less was authorized. */
async function captureAtProvider(provider: PaymentProvider, order: OrderDocument): Promise<PaymentState | null> {
  try {
    return await provider.capture(order.payment.id, order.totalCents);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/**
 * Stored before the provider is called: of a concurrent capture and undo, only one wins. From then on it is due, whatever
 * `captureAt` says, which stays what it was at the purchase.
 */
async function markCapturing(orders: OrdersRepository, order: OrderDocument): Promise<OrderDocument | null> {
  const { payment } = order;
  if (payment.status === 'capturing') return order;
  return orders.change(order, { payment: { ...payment, status: 'capturing' } });
}
