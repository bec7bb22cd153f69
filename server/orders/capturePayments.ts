import type { Logger } from 'pino';
import type { PaymentProvider } from '../payments/provider';
import type { OrderDocument, StoredOrderEvent } from './orderDocument';
import { withEvents } from './orderEvents';
import type { OrdersRepository } from './orders.repository';

interface CaptureParts {
  readonly orders: OrdersRepository;
  readonly provider: PaymentProvider;
  readonly now: () => Date;
}

interface SweepParts extends CaptureParts {
  readonly log: Pick<Logger, 'warn'>;
}

/** Who has asked for it; the shop by itself otherwise. */
export type CaptureActor = Pick<StoredOrderEvent, 'by' | 'byUid'>;

const batch = 50;
/** The next sweep takes what is left. */
const batchesAtOnce = 20;

/** Takes the money of orders that cannot be undone any more. A payment that the provider refuses to capture is failed. */
export async function capturePayments(parts: SweepParts): Promise<void> {
  let failed = 0;
  for (let batches = 0; batches < batchesAtOnce; batches += 1) {
    // Those whose capture has failed are still due: they must not keep the others waiting.
    const due = await parts.orders.findCaptureDue(parts.now(), { skip: failed, limit: batch });
    for (const order of due) if (!(await tryToCapture(parts, order))) failed += 1;
    if (due.length < batch) return;
  }
}

/** False: it is not known what became of it. */
async function tryToCapture(parts: SweepParts, order: OrderDocument): Promise<boolean> {
  try {
    await captureOrder(parts, order);
    return true;
  } catch (error) {
    // What is not known is asked again at the next sweep.
    parts.log.warn({ order: order._id, err: error }, 'a payment could not be captured');
    return false;
  }
}

/**
 * Takes the whole amount, now, and answers the order, whose payment is paid or failed. null: somebody has changed it meanwhile. It rejects
 * where the provider does not answer; the sweeper goes on with what was begun.
 */
export async function captureOrder(
  { orders, provider, now }: CaptureParts,
  order: OrderDocument,
  actor: CaptureActor = { by: null },
): Promise<OrderDocument | null> {
  const begun = await beginCapture(orders, order, now());
  if (!begun) return null;
  const { payment, totalCents } = begun;
  const { result, capturedCents } = await provider.capture(payment.id, totalCents);
  const isPaid = result === 'SUCCEEDED';
  const at = now();
  const kind = isPaid ? 'CAPTURED' : 'CAPTURE_FAILED';
  return orders.change(begun, {
    payment: { ...payment, status: isPaid ? 'paid' : 'failed', capturedCents, ...(isPaid && { capturedAt: at }) },
    timeline: withEvents(begun, { at, kind, amountCents: totalCents, ...actor }),
  });
}

/** Said before the provider is asked: of this and an undo at one moment, one is first. From then on it is due. */
async function beginCapture(orders: OrdersRepository, order: OrderDocument, now: Date): Promise<OrderDocument | null> {
  const { payment } = order;
  if (payment.status === 'capturing') return order;
  const captureAt = payment.captureAt !== null && payment.captureAt < now ? payment.captureAt : now;
  return orders.change(order, { payment: { ...payment, status: 'capturing', captureAt } });
}
