import type { IssuedNumber, OrderDocument, StoredRefund } from './orderDocument';

type Paid = Pick<OrderDocument, 'payment' | 'invoice' | 'refunds'>;

/** Nobody has paid for an order of before, whose payment has no id. */
const isInvoiced = ({ payment }: Paid): boolean => payment.id !== '' && payment.capturedCents > 0;

/** Its money was taken, and it has no number yet. */
export const lacksInvoice = (order: Paid): boolean => isInvoiced(order) && !order.invoice;

/** Money of it went back, and it has no number yet. */
export const lacksCreditNote = ({ doneAt, amountCents, creditNote }: StoredRefund): boolean =>
  doneAt !== null && amountCents > 0 && !creditNote;

export const withCreditNote = (
  { refunds = [] }: Pick<OrderDocument, 'refunds'>,
  id: string,
  creditNote: IssuedNumber,
): readonly StoredRefund[] => refunds.map((refund) => (refund.id === id ? { ...refund, creditNote } : refund));

const digits = 6;

/** `2026-000127`: the year it was issued in, and its place among all; the count goes on over the years. */
export const shownNumber = ({ number, issuedAt }: IssuedNumber): string =>
  `${issuedAt.getUTCFullYear()}-${String(number).padStart(digits, '0')}`;

/** `CN-2026-000003`: nobody takes it for an invoice. */
export const shownCreditNumber = (issued: IssuedNumber): string => `CN-${shownNumber(issued)}`;
