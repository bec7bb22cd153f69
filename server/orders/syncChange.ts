import type { PaymentState } from '../payments/provider';
import { syncDisputes } from './disputes';
import { newForeignRefunds } from './foreignRefunds';
import { isAuthorized } from './isAuthorized';
import type { OrderDocument, OrderPayment, StoredOrderEvent } from './orderDocument';
import { withEvents } from './orderEvents';
import type { OrderChange } from './orders.repository';
import { failedIn, markFailed, paymentAfter } from './refundedPayment';

/** Who has triggered the capture; the system if missing. */
export type CaptureActor = Pick<StoredOrderEvent, 'by' | 'byUid'>;

/**
 * The change that brings an order in line with the provider's state of its payment: captures, refunds, disputes and
 * expired authorizations. null: they agree. `actor` is who has triggered the capture.
 */
export function syncChange(
  order: OrderDocument,
  state: PaymentState,
  at: Date,
  actor: CaptureActor = { by: null },
): OrderChange | null {
  const taken = takenNow(order, state, at);
  const payment = taken ?? endedNow(order, state) ?? order.payment;
  const marked = markFailed(order.refunds ?? [], failedIn(state), at);
  const given = newForeignRefunds({ ...order, payment, refunds: marked.refunds }, state, at);
  const disputed = syncDisputes(order, state, at);
  const ofCapture: StoredOrderEvent[] =
    payment === order.payment
      ? []
      : [
          taken
            ? { at, kind: 'CAPTURED', amountCents: taken.capturedCents, ...actor }
            : failedCapture(order, at, actor),
        ];
  const ofRefunds = [...marked.events, ...given.events];
  const events = [...ofCapture, ...ofRefunds, ...disputed.events];
  if (events.length === 0 && !disputed.isChanged) return null;
  return {
    ...(ofRefunds.length > 0 && { refunds: given.refunds }),
    payment: ofRefunds.length > 0 ? paymentAfter(payment, given.refunds) : payment,
    ...(disputed.isChanged && { disputes: disputed.disputes }),
    timeline: withEvents(order, ...events),
  };
}

/** The provider has declined the capture for good, as far as is known: an admin has to act, and nothing is shipped. */
export const captureFailure = (order: OrderDocument, at: Date, actor: CaptureActor): OrderChange => ({
  payment: failedPayment(order),
  timeline: withEvents(order, failedCapture(order, at, actor)),
});

/** The buyer is notified once per order that the payment has failed, however often it is retried. */
const failedPayment = ({ payment }: OrderDocument): OrderPayment => ({
  ...payment,
  status: 'failed',
  isFailureTold: payment.isFailureTold ?? false,
});

const failedCapture = ({ totalCents }: OrderDocument, at: Date, actor: CaptureActor): StoredOrderEvent => ({
  ...{ at, kind: 'CAPTURE_FAILED', amountCents: totalCents, ...actor },
});

/**
 * null: no capture outside of the shop. While a capture is pending, this and the response to it may report the same:
 * the order's version lets only one of them through.
 */
function takenNow(order: OrderDocument, { capturedCents }: PaymentState, at: Date): OrderPayment | null {
  const { payment, status } = order;
  const isOpen = isAuthorized(order) || (status !== 'cancelled' && payment.status === 'failed');
  return isOpen && capturedCents > 0 ? { ...payment, status: 'paid', capturedCents, capturedAt: at } : null;
}

/** Cancelled at the provider, or its authorization has expired: it can no longer be captured. null: it can. */
const endedNow = (order: OrderDocument, { result }: PaymentState): OrderPayment | null =>
  isAuthorized(order) && result === 'CANCELLED' ? failedPayment(order) : null;
