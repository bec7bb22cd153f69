import type { Logger } from 'pino';
import type { PaymentProvider } from '../payments/provider';
import type { OrderDocument, OrdersRepository } from './orders.repository';

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
async function capturePayment({ orders, provider, log }: CaptureParts, order: OrderDocument): Promise<boolean> {
  const { payment, totalCents, _id } = order;
  try {
    const { result, capturedCents } = await provider.capture(payment.id, totalCents);
    const status = result === 'SUCCEEDED' ? 'paid' : 'failed';
    await orders.change(order, { payment: { ...payment, status, capturedCents } });
    return true;
  } catch (error) {
    // What is not known is asked again at the next sweep.
    log.warn({ order: _id, err: error }, 'a payment could not be captured');
    return false;
  }
}
