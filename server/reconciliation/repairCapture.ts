import { ConflictError } from '../errors';
import type { OrderDocument, OrderPayment } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import { effectiveRefunds } from '../orders/orderPieces';
import type { OrderDeps } from '../orders/orderDeps';
import type { OrderChange } from '../orders/orders.repository';
import { paymentAfter } from '../orders/refundedPayment';
import type { PaymentProvider } from '../payments/provider';
import { repairOrder, type Repair } from './repairOrder';

/** Brings an order's payment in line with the provider's state. */
export const repairCapture = (deps: OrderDeps, repair: Repair): Promise<void> =>
  repairOrder(deps, repair, async (order) => {
    const { payment } = order;
    const { captured, wasAuthorized } = await captureIfAuthorized(deps.provider, order);
    if (captured === payment.capturedCents) return wasAuthorized ? {} : null;
    if (captured === 0) return notPaid(order, deps.now());
    // A cancelled order is refunded by its own step.
    if (order.cancellation && payment.capturedCents === 0)
      return { cancellation: { ...order.cancellation, step: 'payment' } };
    const taken = { ...payment, capturedCents: captured, capturedAt: payment.capturedAt ?? repair.difference.at };
    return {
      payment: paymentAfter(taken, order.refunds ?? []),
      timeline: withEvents(order, { at: deps.now(), kind: 'CAPTURED', by: null, amountCents: captured }),
    };
  });

/** Captures an authorization that is still valid, if the order says it was captured. */
async function captureIfAuthorized(provider: PaymentProvider, { payment, totalCents }: OrderDocument) {
  const state = await provider.findState(payment.id);
  const wasAuthorized = state?.result === 'AUTHORIZED' && payment.capturedCents > 0;
  const { capturedCents = 0 } = wasAuthorized ? await provider.capture(payment.id, totalCents) : (state ?? {});
  return { captured: capturedCents, wasAuthorized };
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
