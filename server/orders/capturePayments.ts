import type { Logger } from 'pino';
import type { PaymentProvider } from '../payments/provider';
import type { OrderDocument } from './orderDocument';
import { withEvents } from './orderEvents';
import type { OrdersRepository } from './orders.repository';

interface CaptureParts {
  readonly orders: OrdersRepository;
  readonly provider: PaymentProvider;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'warn'>;
}

const batch = 50;
/** The next sweep takes what is left. */
const batchesAtOnce = 20;

/** Takes the money of orders that cannot be undone any more. A payment that the provider refuses to capture is failed. */
export async function capturePayments(parts: CaptureParts): Promise<void> {
  let failed = 0;
  for (let batches = 0; batches < batchesAtOnce; batches += 1) {
    // Those whose capture has failed are still due: they must not keep the others waiting.
    const due = await parts.orders.findCaptureDue(parts.now(), { skip: failed, limit: batch });
    for (const order of due) if (!(await capturePayment(parts, order))) failed += 1;
    if (due.length < batch) return;
  }
}

/** False: it is not known what became of it. */
async function capturePayment(parts: CaptureParts, order: OrderDocument): Promise<boolean> {
  const { orders, provider, now, log } = parts;
  try {
    const begun = await beginCapture(orders, order);
    if (!begun) return true;
    const { payment, totalCents } = begun;
    const { result, capturedCents } = await provider.capture(payment.id, totalCents);
    const isPaid = result === 'SUCCEEDED';
    const kind = isPaid ? 'CAPTURED' : 'CAPTURE_FAILED';
    await orders.change(begun, {
      payment: { ...payment, status: isPaid ? 'paid' : 'failed', capturedCents },
      timeline: withEvents(begun, { at: now(), kind, by: null, amountCents: totalCents }),
    });
    return true;
  } catch (error) {
    // What is not known is asked again at the next sweep.
    log.warn({ order: order._id, err: error }, 'a payment could not be captured');
    return false;
  }
}

/** Said before the provider is asked: of this and an undo at one moment, one is first. null: the order was changed meanwhile. */
async function beginCapture(orders: OrdersRepository, order: OrderDocument): Promise<OrderDocument | null> {
  const { payment } = order;
  return payment.status === 'capturing'
    ? order
    : orders.change(order, { payment: { ...payment, status: 'capturing' } });
}
