import type { IssuedNumber, OrderDocument, StoredRefund } from './orderDocument';

type Paid = Pick<OrderDocument, 'payment' | 'invoice' | 'refunds'>;

/** Orders of older versions were never paid: their payment has no id. */
const isInvoiced = ({ payment }: Paid): boolean => payment.id !== '' && payment.capturedCents > 0;

/** Captured, and without a number. */
export const lacksInvoice = (order: Paid): boolean => isInvoiced(order) && !order.invoice;

/** Refunded, and without a number. */
export const lacksCreditNote = ({ doneAt, amountCents, creditNote }: StoredRefund): boolean =>
  doneAt !== null && amountCents > 0 && !creditNote;

export const withCreditNote = (
  { refunds = [] }: Pick<OrderDocument, 'refunds'>,
  id: string,
  creditNote: IssuedNumber,
): readonly StoredRefund[] => refunds.map((refund) => (refund.id === id ? { ...refund, creditNote } : refund));

const digits = 6;

/** `2026-000127`: year of issue and a count that continues across years. */
export const formatInvoiceNumber = ({ number, issuedAt }: IssuedNumber): string =>
  `${issuedAt.getUTCFullYear()}-${String(number).padStart(digits, '0')}`;

/** `CN-2026-000003`: cannot be mistaken for an invoice. */
export const formatCreditNoteNumber = (issued: IssuedNumber): string => `CN-${formatInvoiceNumber(issued)}`;
