import { KioskError } from '../errors';
import { queueMessage } from '../mail/queueMessage';
import { returnPieces } from '../stock/returnPieces';
import { settleFlags } from '../stock/settleStock';
import type { OrderDocument, StoredRefund } from './orderDocument';
import { withEvents } from './orderEvents';
import { statusAfter } from './orderPieces';
import type { OrderParts } from './orderParts';
import type { OrderChange } from './orders.repository';

type Step = (parts: OrderParts, order: OrderDocument, refund: StoredRefund) => Promise<OrderChange>;

const withRefund = ({ refunds = [] }: OrderDocument, changed: StoredRefund): readonly StoredRefund[] =>
  refunds.map((refund) => (refund.id === changed.id ? changed : refund));

/** Its id is the key: however often it is asked for, it is made once. */
const giveMoneyBack: Step = async ({ provider, now }, order, refund) => {
  const { id, amountCents } = refund;
  try {
    if (amountCents > 0) await provider.refund(order.payment.id, { id, amountCents });
  } catch (error) {
    if (isRefusal(error)) return refuse(order, refund, now());
    throw error;
  }
  const at = now();
  const refunds = withRefund(order, { ...refund, doneAt: at, step: 'stock' });
  const { payment } = order;
  const refundedCents = refunds.reduce((sum, each) => sum + (each.doneAt === null ? 0 : each.amountCents), 0);
  const status = refundedCents >= payment.capturedCents ? 'refunded' : 'partiallyRefunded';
  return {
    refunds,
    payment: { ...payment, refundedCents, ...(refundedCents > 0 && { status }) },
    ...(amountCents > 0 && { timeline: withEvents(order, { at, kind: 'REFUNDED', by: null, amountCents }) }),
  };
};

/** What says nothing about the money is no refusal: it is asked for again. */
const isRefusal = (error: unknown): boolean => error instanceof KioskError && error.status < 500;

/** What was not to be sent because of it is to be sent again. */
function refuse(order: OrderDocument, refund: StoredRefund, at: Date): OrderChange {
  const refunds = withRefund(order, { ...refund, step: 'refused' });
  const { amountCents } = refund;
  return {
    refunds,
    status: statusAfter({ ...order, refunds }),
    timeline: withEvents(order, { at, kind: 'REFUND_FAILED', by: null, amountCents }),
  };
}

const putPiecesBack: Step = async ({ repositories, now }, order, refund) => {
  const { _id, checkout, lines } = order;
  const back = refund.lines.flatMap(({ line, quantity }) => {
    const productId = lines[line]?.productId;
    return refund.restock && productId ? [{ productId, quantity }] : [];
  });
  const reason = refund.kind === 'rest' ? 'CANCELLATION' : 'RETURN';
  for (const { productId, quantity } of back) {
    const hex = productId.toHexString();
    const movement = { _id: `refund:${refund.id}:${hex}`, productId, delta: quantity, reason } as const;
    await returnPieces(repositories.stock, {
      sale: `sale:${checkout}:${hex}`,
      movement: { ...movement, byUid: refund.byUid, order: _id, at: now() },
    });
  }
  await settleFlags(
    repositories,
    back.map(({ productId }) => productId),
  );
  return { refunds: withRefund(order, { ...refund, step: 'message' }) };
};

const writeToBuyer: Step = async (parts, order, refund) => {
  const { _id, email, buyerUid } = order;
  const content = { kind: 'ORDER_REFUNDED', amountCents: refund.amountCents } as const;
  const event = refund.id.slice(_id.length + 1);
  if (refund.amountCents > 0) await queueMessage(parts, { content, order: _id, recipient: email, buyerUid, event });
  return { refunds: withRefund(order, { ...refund, step: 'done' }) };
};

export const refundSteps: Readonly<Record<Exclude<StoredRefund['step'], 'done' | 'refused'>, Step>> = {
  money: giveMoneyBack,
  stock: putPiecesBack,
  message: writeToBuyer,
};
