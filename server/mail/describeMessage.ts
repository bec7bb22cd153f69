import { dollars } from '../pricing/dollars';
import { formatPieces } from '../text/formatPieces';
import { formatDateTime } from './mailDates';
import type { MailOrder, MessageView } from './messageView';
import {
  addressPanel,
  arrives,
  cardOf,
  isChargedOnShipping,
  mailLines,
  paymentPanel,
  sumsOf,
  undoUntil,
} from './orderParts';
import type { MessageContent, MessageLine, Shipment } from './outbox.repository';
import { isolateBidi, plainLine } from './plainText';

export interface OrderLink {
  readonly order: MailOrder;
  /** The order page for its buyer; null: none. */
  readonly url: string | null;
}

export const nothing = {
  ...{ facts: [], button: null, lines: [], sums: [], total: null, panels: [], quotedMessages: [], replyTo: null },
} as const;
const answer = 'Questions? Answer this mail.';

type PurchaseContent = Exclude<MessageContent, { kind: 'CONTACT_MESSAGES' }>;

/** The content of a message about an order. Uses only what is immutable, so that retries send the same text. */
export function describeMessage(content: PurchaseContent, link: OrderLink | null): MessageView {
  if (content.kind === 'TEST') return testMessage;
  if (content.kind === 'SOLD_OUT') return soldOut(content);
  if (!link) throw new Error('There is no such order.');
  switch (content.kind) {
    case 'ORDER_CONFIRMATION':
      return confirmation(link);
    case 'ORDER_CANCELLED':
      return cancelled(link, content);
    case 'ORDER_REFUNDED':
      return refunded(link, content.amountCents);
    case 'REFUND_FAILED':
      return refundFailed(link, content.amountCents);
    case 'ORDER_SHIPPED':
      return shipped(link, content.shipment);
    case 'ORDER_LINK':
      return orderLink(link);
    case 'PAYMENT_FAILED':
      return paymentFailed(link);
  }
}

function about({ order: { _id, shippingAddress } }: OrderLink) {
  const number = plainLine(_id);
  const hello = `Hello ${isolateBidi(shippingAddress.fullName)},`;
  const reason = `You get this mail because you placed order ${number}. ${answer}`;
  return { number, hello, shared: { ...nothing, name: plainLine(shippingAddress.fullName), reason } };
}

const see = ({ url }: OrderLink, label = 'See the order') => (url === null ? null : { label, url });

function confirmation(link: OrderLink): MessageView {
  const { order } = link;
  const { number, hello, shared } = about(link);
  const until = undoUntil(order);
  const total = dollars(order.totalCents);
  const then = until
    ? `You can undo it until ${formatDateTime(until)}; after that your card is charged and we pack it.`
    : isChargedOnShipping(order)
      ? 'Your card is charged when the parcel leaves.'
      : 'Your card is charged, and we pack it.';
  return {
    ...shared,
    subject: `Your order ${number} is placed`,
    heading: `Thank you, your order ${number} is placed`,
    paragraphs: [`${hello} we have your order. ${then}`],
    facts: [
      ['You pay', total],
      ['Arrives', arrives(order)],
      ...(until ? [['Undo until', formatDateTime(until)] as const] : []),
    ],
    button: see(link, until ? 'See or undo the order' : 'See the order'),
    lines: mailLines(order),
    sums: sumsOf(order),
    total: ['Total', total],
    panels: [addressPanel(order), paymentPanel(order)],
  };
}

type Cancelled = Extract<MessageContent, { kind: 'ORDER_CANCELLED' }>;

function moneyOfCancelled(
  { totalCents }: MailOrder,
  { refundedCents, earlierCents = 0, owedCents = 0 }: Cancelled,
): string {
  if (refundedCents === 0 && owedCents <= 0)
    return `Your card was not charged: the ${dollars(totalCents)} that were reserved on it are free again.`;
  const newCents = refundedCents - earlierCents;
  return [
    ...(newCents > 0
      ? [`We have sent ${dollars(newCents)} back to your card; your bank needs a few days to show it.`]
      : []),
    ...(earlierCents > 0
      ? [`We had sent ${dollars(earlierCents)} back to ${newCents > 0 ? 'it' : 'your card'} before.`]
      : []),
    ...(owedCents > 0 ? [`Your card did not take ${dollars(owedCents)} that we sent back: we look after it.`] : []),
  ].join(' ');
}

function cancelled(link: OrderLink, content: Cancelled): MessageView {
  const { order } = link;
  const { refundedCents, earlierCents = 0 } = content;
  const { number, hello, shared } = about(link);
  const money = moneyOfCancelled(order, content);
  return {
    ...shared,
    subject: `Your order ${number} is cancelled`,
    heading: `Your order ${number} is cancelled`,
    paragraphs: [`${hello} nothing more of it will be sent. ${money}`],
    facts: [
      ['Refunded', dollars(refundedCents - earlierCents)],
      ...(earlierCents > 0 ? [['Refunded before', dollars(earlierCents)] as const] : []),
    ],
    button: see(link),
    lines: mailLines(order),
    total: ['Order total', dollars(order.totalCents)],
    panels: [{ title: 'Payment', lines: [cardOf(order)] }],
  };
}

