import { ConflictError } from '../errors';
import type { OrderDocument, OrderPayment } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import { effectiveRefunds } from '../orders/orderPieces';
import type { OrderDeps } from '../orders/orderDeps';
import type { OrderChange } from '../orders/orders.repository';
import { paymentAfter } from '../orders/refundedPayment';
import type { PaymentProvider } from '../payments/provider';
import { repairOrder } from './repairOrder';
import type { Difference } from './reconciliations.repository';

/** Brings an order's payment in line with the provider's state. */
export const repairCapture = (deps: OrderDeps, paymentId: string, { at }: Pick<Difference, 'at'>): Promise<void> =>
  repairOrder(deps, paymentId, async (order) => {
    const { payment } = order;
    const captured = await capturedNow(deps.provider, order);
    if (captured === payment.capturedCents) return null;
    if (captured === 0) return notPaid(order, deps.now());
    // A cancelled order is refunded by its own step.
    if (order.cancellation && payment.capturedCents === 0)
      return { cancellation: { ...order.cancellation, step: 'payment' } };
    const taken = { ...payment, capturedCents: captured, capturedAt: payment.capturedAt ?? at };
    return {
      payment: paymentAfter(taken, order.refunds ?? []),
      timeline: withEvents(order, { at: deps.now(), kind: 'CAPTURED', by: null, amountCents: captured }),
    };
  });

/** Captures an authorization that is still valid, if the order says it was captured. */
async function capturedNow(provider: PaymentProvider, { payment, totalCents }: OrderDocument): Promise<number> {
  const state = await provider.findState(payment.id);
  if (state?.result !== 'AUTHORIZED' || payment.capturedCents === 0) return state?.capturedCents ?? 0;
  return (await provider.capture(payment.id, totalCents)).capturedCents;
}

const untaken = ({ capturedAt: _, refundedCents: __, ...payment }: OrderPayment) => payment;

/** Never captured: an admin has to act, as after a failed capture. */
function notPaid(order: OrderDocument, at: Date): OrderChange {
  if (effectiveRefunds(order).length > 0)
    throw new ConflictError(
      'The order gave back money that was never taken. Look at it together with the provider.',
      'id',
    );
  return {
    payment: { ...untaken(order.payment), status: 'failed', capturedCents: 0 },
    timeline: withEvents(order, { at, kind: 'CAPTURE_FAILED', by: null, amountCents: order.totalCents }),
  };
}
