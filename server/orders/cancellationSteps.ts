import { queueMessage } from '../mail/queueMessage';
import type { PaymentState } from '../payments/provider';
import { returnPieces } from '../stock/returnPieces';
import { settleFlags } from '../stock/settleStock';
import { returnEntries } from '../store/returnEntries';
import { restockedPieces } from './orderPieces';
import type { Cancellation, OrderDocument, StoredOrderEvent, StoredRefund } from './orderDocument';
import { withEvents } from './orderEvents';
import type { OrderParts } from './orderParts';
import type { OrderChange } from './orders.repository';
import { planWhole } from './refundRules';

type Step = (parts: OrderParts, order: OrderDocument, cancellation: Cancellation) => Promise<OrderChange>;

/** Nothing is given back before the payment is dead at the provider. */
const endPayment: Step = async ({ provider, now }, order, cancellation) => {
  const { payment, _id } = order;
  let state = await provider.void(payment.id);
  const id = `${_id}:cancellation`;
  const owed = owedBy(state);
  if (owed > 0) state = await provider.refund(payment.id, { id, amountCents: owed });
  const { capturedCents, refundedCents } = state;
  const at = now();
  const status = capturedCents > 0 ? 'refunded' : 'voided';
  const event: StoredOrderEvent =
    capturedCents > 0
      ? { at, kind: 'REFUNDED', by: null, amountCents: refundedCents - (payment.refundedCents ?? 0) }
      : { at, kind: 'VOIDED', by: null, amountCents: state.amountCents };
  const captured = { ...payment, capturedCents };
  const money = capturedCents > 0 ? { capturedAt: payment.capturedAt ?? at } : { voidedAt: at };
  return {
    payment: { ...captured, ...money, status, refundedCents },
    ...(capturedCents > 0 && {
      refunds: [...(order.refunds ?? []), refundOf({ ...order, payment: captured }, id, at)],
    }),
    timeline: withEvents(order, event),
    cancellation: { ...cancellation, step: 'stock' },
  };
};

const owedBy = ({ capturedCents, refundedCents }: PaymentState): number => capturedCents - refundedCents;

/** All that was left of the money; nothing of it is left to do. */
const refundOf = (order: OrderDocument, id: string, at: Date): StoredRefund => ({
  ...{ id, kind: 'cancellation', ...planWhole(order), reason: '', restock: true, byUid: null },
  ...{ begunAt: at, doneAt: at, step: 'done' },
});

/** But those that came back before. */
const giveBackPieces: Step = async ({ repositories, now, beforeStep }, order, cancellation) => {
  const { _id, checkout } = order;
  const counted = order.lines.flatMap(({ productId, quantity }, line) =>
    productId ? [{ productId, quantity: quantity - restockedPieces(order, line) }] : [],
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
  return { cancellation: { ...cancellation, step: 'done' } };
};

export const cancellationSteps: Readonly<Record<Exclude<Cancellation['step'], 'done'>, Step>> = {
  payment: endPayment,
  stock: giveBackPieces,
  entries: fillCart,
  message: writeToBuyer,
};
