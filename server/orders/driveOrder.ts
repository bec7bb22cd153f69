import { queueMessage } from '../mail/queueMessage';
import type { PaymentState } from '../payments/provider';
import { returnPieces } from '../stock/returnPieces';
import { settleFlags } from '../stock/settleStock';
import { returnEntries } from '../store/returnEntries';
import type { Cancellation, OrderDocument, StoredOrderEvent } from './orderDocument';
import { withEvents } from './orderEvents';
import type { OrderParts } from './orderParts';
import type { OrderChange } from './orders.repository';

/** So long others leave an order to whoever has just changed it. */
const othersAfterMs = 10_000;
const triesAtOnce = 20;

export const dueLater = ({ now }: Pick<OrderParts, 'now'>): Date => new Date(now().getTime() + othersAfterMs);

type Step = (parts: OrderParts, order: OrderDocument, cancellation: Cancellation) => Promise<OrderChange>;

/**
 * Goes on with an order that was ended: the buyer's call and the sweeper do it. Every step may be repeated, and each ends in a
 * compare-and-set. It rejects where the provider does not answer; the sweeper comes back to it.
 */
export async function driveOrder(parts: OrderParts, first: OrderDocument): Promise<OrderDocument> {
  let order = first;
  for (let tries = 0; tries < triesAtOnce; tries += 1) {
    const { cancellation } = order;
    if (!cancellation || cancellation.step === 'done') return order;
    await parts.beforeStep?.(cancellation.step);
    const change = await steps[cancellation.step](parts, order, cancellation);
    const { orders } = parts.repositories;
    order =
      (await orders.change(order, { dueAt: dueLater(parts), ...change })) ?? (await orders.find(order._id)) ?? order;
  }
  return order;
}

/** Nothing is given back before the payment is dead at the provider. */
const endPayment: Step = async ({ provider, now }, order, cancellation) => {
  const { payment, _id } = order;
  let state = await provider.void(payment.id);
  const owed = owedBy(state);
  if (owed > 0) state = await provider.refund(payment.id, { id: `${_id}:cancellation`, amountCents: owed });
  const { capturedCents, refundedCents } = state;
  const status = capturedCents > 0 ? 'refunded' : 'voided';
  const event: StoredOrderEvent =
    capturedCents > 0
      ? { at: now(), kind: 'REFUNDED', by: null, amountCents: refundedCents - (payment.refundedCents ?? 0) }
      : { at: now(), kind: 'VOIDED', by: null, amountCents: state.amountCents };
  return {
    payment: { ...payment, status, capturedCents, refundedCents },
    timeline: withEvents(order, event),
    cancellation: { ...cancellation, step: 'stock' },
  };
};

const owedBy = ({ capturedCents, refundedCents }: PaymentState): number => capturedCents - refundedCents;

const giveBackPieces: Step = async ({ repositories, now, beforeStep }, { _id, checkout, lines }, cancellation) => {
  const counted = lines.flatMap(({ productId, quantity }) => (productId ? [{ productId, quantity }] : []));
  for (const { productId, quantity } of counted) {
    await beforeStep?.('pieces');
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
  const isOfCart = cancellation.kind === 'undo' && fromCart === true && buyerUid !== null;
  const returnedToCart = isOfCart
    ? await returnEntries(repositories, lines, { order: _id, ownerUid: buyerUid, createdAt: now() })
    : 0;
  return { cancellation: { ...cancellation, step: 'message', returnedToCart } };
};

/** One for the order, whatever was undone or given back. */
const writeToBuyer: Step = async (parts, { _id, email, buyerUid, payment }, cancellation) => {
  const content = { kind: 'ORDER_CANCELLED', refundedCents: payment.refundedCents ?? 0 } as const;
  await queueMessage(parts, { content, order: _id, recipient: email, buyerUid });
  return { cancellation: { ...cancellation, step: 'done' }, dueAt: null };
};

const steps: Readonly<Record<Exclude<Cancellation['step'], 'done'>, Step>> = {
  payment: endPayment,
  stock: giveBackPieces,
  entries: fillCart,
  message: writeToBuyer,
};
