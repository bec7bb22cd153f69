import { cardOf, taxName } from '../mail/orderParts';
import type { IssuedInvoice, LinePieces, OrderDocument } from '../orders/orderDocument';
import { countPieces, openLines, sentPieces } from '../orders/orderPieces';
import { formatCreditNoteNumber, formatInvoiceNumber } from '../orders/documentNumbers';
import type { CreditNoteView } from '../orders/orderView';
import { dollars } from '../pricing/dollars';
import type { Seller } from '../settings/shopSettings';
import { addressLines } from '../shipping/addressLines';
import type { Column, Paper, Sum } from './paper';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const text = (title: string, share: number): Column => ({ title, share, kind: 'TEXT' });
const number = (title: string, share: number): Column => ({ title, share, kind: 'NUMBER' });

function senderOf({ name, taxNumber, ...address }: Seller): string[] {
  const lines = addressLines({ ...address, fullName: name, company: '' });
  return taxNumber === '' ? lines : [...lines, `Tax number ${taxNumber}`];
}

const partiesOf = ({ billingAddress, shippingAddress }: OrderDocument) => [
  { label: 'Billed to', lines: addressLines(billingAddress ?? shippingAddress) },
  { label: 'Delivery address', lines: addressLines(shippingAddress) },
];

const thanks = ({ name }: Seller) => `Thank you for buying at ${name}`;

export function composeInvoice(order: OrderDocument, invoice: IssuedInvoice): Paper {
  const { seller } = invoice;
  const shown = formatInvoiceNumber(invoice);
  return {
    title: 'Invoice',
    facts: [shown, dayFormat.format(invoice.issuedAt), `Order ${order._id}`],
    sender: senderOf(seller),
    parties: partiesOf(order),
    columns: [
      text('Item', 43),
      number('Quantity', 12),
      number('Unit price', 15),
      number('Tax', 15),
      number('Amount', 15),
    ],
    rows: order.lines.map(({ name, quantity, unitPriceCents, taxCents, totalCents }) => [
      ...[name, String(quantity), dollars(unitPriceCents), dollars(taxCents), dollars(totalCents)],
    ]),
    sums: invoiceSums(order),
    notes: testNote(order),
    foot: thanks(seller),
    name: `invoice-${shown}`,
  };
}

function invoiceSums(order: OrderDocument): Sum[] {
  const { subtotalCents, shippingCents, shipping, taxCents, totalCents, payment, createdAt } = order;
  const paidOn = dayFormat.format(payment.capturedAt ?? createdAt);
  return [
    { label: 'Subtotal', amount: dollars(subtotalCents) },
    { label: `Shipping, ${shipping.name}`, amount: dollars(shippingCents) },
    { label: taxName(order), amount: dollars(taxCents) },
    { label: 'Total', amount: dollars(totalCents), isTotal: true },
    { label: `Paid on ${paidOn}, ${cardOf(order)}`, amount: minus(payment.capturedCents) },
    { label: 'Due', amount: signed(totalCents - payment.capturedCents), isTotal: true },
  ];
}

const minus = (cents: number): string => (cents === 0 ? dollars(0) : `−${dollars(cents)}`);

const testNote = ({ payment }: OrderDocument): string[] =>
  payment.provider === 'test' ? ['Test order: no money moved.'] : [];

/** For a refund that was made, after the invoice. */
export function composeCreditNote({ order, invoice, refund }: CreditNoteView): Paper {
  const shown = formatCreditNoteNumber(refund.creditNote);
  const { lines, shippingCents, extraCents, taxCents, amountCents } = refund;
  const beside = (label: string, cents: number) => (cents === 0 ? [] : [[label, '', signed(cents)]]);
  return {
    title: 'Credit note',
    facts: [
      shown,
      dayFormat.format(refund.creditNote.issuedAt),
      `Invoice ${formatInvoiceNumber(invoice)}`,
      `Order ${order._id}`,
    ],
    sender: senderOf(invoice.seller),
    parties: partiesOf(order),
    columns: [text('Item', 63), number('Quantity', 15), number('Amount with tax', 22)],
    rows: [
      ...lines.map(({ line, quantity, amountCents: cents }) => [
        ...[order.lines[line]?.name ?? '', String(quantity), dollars(cents)],
      ]),
      ...beside(`Shipping, ${order.shipping.name}`, shippingCents),
      ...beside(lines.length === 0 && shippingCents === 0 ? 'Part of the price' : 'Other', extraCents),
    ],
    sums: [
      { label: 'Refunded', amount: dollars(amountCents), isTotal: true },
      { label: 'Tax in it', amount: dollars(taxCents) },
    ],
    notes: [...failureNote(refund), ...testNote(order)],
    foot: thanks(invoice.seller),
    name: `credit-note-${shown}`,
  };
}

/** Numbered documents are immutable: a failed refund is noted on them. */
const failureNote = ({ failedAt }: CreditNoteView['refund']): string[] =>
  failedAt ? [`This refund did not arrive, as we know since ${dayFormat.format(failedAt)}.`] : [];

const signed = (cents: number): string => (cents < 0 ? minus(-cents) : dollars(cents));

/** Pieces still to be sent; if there are none, those that were sent. */
export function composePackingSlip(order: OrderDocument, seller: Seller): Paper {
  const lines = packedLines(order);
  return {
    title: 'Packing slip',
    facts: [`Order ${order._id}`, dayFormat.format(order.createdAt), order.shipping.name].filter((fact) => fact !== ''),
    sender: senderOf(seller),
    parties: [{ label: 'Delivery address', lines: addressLines(order.shippingAddress) }],
    ...(lines.length > 0 ? packedTable(order, lines) : emptyTable(order)),
    notes: order.note === '' ? [] : [`Note: ${order.note}`],
    foot: thanks(seller),
    name: `packing-slip-${order._id}`,
  };
}

function packedLines(order: OrderDocument): LinePieces[] {
  // Nothing more is sent of a refunded order.
  const open = order.payment.status === 'refunded' ? [] : openLines(order);
  if (open.length > 0) return open;
  return order.lines
    .map((_, line) => ({ line, quantity: sentPieces(order, line) }))
    .filter(({ quantity }) => quantity > 0);
}

function packedTable(order: OrderDocument, lines: readonly LinePieces[]): Pick<Paper, 'columns' | 'rows' | 'sums'> {
  return {
    columns: [text('Item', 70), number('Quantity', 15), { title: 'Packed', share: 15, kind: 'BOX' }],
    rows: lines.map(({ line, quantity }) => [order.lines[line]?.name ?? '', String(quantity), '']),
    sums: [{ label: 'Pieces', amount: String(countPieces(lines)), isTotal: true }],
  };
}

function emptyTable({ status, payment }: OrderDocument): Pick<Paper, 'columns' | 'rows' | 'sums'> {
  const isRefunded = payment.status === 'refunded';
  const whyNot = isRefunded ? 'Refunded: nothing to pack' : 'Nothing to pack';
  const words = status === 'cancelled' ? 'Cancelled: nothing to pack' : whyNot;
  return { columns: [text('Item', 100)], rows: [[words]], sums: [] };
}
