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

/** Takes the money of orders that cannot be undone any more. A payment that the provider refuses to capture is failed. */
export async function capturePayments(parts: CaptureParts): Promise<void> {
  for (const order of await parts.orders.findCaptureDue(parts.now(), batch)) await capturePayment(parts, order);
}

async function capturePayment({ orders, provider, log }: CaptureParts, order: OrderDocument): Promise<void> {
  const { payment, totalCents, _id } = order;
  try {
    const { result, capturedCents } = await provider.capture(payment.id, totalCents);
    const status = result === 'SUCCEEDED' ? 'paid' : 'failed';
    await orders.change(order, { payment: { ...payment, status, capturedCents } });
  } catch (error) {
    // What is not known is asked again at the next sweep.
    log.warn({ order: _id, err: error }, 'a payment could not be captured');
  }
}
