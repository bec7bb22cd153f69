import { dollars } from '../pricing/dollars';
import { addressLines } from '../shipping/addressLines';
import { deliveryDays, formatDateTime } from './mailDates';
import type { Fact, MailOrder, MessageView } from './messageView';
import { isolateBidi } from './plainText';

export const isChargedOnShipping = ({ payment }: MailOrder): boolean => payment.captureAt === null;

/** End of the undo window; null: the card is charged at once, or on shipping. */
export const undoUntil = ({ payment: { captureAt }, createdAt }: MailOrder): Date | null =>
  captureAt && captureAt > createdAt ? captureAt : null;

export const mailLines = ({ lines }: MailOrder): MessageView['lines'] =>
  lines.map(({ name, quantity, unitPriceCents, totalCents }) => ({
    name: isolateBidi(name),
    detail: `${quantity} × ${dollars(unitPriceCents)}`,
    amount: dollars(totalCents),
  }));

export function sumsOf(order: MailOrder): readonly Fact[] {
  const { subtotalCents, shippingCents, shipping, taxCents } = order;
  return [
    ['Subtotal', dollars(subtotalCents)],
    [`Shipping, ${isolateBidi(shipping.name)}`, shippingCents === 0 ? 'Free' : dollars(shippingCents)],
    [taxName(order), dollars(taxCents)],
  ];
}

/** 'Tax, California 7.25%' if there is a single rate. */
export function taxName({ lines, taxIncluded, taxZone }: MailOrder): string {
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))];
  const rate = rates.length === 1 && taxZone !== null ? ` ${(rates[0] ?? 0) / 100}%` : '';
  return `${taxIncluded ? 'Tax, included' : 'Tax'}${taxZone === null ? '' : `, ${isolateBidi(taxZone)}`}${rate}`;
}

export const cardOf = ({ payment: { card } }: MailOrder): string =>
  card ? `${isolateBidi(card.brand)} •••• ${isolateBidi(card.last4)}` : 'Card';

export function paymentPanel(order: MailOrder): MessageView['panels'][number] {
  const until = undoUntil(order);
  const charged = until ? `Charged at ${formatDateTime(until)}, not before` : chargedWhen(order);
  const test = order.payment.provider === 'test' ? ['Test order: no money moved.'] : [];
  return { title: 'Payment', lines: [cardOf(order), charged, ...test] };
}

const chargedWhen = (order: MailOrder) => (isChargedOnShipping(order) ? 'Charged when the parcel leaves' : 'Charged');

export const addressPanel = ({ shippingAddress }: MailOrder): MessageView['panels'][number] => ({
  title: 'Delivery address',
  lines: addressLines(shippingAddress).map(isolateBidi),
});

export const arrives = ({ shipping: { earliest, latest } }: MailOrder): string => deliveryDays(earliest, latest);
