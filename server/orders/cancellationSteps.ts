import { deletedBuyer } from '../auth/deletedBuyer';
import { NotFoundError } from '../errors';
import type { PaymentProvider, PaymentState } from '../payments/provider';
import { refundUnlessRefused } from '../payments/refundUnlessRefused';
import { returnPieces } from '../stock/returnPieces';
import { settleFlags } from '../stock/settleStock';
import { returnEntries } from '../store/returnEntries';
import { newForeignRefunds } from './foreignRefunds';
import { unrefundedPieces } from './orderPieces';
import type { Cancellation, OrderDocument, OrderPayment, StoredOrderEvent, StoredRefund } from './orderDocument';
import { withEvents } from './orderEvents';
import { failedIn, failureEvent, hasArrived, markFailed, paymentAfter } from './refundedPayment';
import type { OrderDeps } from './orderDeps';
import type { OrderChange } from './orders.repository';
import { planWhole } from './refundRules';
import { queueBuyerMail } from './queueBuyerMail';

type Step = (deps: OrderDeps, order: OrderDocument, cancellation: Cancellation) => Promise<OrderChange>;

/** Stock and cart are restored only after the payment is voided or refunded at the provider. */
const endPayment: Step = async ({ provider, now }, order, cancellation) => {
  const { payment, _id } = order;
  const id = `${_id}:cancellation`;
  const voided = await voidPayment(provider, payment);
  const at = now();
  const next = { cancellation: { ...cancellation, step: 'stock' } } as const;
  if (!voided || voided.capturedCents === 0)
    return {
      payment: { ...payment, capturedCents: 0, voidedAt: at, status: 'voided', refundedCents: 0 },
      timeline: withEvents(order, { at, kind: 'VOIDED', by: null, amountCents: order.totalCents }),
      ...next,
    };
  const { state, isRefused } = await refundOwed(provider, voided, { payment, id });
  const { capturedCents } = state;
  const captured = { ...payment, capturedCents, capturedAt: payment.capturedAt ?? at };
  const marked = markFailed(order.refunds ?? [], failedIn(state), at);
  // Refunds made in the provider's dashboard must not be repeated.
  const foreign = newForeignRefunds({ ...order, refunds: marked.refunds, payment: captured }, state, at);
  const earlier = foreign.refunds.filter((each) => each.id !== id);
  const made = refundOf({ ...order, refunds: earlier, payment: captured }, id, at);
  const refund = isRefused ? { ...made, doneAt: null, failedAt: at } : made;
  const { amountCents: refundedCents } = refund;
  const event: StoredOrderEvent = isRefused
    ? failureEvent(refundedCents, at)
    : { at, kind: 'REFUNDED', by: null, amountCents: refundedCents };
  // All of it may have been refunded before.
  const events = refundedCents === 0 ? [] : [event];
  // An earlier process may have made this refund, and it may have failed since.
  const own = markFailed([refund], state.failedRefunds, at);
  const refunds = refundedCents === 0 && refund.lines.length === 0 ? earlier : [...earlier, ...own.refunds];
  return {
    payment: paymentAfter(captured, refunds),
    refunds,
    timeline: withEvents(order, ...marked.events, ...foreign.events, ...events, ...own.events),
    ...next,
  };
};

/** null: the provider has forgotten it, which it does only with payments that have ended unpaid. */
async function voidPayment(provider: PaymentProvider, { id, capturedCents }: OrderPayment) {
  try {
    return await provider.void(id);
  } catch (error) {
    if (error instanceof NotFoundError && capturedCents === 0) return null;
    throw error;
  }
}

/** What the provider refuses to refund, as after a dispute, must not keep pieces and messages waiting. */
async function refundOwed(
  provider: PaymentProvider,
  voided: PaymentState,
  { payment, id }: { readonly payment: OrderPayment; readonly id: string },
): Promise<{ readonly state: PaymentState; readonly isRefused: boolean }> {
  const amountCents = voided.capturedCents - voided.refundedCents;
  if (amountCents <= 0) return { state: voided, isRefused: false };
  const refunded = await refundUnlessRefused(provider, payment.id, { id, amountCents });
  return { state: refunded ?? voided, isRefused: refunded === null };
}

/** The remaining refund, recorded as done. */
const refundOf = (order: OrderDocument, id: string, at: Date): StoredRefund => ({
  ...{ id, kind: 'cancellation', ...planWhole(order), reason: '', restock: true, byUid: null },
  ...{ begunAt: at, doneAt: at, step: 'done' },
});

/** Except refunded pieces: whether they are restocked was decided with their refund. */
const restockPieces: Step = async ({ repositories, now, beforeStep }, order, cancellation) => {
  const { _id, checkout } = order;
  const counted = order.lines.flatMap(({ productId }, line) =>
    productId ? [{ productId, quantity: unrefundedPieces(order, line) }] : [],
  );
  for (const { productId, quantity } of counted) {
    await beforeStep?.('pieces');
    if (quantity <= 0) continue;
    const hex = productId.toHexString();
    await returnPieces(repositories.stock, {
      sale: `sale:${checkout}:${hex}`,
      movement: {
        ...{ _id: `cancellation:${_id}:${hex}`, productId, delta: quantity },
        ...{ reason: 'CANCELLATION', byUid: null, order: _id, at: now() },
      },
    });
  }
  await settleFlags(
    repositories,
    counted.map(({ productId }) => productId),
  );
  return { cancellation: { ...cancellation, step: 'entries' } };
};

const fillCart: Step = async ({ repositories, now }, { _id, buyerUid, fromCart, lines }, cancellation) => {
  const hasCart = buyerUid !== null && buyerUid !== deletedBuyer;
  const isOfCart = cancellation.kind === 'undo' && fromCart === true && hasCart;
  const returnedToCart = isOfCart
    ? await returnEntries(repositories, lines, { order: _id, ownerUid: buyerUid, createdAt: now() })
    : 0;
  return { cancellation: { ...cancellation, step: 'message', returnedToCart } };
};

/** One message per order, whatever was undone or refunded. */
const announce: Step = async (deps, order, cancellation) => {
  const { capturedCents, refundedCents = 0 } = order.payment;
  const earlier = (order.refunds ?? []).filter((refund) => refund.kind !== 'cancellation' && hasArrived(refund));
  const earlierCents = earlier.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const owedCents = capturedCents - refundedCents;
  const content = { kind: 'ORDER_CANCELLED', refundedCents, earlierCents, owedCents } as const;
  await queueBuyerMail(deps, order, { content });
  return { cancellation: { ...cancellation, step: 'done' } };
};

export const cancellationSteps: Readonly<Record<Exclude<Cancellation['step'], 'done'>, Step>> = {
  payment: endPayment,
  stock: restockPieces,
  entries: fillCart,
  message: announce,
};
