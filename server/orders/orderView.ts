import { deletedBuyer } from '../auth/deletedBuyer';
import type { Resolvers } from '../__generated__/resolvers';
import { actsForShop, isAdmin, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';
import { attentionOf, authorizedUntil } from './attention';
import { trackingUrl } from './carriers';
import { declineEvents } from './declinedCards';
import { netCents, ledgerOf } from './ledger';
import type {
  IssuedInvoice,
  IssuedNumber,
  LinePieces,
  OrderDocument,
  OrderEventKind,
  PurchasedLine,
  StoredOrderEvent,
  StoredRefund,
} from './orderDocument';
import { timelineOf } from './orderEvents';
import { lineId, openPieces, refundedPieces, sentPieces, activeFulfillments } from './orderPieces';
import { formatInvoiceNumber } from './documentNumbers';
import { owedRefund } from './owedRefund';
import { refundableCents } from './refundRules';
import { cancellationRefusal } from './shopCancellation';

/** A line with the state of its pieces. */
export interface OrderLineView extends PurchasedLine {
  readonly fulfilledQuantity: number;
  readonly openQuantity: number;
  readonly refundedQuantity: number;
}

const lineViews = (order: OrderDocument): OrderLineView[] =>
  order.lines.map((line, index) => ({
    ...line,
    fulfilledQuantity: sentPieces(order, index),
    openQuantity: openPieces(order, index),
    refundedQuantity: refundedPieces(order, index),
  }));

/** null for everyone except admins and API keys that read orders. */
export async function forAdmins<T>(context: Context, value: () => T | Promise<T>): Promise<T | null> {
  return actsForShop(await signedInIfPossible(context), 'read:orders') ? value() : null;
}

/** With its order. */
export interface InvoiceView {
  readonly order: OrderDocument;
  readonly invoice: IssuedInvoice;
}

export interface CreditNoteView extends InvoiceView {
  readonly refund: StoredRefund & { readonly creditNote: IssuedNumber };
}

const namedPieces = ({ lines }: OrderDocument, pieces: readonly LinePieces[]) =>
  pieces.flatMap(({ line, quantity }) => {
    const bought = lines[line];
    return bought ? [{ id: lineId(bought), name: bought.name, quantity }] : [];
  });

async function fulfillmentViews(order: OrderDocument, context: Context) {
  const isForAdmin = (await forAdmins(context, () => true)) === true;
  return activeFulfillments(order).map((fulfillment) => {
    const { id, lines, carrier, trackingNumber, shippedAt, deliveredAt, undoUntil } = fulfillment;
    const canUndo = isForAdmin && deliveredAt === null && undoUntil > context.now();
    return {
      ...{ id, lines: namedPieces(order, lines), carrier, trackingNumber, shippedAt, deliveredAt },
      trackingUrl: trackingUrl(carrier, trackingNumber),
      canUndoUntil: canUndo ? undoUntil : null,
    };
  });
}

const refundStatus = ({ step, doneAt, failedAt }: StoredRefund) => {
  if (step === 'refused' || failedAt) return 'FAILED' as const;
  return doneAt === null ? ('PENDING' as const) : ('SUCCEEDED' as const);
};

async function refundViews(order: OrderDocument, context: Context) {
  const isForAdmin = (await forAdmins(context, () => true)) === true;
  return (order.refunds ?? []).map((refund) => ({
    ...{ id: refund.id, amount: refund.amountCents, tax: refund.taxCents, shipping: refund.shippingCents },
    lines: namedPieces(order, refund.lines),
    ...{ status: refundStatus(refund), at: refund.doneAt ?? refund.begunAt, failedAt: refund.failedAt ?? null },
    madeAtProvider: refund.kind === 'foreign',
    ...{ reason: isForAdmin ? refund.reason : null, restocked: isForAdmin ? refund.restock : null },
  }));
}

const invoiceView = (order: OrderDocument): InvoiceView | null =>
  order.invoice ? { order, invoice: order.invoice } : null;

/** An invoice is numbered before its credit notes. */
export const creditNotesOf = (order: OrderDocument): CreditNoteView[] =>
  (order.refunds ?? []).flatMap((refund) => {
    const { invoice } = order;
    const { creditNote } = refund;
    return invoice && creditNote ? [{ order, invoice, refund: { ...refund, creditNote } }] : [];
  });

/** Events between shop and provider. */
const forShopAlone: ReadonlySet<OrderEventKind> = new Set([
  ...(['DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST', 'DIFFERENCE_FIXED'] as const),
]);

const disputeStatuses = { inquiry: 'INQUIRY', open: 'OPEN', won: 'WON', lost: 'LOST' } as const;

const disputeViews = ({ disputes = [] }: OrderDocument) =>
  disputes.map(({ id, amountCents, reason, status, openedAt, closedAt }) => ({
    ...{ id, amount: amountCents, reason, status: disputeStatuses[status], openedAt, closedAt },
  }));

/** Notes and declined cards are visible to admins only, merged into the timeline. */
async function readTimeline(order: OrderDocument, context: Context): Promise<StoredOrderEvent[]> {
  const notes = await forAdmins(context, () => order.notes ?? []);
  const written = (notes ?? []).map(({ at, text, byUid }): StoredOrderEvent => {
    return { at, kind: 'NOTE', by: 'SHOP', amountCents: null, text, byUid };
  });
  const left = notes ? [...declineEvents(order), ...written] : [];
  const events = notes ? timelineOf(order) : timelineOf(order).filter(({ kind }) => !forShopAlone.has(kind));
  // The stored order of events wins over the clocks of several processes.
  const merged = events.flatMap((event) => {
    const before = left.filter(({ at }) => at < event.at);
    left.splice(0, before.length);
    return [...before, event];
  });
  return [...merged, ...left];
}

/** For buyers, who do not see disputes. */
const paidCents = ({ payment: { capturedCents, refundedCents = 0 } }: OrderDocument): number =>
  capturedCents - refundedCents;
const isDeleted = (buyerUid: string | null) => buyerUid === deletedBuyer;

/** Resolvers that derive an order's state from its records. */
export const orderRecordFields: NonNullable<Resolvers['Order']> = {
  lines: lineViews,
  fulfillments: (order, _, context) => fulfillmentViews(order, context),
  refunds: (order, _, context) => refundViews(order, context),
  invoiceNumber: ({ invoice }) => (invoice ? formatInvoiceNumber(invoice) : null),
  invoice: invoiceView,
  creditNotes: creditNotesOf,
  timeline: (order, _, context) => readTimeline(order, context),
  capturedTotal: ({ payment }) => payment.capturedCents,
  netTotal: async (order, _, context) => (await forAdmins(context, () => netCents(order))) ?? paidCents(order),
  buyerNote: ({ note }) => note,
  version: ({ version }) => version,
  buyer: ({ buyerUid, email, shippingAddress }, _, context) =>
    forAdmins(context, () => ({
      ...{ id: isDeleted(buyerUid) ? null : buyerUid, name: shippingAddress.fullName, email },
      accountDeleted: isDeleted(buyerUid),
    })),
  ledger: (order, _, context) =>
    forAdmins(context, () =>
      ledgerOf(order).map(({ at, what, amountCents, balanceCents }) => ({
        ...{ at, what, amount: amountCents, balance: balanceCents },
      })),
    ),
  disputes: (order, _, context) => forAdmins(context, () => disputeViews(order)),
  attention: (order, _, context) => forAdmins(context, () => attentionOf(order, context.now())),
  refundOwed: (order, _, context) => forAdmins(context, () => owedRefund(order)?.cents ?? 0),
  refundable: (order, _, context) => forAdmins(context, () => refundableCents(order)),
  canCancelByShop: (order, _, context) =>
    forAdmins(context, () => cancellationRefusal(context.saga.provider, order) === null),
  authorizedUntil: (order, _, context) => forAdmins(context, () => authorizedUntil(order)),
};

export const orderEventFields: NonNullable<Resolvers['OrderEvent']> = {
  amount: ({ amountCents }) => amountCents,
  text: ({ text }, _, context) => forAdmins(context, () => text ?? null),
  actorEmail: async ({ byUid }, _, context) => {
    const uid = isAdmin(await signedInIfPossible(context)) ? (byUid ?? null) : null;
    return uid === null ? null : ((await context.loaders.personByUid.load(uid))?.email ?? null);
  },
  actorKeyName: async ({ byUid }, _, context) => {
    const uid = await forAdmins(context, () => byUid ?? null);
    return uid === null ? null : ((await context.loaders.apiKeyByUid.load(uid))?.name ?? null);
  },
};
