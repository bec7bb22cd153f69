import type { MovedOrder } from '../orders/findMoney';
import { effectiveRefunds } from '../orders/orderPieces';
import { providerRefundId } from '../orders/refundedPayment';
import type { PaymentMovement, PaymentProvider, PaymentState } from '../payments/provider';
import { givenCents, refundCents, takenCents, type OrderFact } from './orderMoney';
import type { Day } from './reconciledDay';
import type { Difference, DifferenceKind } from './reconciliations.repository';

interface Deps {
  readonly provider: Pick<PaymentProvider, 'findState'>;
  readonly day: Day;
  /** The maximum number of differences was found: no further lookups are needed. */
  readonly isFull: boolean;
}

/** The contribution of one comparison to the verdict. */
export interface Compared {
  readonly providerCents: number;
  readonly ordersCents: number;
  /** null: both sides agree. */
  readonly difference: Difference | null;
}

/** Signs in the day's sums; disputes are only in the order's ledger. */
const signs = { CAPTURE: 1, REFUND: -1, DISPUTE: 0 } as const;

const agreed = (about: Difference['about'], cents: number): Compared => ({
  providerCents: signs[about] * cents,
  ordersCents: signs[about] * cents,
  difference: null,
});

/** Whether an order contains the provider's movement. */
export async function compareMovement(
  deps: Deps,
  movement: PaymentMovement,
  order: MovedOrder | null,
): Promise<Compared> {
  const { kind: about, paymentId, providerId, id, at } = movement;
  const moved = movement.hasFailed ? 0 : movement.amountCents;
  const differs = (kind: DifferenceKind, orderCents: number | null, canFix: boolean): Compared =>
    differing(deps.day, {
      ...{ kind, about, paymentId, providerId, at, canFix, order: order?._id ?? null },
      movementId: about === 'CAPTURE' ? (paymentId ?? id) : id,
      ...{ providerCents: moved, orderCents },
    });
  // Not the shop's currency.
  if (movement.isOtherCurrency)
    return differing(deps.day, {
      ...{ kind: 'OTHER_CURRENCY', about, paymentId, providerId, at, canFix: false, order: order?._id ?? null },
      ...{ movementId: id, providerCents: null, orderCents: null },
    });
  if (about === 'DISPUTE')
    return order?.disputes?.some((dispute) => dispute.id === id)
      ? agreed(about, 0)
      : differs('DISPUTE_WITHOUT_ORDER', null, order !== null);
  const without = about === 'CAPTURE' ? 'CHARGE_WITHOUT_ORDER' : 'REFUND_WITHOUT_ORDER';
  if (!order) {
    if (paymentId === null) return moved === 0 ? agreed(about, 0) : differs(without, null, false);
    const isNothing = moved === 0 && !movement.hasFailed;
    if (isNothing || (await wentBack(deps, paymentId))) return agreed(about, moved);
    // The shop has the money of a failed refund again.
    return differs(movement.hasFailed ? 'CHARGE_WITHOUT_ORDER' : without, null, true);
  }
  const recorded = movedAccordingTo(order, about, id);
  if ((recorded ?? 0) === moved) return agreed(about, moved);
  if (recorded === null || (recorded === 0 && about === 'CAPTURE'))
    return differs(without, null, canFollow(order, about, moved));
  return differs('AMOUNT_DIFFERS', recorded, canFollow(order, about, moved - recorded));
}

/** null: the order has none. */
function movedAccordingTo(order: MovedOrder, about: OrderFact['about'], id: string): number | null {
  if (about === 'CAPTURE') return takenCents(order);
  const refund = (order.refunds ?? []).find((each) => providerRefundId(each) === id);
  return refund && refund.step !== 'refused' ? refundCents(refund) : null;
}

/** The shop can adopt the provider's amount only if it equals the order's total, and refunds only up to what was captured. */
function canFollow(order: MovedOrder, about: OrderFact['about'], moreCents: number): boolean {
  if (about === 'CAPTURE') return moreCents + order.payment.capturedCents === order.totalCents;
  const kept = effectiveRefunds(order).reduce((sum, { amountCents }) => sum + amountCents, 0);
  return order.payment.capturedCents - kept >= moreCents;
}

/** A captured payment without an order needs no action once it was refunded. */
async function wentBack({ provider, isFull }: Deps, paymentId: string): Promise<boolean> {
  if (isFull) return false;
  const state = await provider.findState(paymentId);
  return state !== null && state.capturedCents <= state.refundedCents;
}

/** Whether the provider has a movement for the order's record, within the window or at any other time. */
export async function compareFact(deps: Deps, order: MovedOrder, fact: OrderFact): Promise<Compared> {
  const { about, cents, at, id: movementId } = fact;
  const { id: paymentId } = order.payment;
  const state = deps.isFull ? null : await deps.provider.findState(paymentId);
  const differs = (kind: DifferenceKind, providerCents: number | null, canFix: boolean): Compared =>
    differing(deps.day, {
      ...{ kind, about, paymentId, movementId, at, canFix, order: order._id, providerId: state?.providerId ?? null },
      ...{ providerCents, orderCents: cents },
    });
  if (about === 'REFUND')
    return state && state.refundedCents >= givenCents(order)
      ? nothing
      : differs('ORDER_WITHOUT_REFUND', null, state !== null);
  const taken = state?.capturedCents ?? 0;
  if (taken === cents) return nothing;
  if (taken === 0) return differs('ORDER_WITHOUT_CHARGE', null, canTakeBack(order, state));
  return differs('AMOUNT_DIFFERS', taken, taken === order.totalCents);
}

/** Counted on another day. */
const nothing: Compared = { providerCents: 0, ordersCents: 0, difference: null };

/** Nothing was refunded of what was never captured, or it can be captured now. */
const canTakeBack = (order: MovedOrder, state: PaymentState | null): boolean =>
  givenCents(order) === 0 || state?.result === 'AUTHORIZED';

function differing(day: Day, found: Omit<Difference, 'id'>): Compared {
  const { about, movementId, providerCents, orderCents } = found;
  return {
    providerCents: signs[about] * (providerCents ?? 0),
    ordersCents: signs[about] * (orderCents ?? 0),
    difference: { id: `${day.name}:${about}:${movementId}`, ...found },
  };
}
