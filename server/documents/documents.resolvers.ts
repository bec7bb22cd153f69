import type { Resolvers } from '../__generated__/resolvers';
import { lineId } from '../orders/orderPieces';
import { formatCreditNoteNumber, formatInvoiceNumber } from '../orders/documentNumbers';
import { forAdmins } from '../orders/orderView';
import { composeCreditNote, composeInvoice, composePackingSlip } from './composePapers';

export const documentsResolvers: Resolvers = {
  Order: {
    packingSlip: (order, _, context) =>
      forAdmins(context, async () => composePackingSlip(order, (await context.shopSettings()).seller)),
  },
  Invoice: {
    number: ({ invoice }) => formatInvoiceNumber(invoice),
    issuedAt: ({ invoice }) => invoice.issuedAt,
    paidAt: ({ order: { payment, createdAt } }) => payment.capturedAt ?? createdAt,
    paid: ({ order }) => order.payment.capturedCents,
    due: ({ order }) => order.totalCents - order.payment.capturedCents,
    seller: ({ invoice }) => invoice.seller,
    paper: ({ order, invoice }) => composeInvoice(order, invoice),
  },
  CreditNote: {
    number: ({ refund }) => formatCreditNoteNumber(refund.creditNote),
    issuedAt: ({ refund }) => refund.creditNote.issuedAt,
    refundId: ({ refund }) => refund.id,
    lines: ({ order, refund }) =>
      refund.lines.flatMap(({ line, quantity, amountCents }) => {
        const bought = order.lines[line];
        return bought ? [{ id: lineId(bought), name: bought.name, quantity, amount: amountCents }] : [];
      }),
    shipping: ({ refund }) => refund.shippingCents,
    extra: ({ refund }) => refund.extraCents,
    tax: ({ refund }) => refund.taxCents,
    amount: ({ refund }) => refund.amountCents,
    paper: composeCreditNote,
  },
  PaperSum: { isTotal: ({ isTotal }) => isTotal === true },
};
