import type { Resolvers } from '../__generated__/resolvers';
import { isAdmin, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';
import { attentionOf, authorizedUntil } from './attention';
import { trackingUrl } from './carriers';
import { ledgerOf } from './ledger';
import type { LinePieces, OrderDocument, PurchasedLine, StoredOrderEvent, StoredRefund } from './orderDocument';
import { timelineOf } from './orderEvents';
import { lineId, openPieces, refundedPieces, sentPieces, standingFulfillments } from './orderPieces';
import { refundableCents } from './refundRules';

/** A line with what has become of its pieces. */
export interface ShownLine extends PurchasedLine {
  readonly fulfilledQuantity: number;
  readonly openQuantity: number;
  readonly refundedQuantity: number;
}

const shownLines = (order: OrderDocument): ShownLine[] =>
  order.lines.map((line, index) => ({
    ...line,
    fulfilledQuantity: sentPieces(order, index),
    openQuantity: openPieces(order, index),
    refundedQuantity: refundedPieces(order, index),
  }));

/** null for everybody but admins, who have the right to run the shop. */
async function forAdmins<T>(context: Context, value: () => T): Promise<T | null> {
  return isAdmin(await signedInIfPossible(context)) ? value() : null;
}

const shownPieces = ({ lines }: OrderDocument, pieces: readonly LinePieces[]) =>
  pieces.flatMap(({ line, quantity }) => {
    const bought = lines[line];
    return bought ? [{ id: lineId(bought), name: bought.name, quantity }] : [];
  });

async function shownFulfillments(order: OrderDocument, context: Context) {
  const isForAdmin = (await forAdmins(context, () => true)) === true;
  return standingFulfillments(order).map((fulfillment) => {
    const { id, lines, carrier, trackingNumber, shippedAt, deliveredAt, undoUntil } = fulfillment;
    const canUndo = isForAdmin && deliveredAt === null && undoUntil > context.now();
    return {
      ...{ id, lines: shownPieces(order, lines), carrier, trackingNumber, shippedAt, deliveredAt },
      trackingUrl: trackingUrl(carrier, trackingNumber),
      canUndoUntil: canUndo ? undoUntil : null,
    };
  });
}

const refundStatus = ({ step, doneAt }: StoredRefund) => {
  if (step === 'refused') return 'FAILED' as const;
  return doneAt === null ? ('PENDING' as const) : ('SUCCEEDED' as const);
};

async function shownRefunds(order: OrderDocument, context: Context) {
  const isForAdmin = (await forAdmins(context, () => true)) === true;
  return (order.refunds ?? []).map((refund) => ({
    ...{ id: refund.id, amount: refund.amountCents, tax: refund.taxCents, shipping: refund.shippingCents },
    lines: shownPieces(order, refund.lines),
    ...{ status: refundStatus(refund), at: refund.doneAt ?? refund.begunAt },
    ...{ reason: isForAdmin ? refund.reason : null, restocked: isForAdmin ? refund.restock : null },
  }));
}

/** Notes are for admins alone, and stand among what has happened. */
async function shownTimeline(order: OrderDocument, context: Context): Promise<StoredOrderEvent[]> {
  const notes = await forAdmins(context, () => order.notes ?? []);
  const left = (notes ?? []).map(({ at, text, byUid }): StoredOrderEvent => {
    return { at, kind: 'NOTE', by: 'SHOP', amountCents: null, text, byUid };
  });
  // What has happened keeps its order, whatever the clocks of several processes say.
  const merged = timelineOf(order).flatMap((event) => {
    const before = left.filter(({ at }) => at < event.at);
    left.splice(0, before.length);
    return [...before, event];
  });
  return [...merged, ...left];
}

/** What became of an order, from its records. */
export const orderRecordFields: NonNullable<Resolvers['Order']> = {
  lines: shownLines,
  fulfillments: (order, _, context) => shownFulfillments(order, context),
  refunds: (order, _, context) => shownRefunds(order, context),
  timeline: (order, _, context) => shownTimeline(order, context),
  netTotal: ({ payment }) => payment.capturedCents - (payment.refundedCents ?? 0),
  buyerNote: ({ note }) => note,
  version: ({ version }) => version,
  buyer: ({ buyerUid, email, shippingAddress }, _, context) =>
    forAdmins(context, () => ({ id: buyerUid, name: shippingAddress.fullName, email })),
  ledger: (order, _, context) =>
    forAdmins(context, () =>
      ledgerOf(order).map(({ at, what, amountCents, balanceCents }) => ({
        ...{ at, what, amount: amountCents, balance: balanceCents },
      })),
    ),
  attention: (order, _, context) => forAdmins(context, () => attentionOf(order, context.now())),
  refundable: (order, _, context) => forAdmins(context, () => refundableCents(order)),
  authorizedUntil: (order, _, context) => forAdmins(context, () => authorizedUntil(order)),
};

export const orderEventFields: NonNullable<Resolvers['OrderEvent']> = {
  amount: ({ amountCents }) => amountCents,
  text: ({ text }, _, context) => forAdmins(context, () => text ?? null),
  actorEmail: async ({ byUid }, _, context) => {
    const uid = await forAdmins(context, () => byUid ?? null);
    return uid === null ? null : ((await context.loaders.personByUid.load(uid))?.email ?? null);
  },
};