function refunded(link: OrderLink, amountCents: number): MessageView {
  const { order } = link;
  const { number, hello, shared } = about(link);
  const amount = dollars(amountCents);
  return {
    ...shared,
    subject: `Refund of ${amount} for your order ${number}`,
    heading: `We have refunded ${amount}`,
    paragraphs: [
      `${hello} we have sent ${amount} of your order ${number} back to your card; your bank needs a few days to show it.`,
    ],
    facts: [
      ['Refunded', amount],
      ['Order total', dollars(order.totalCents)],
    ],
    button: see(link),
    panels: [{ title: 'Payment', lines: [cardOf(order)] }],
  };
}

function refundFailed(link: OrderLink, amountCents: number): MessageView {
  const { order } = link;
  const { number, hello, shared } = about(link);
  const amount = dollars(amountCents);
  return {
    ...shared,
    subject: `The refund of ${amount} for your order ${number} did not arrive`,
    heading: `The refund of ${amount} did not arrive`,
    paragraphs: [
      `${hello} we had sent ${amount} of your order ${number} back to your card, and the money has come back to us. It is still yours: we are looking at it, and you get a mail when it is sent again. Has your card changed? Then answer this mail, and we find another way.`,
    ],
    facts: [
      ['Not refunded yet', amount],
      ['Order total', dollars(order.totalCents)],
    ],
    button: see(link),
    panels: [{ title: 'Payment', lines: [cardOf(order)] }],
  };
}

const packed = (lines: readonly MessageLine[]): MessageView['lines'] =>
  lines.map(({ name, quantity }) => ({ name: isolateBidi(name), detail: formatPieces(quantity), amount: null }));

function shipped(link: OrderLink, { lines, carrier, trackingNumber, trackingUrl }: Shipment): MessageView {
  const { number, hello, shared } = about(link);
  const isTracked = trackingUrl !== null && /^https?:\/\//i.test(trackingUrl) && URL.canParse(trackingUrl);
  return {
    ...shared,
    subject: `Your order ${number} is on its way`,
    heading: `Your order ${number} is on its way`,
    paragraphs: [`${hello} this has left us.`],
    facts: [
      ...(carrier === null ? [] : [['Carrier', isolateBidi(carrier)] as const]),
      ...(trackingNumber === null ? [] : [['Tracking number', isolateBidi(trackingNumber)] as const]),
    ],
    button: isTracked ? { label: 'Follow the parcel', url: new URL(trackingUrl).href } : see(link),
    lines: packed(lines),
    panels: [addressPanel(link.order)],
  };
}

function orderLink(link: OrderLink): MessageView {
  const { number, hello, shared } = about(link);
  return {
    ...shared,
    subject: `The link to your order ${number}`,
    heading: `Your order ${number}`,
    paragraphs: [`${hello} here is the link that you asked for. Whoever has it sees the order: do not pass it on.`],
    button: see(link),
    reason: `You get this mail because somebody asked for the link to order ${number} with your e-mail. ${answer}`,
  };
}

function paymentFailed(link: OrderLink): MessageView {
  const { order } = link;
  const { number, hello, shared } = about(link);
  return {
    ...shared,
    subject: `Your card could not be charged for order ${number}`,
    heading: 'Your card could not be charged',
    paragraphs: [
      `${hello} your bank has refused the payment of your order ${number}. Nothing was charged, and we send nothing more of it until it is paid.`,
      'Ask your bank what is missing, then answer this mail, and we try again. To pay with another card, cancel the order, as long as nothing of it was sent, and buy once more.',
    ],
    facts: [['To pay', dollars(order.totalCents)]],
    button: see(link),
    lines: mailLines(order),
    total: ['Total', dollars(order.totalCents)],
    panels: [{ title: 'Payment', lines: [cardOf(order)] }],
  };
}

function soldOut({ name, totalCents, lines }: Extract<MessageContent, { kind: 'SOLD_OUT' }>): MessageView {
  const total = dollars(totalCents);
  return {
    ...nothing,
    name: plainLine(name),
    subject: 'Sold out while you were paying',
    heading: 'Sold out while you were paying',
    paragraphs: [
      `Hello ${isolateBidi(name)}, somebody else was faster, and your purchase was not placed. We are sorry. The ${total} have gone back to your card; your bank may need a few days to show it.`,
    ],
    facts: [['Given back', total]],
    lines: packed(lines),
    reason: `You get this mail because you paid for this purchase. ${answer}`,
  };
}

const testMessage: MessageView = {
  ...nothing,
  name: '',
  subject: 'Test message',
  heading: 'This is a test message',
  paragraphs: ['When you read this in your mailbox, the shop can send mail.'],
  reason: 'You get this mail because an admin of the shop asked for it.',
};
