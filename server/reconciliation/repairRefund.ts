import { foreignEvent, foreignRefundOf } from '../orders/foreignRefunds';
import type { OrderDocument, StoredOrderEvent, StoredRefund } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import type { OrderDeps } from '../orders/orderDeps';
import type { OrderChange } from '../orders/orders.repository';
import { failedIn, failureEvent, paymentAfter, providerRefundId, withRefund } from '../orders/refundedPayment';
import { refundUnlessRefused } from '../payments/refundUnlessRefused';
import { repairOrder, type Repair } from './repairOrder';
import type { Difference } from './reconciliations.repository';

/** Adds the provider's refunds to the order, and requests those again that only the order has. */
export const repairRefund = (deps: OrderDeps, repair: Repair): Promise<void> =>
  repairOrder(deps, repair, async (order) => {
    const { paymentId, difference } = repair;
    const { movementId, kind } = difference;
    const refund = order.refunds?.find((each) => providerRefundId(each) === movementId);
    if (kind === 'ORDER_WITHOUT_REFUND') return refund ? requestAgain(deps, order, refund) : null;
    const failed = failedIn((await deps.provider.findState(paymentId)) ?? { failedRefunds: [], foreignRefunds: [] });
    return follow(deps, order, { difference, refund, hasFailed: failed.includes(movementId) });
  });

interface Followed {
  readonly difference: Difference;
  /** undefined: not in the order. */
  readonly refund: StoredRefund | undefined;
  /** The provider reports it as failed. */
  readonly hasFailed: boolean;
}

function follow(
  { now }: OrderDeps,
  order: OrderDocument,
  { difference, refund, hasFailed }: Followed,
): OrderChange | null {
  const { movementId, at, providerCents } = difference;
  const amountCents = providerCents ?? 0;
  if (!refund) {
    if (hasFailed || amountCents === 0) return null;
    const made = foreignRefundOf(order, { id: movementId, amountCents, madeAt: at });
    return changeBy(order, [...(order.refunds ?? []), made], foreignEvent(amountCents, now()));
  }
  if (hasFailed) return refund.failedAt ? null : markedFailed(order, refund, now());
  // Its response was lost, or it was recorded as refused: repeated, the call returns the refund.
  if (refund.doneAt === null) return { refunds: withRefund(order, { ...withoutFailure(refund), step: 'money' }) };
  const after = withAmount(withoutFailure(refund), amountCents);
  return isUnchanged(refund, after) ? null : changeBy(order, withRefund(order, after));
}

const withoutFailure = ({ failedAt: _, ...refund }: StoredRefund): StoredRefund => refund;

const isUnchanged = (one: StoredRefund, other: StoredRefund): boolean =>
  one.amountCents === other.amountCents && one.failedAt === other.failedAt;

/** What pieces and shipping do not cover is an amount beside them. */
const withAmount = (refund: StoredRefund, amountCents: number): StoredRefund => ({
  ...refund,
  amountCents,
  extraCents: refund.extraCents + amountCents - refund.amountCents,
  taxCents: Math.min(refund.taxCents, amountCents),
});

/** Under its own key, so it is made once. If the provider refuses it for good, it has failed. */
async function requestAgain(
  { provider, now }: OrderDeps,
  order: OrderDocument,
  refund: StoredRefund,
): Promise<OrderChange | null> {
  const { id, amountCents, foreignId } = refund;
  if (foreignId !== undefined) return refund.failedAt ? null : markedFailed(order, refund, now());
  const state = await refundUnlessRefused(provider, order.payment.id, { id, amountCents });
  return !state || state.failedRefunds.includes(id) ? markedFailed(order, refund, now()) : {};
}

const markedFailed = (order: OrderDocument, refund: StoredRefund, at: Date): OrderChange =>
  changeBy(order, withRefund(order, { ...refund, failedAt: at }), failureEvent(refund.amountCents, at));

const changeBy = (
  order: OrderDocument,
  refunds: readonly StoredRefund[],
  ...events: readonly StoredOrderEvent[]
): OrderChange => ({
  refunds,
  payment: paymentAfter(order.payment, refunds),
  ...(events.length > 0 && { timeline: withEvents(order, ...events) }),
});
