import type { PaymentState } from '../payments/provider';
import { followedDisputes } from './disputes';
import { newForeignRefunds } from './foreignRefunds';
import type { OrderDocument, OrderPayment, StoredOrderEvent } from './orderDocument';
import { withEvents } from './orderEvents';
import type { OrderChange } from './orders.repository';
import { failedIn, markFailed, paymentAfter } from './refundedPayment';

/** Who has asked for it; the shop by itself otherwise. */
export type CaptureActor = Pick<StoredOrderEvent, 'by' | 'byUid'>;

/**
 * What an order becomes by all that the provider says of its payment: what was taken, what went back, what is disputed, and that what was
 * reserved is free again. null: the order says all of it. `actor` is who has asked for the capture.
 */
export function followedChange(
  order: OrderDocument,
  state: PaymentState,
  at: Date,
  actor: CaptureActor = { by: null },
): OrderChange | null {
  const taken = takenNow(order, state, at);
  const payment = taken ?? endedNow(order, state) ?? order.payment;
  const marked = markFailed(order.refunds ?? [], failedIn(state), at);
  const given = newForeignRefunds({ ...order, payment, refunds: marked.refunds }, state, at);
  const disputed = followedDisputes(order, state, at);
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

/** The provider has refused to take it, for good as far as is known: somebody has to look at the order, and nothing is sent. */
export const captureFailure = (order: OrderDocument, at: Date, actor: CaptureActor): OrderChange => ({
  payment: failedPayment(order),
  timeline: withEvents(order, failedCapture(order, at, actor)),
});

/** Of an order the buyer hears once that its payment has failed, however often it is tried again. */
const failedPayment = ({ payment }: OrderDocument): OrderPayment => ({
  ...payment,
  status: 'failed',
  isFailureTold: payment.isFailureTold ?? false,
});

const failedCapture = ({ totalCents }: OrderDocument, at: Date, actor: CaptureActor): StoredOrderEvent => ({
  ...{ at, kind: 'CAPTURE_FAILED', amountCents: totalCents, ...actor },
});

const isReserved = ({ payment, status }: OrderDocument): boolean =>
  status !== 'cancelled' && (payment.status === 'authorized' || payment.status === 'capturing');

/**
 * null: the shop has taken it itself, or nobody has. Of what is being captured just now this and the answer to that call may say the same:
 * the order's version lets one of them in.
 */
function takenNow(order: OrderDocument, { capturedCents }: PaymentState, at: Date): OrderPayment | null {
  const { payment, status } = order;
  const isOpen = isReserved(order) || (status !== 'cancelled' && payment.status === 'failed');
  return isOpen && capturedCents > 0 ? { ...payment, status: 'paid', capturedCents, capturedAt: at } : null;
}

/** Cancelled at the provider, or for longer than its bank reserves it: no call will take it any more. null: it is not. */
const endedNow = (order: OrderDocument, { result }: PaymentState): OrderPayment | null =>
  isReserved(order) && result === 'CANCELLED' ? failedPayment(order) : null;
