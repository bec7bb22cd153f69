import { captureOrder } from '../orders/capturePayments';
import type { OrderDocument } from '../orders/orderDocument';
import type { OrderChange } from '../orders/orders.repository';
import type { PaymentState } from '../payments/provider';
import type { MessageContent } from './outbox.repository';
import { mailedOrder } from '../testing/mailShop';
import { messageReader, type ReadMessage } from './readMessage';

const read = (content: MessageContent, order = mailedOrder()): Promise<ReadMessage> =>
  messageReader({
    repositories: {
      orders: { find: (number) => Promise.resolve(number === order._id ? order : null) },
      messages: { writtenIn: () => Promise.resolve(contactMessages) },
      shopKey: { mac: (text) => Promise.resolve(`mac-of-${text.replaceAll(' ', '-')}`) },
    },
    publicUrl: () => 'https://shop.example',
  })({ content, order: withoutOrder.includes(content.kind) ? null : order._id });

const withoutOrder: readonly MessageContent['kind'][] = ['CONTACT_MESSAGES', 'SOLD_OUT', 'TEST'];
const contactMessages = {
  count: 7,
  first: [1, 2, 3, 4, 5].map((minute) => ({
    ...{
      name: `Writer ${minute}`,
      email: `writer${minute}@example.com`,
      message: 'When does it arrive?\n\nThank you.',
    },
    createdAt: new Date(`2026-11-25T14:0${minute}:00Z`),
  })),
};

const shipment = {
  lines: [{ name: 'Stoneware mug and dripper', quantity: 2 }],
  ...{ carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: 'https://ups.example/track?n=1Z999' },
};
const contents: readonly MessageContent[] = [
  { kind: 'ORDER_CONFIRMATION' },
  { kind: 'ORDER_CANCELLED', refundedCents: 0 },
  { kind: 'ORDER_CANCELLED', refundedCents: 8_151 },
  { kind: 'ORDER_CANCELLED', refundedCents: 500, owedCents: 7_651 },
  { kind: 'ORDER_REFUNDED', amountCents: 500 },
  { kind: 'REFUND_FAILED', amountCents: 500 },
  { kind: 'ORDER_SHIPPED', shipment },
  { kind: 'ORDER_LINK' },
  { kind: 'PAYMENT_FAILED' },
  { kind: 'SOLD_OUT', name: 'Anna Meyer', totalCents: 8_151, lines: shipment.lines },
  { kind: 'CONTACT_MESSAGES', from: new Date('2026-11-25T14:00:00Z'), until: new Date('2026-11-25T14:05:00Z') },
  { kind: 'TEST' },
];

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
/** The readable text of the HTML, without whitespace. */
const readable = (html: string) =>
  html
    .replace(/<(style|title)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, '')
    .replace(/&([#\w]+);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, '');

test.each(contents)('C37 the text and the HTML of $kind have the same content', async (content) => {
  const { subject, text, html } = await read(content);
  const page = readable(html);
  const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^> ?/, ''))
    .filter((line) => line.trim() !== '' && line !== '-- ');
  for (const line of lines) {
    if (line.startsWith('https://')) expect(addresses).toContain(line);
    else {
      // Labels and values are separate cells in the HTML.
      for (const part of line.split(/: | {2}|:$/)) expect(page).toContain(part.replace(/\s+/g, ''));
    }
  }
  // The HTML has no other text, except the name of the shop in its header.
  const said = lines.join('').replace(/[\s:]+/g, '');
  expect(page.replace(/[\s:]+/g, '').length).toBeLessThanOrEqual(said.length + 'Kiosk'.length);
  expect(html).toContain(`<title>${subject.replace("'", '&#x27;')}</title>`);
});

test.each(contents)(
  'C37 $kind has no picture, script or external resource, and supports dark mode',
  async (content) => {
    const { html } = await read(content);
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).not.toMatch(
      /<(img|script|link|iframe|object|svg|video|picture)\b|url\(|@import|@font-face|background=/i,
    );
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toMatch(/@media \(prefers-color-scheme:dark\)\{\.page\{background-color:#141412 !important/);
    const elements = new Set([...html.matchAll(/<([a-z]\w*)/g)].map(([, name]) => name));
    expect([...elements].filter((name) => /^(div|section|main|ul|ol|li|form)$/.test(name ?? ''))).toEqual([]);
    for (const [, table] of html.matchAll(/<table ([^>]*)>/g)) expect(table).toContain('role="presentation"');
    expect(html).toContain('max-width:600px');
  },
);

test('C37 a confirmation has the total, arrival, undo time, lines, totals, address and payment', async () => {
  const { name, subject, text } = await read({ kind: 'ORDER_CONFIRMATION' });
  expect([name, subject]).toEqual(['Anna Meyer', 'Your order K-7QF2-M4XD is placed']);
  expect(text).toBe(`Thank you, your order K-7QF2-M4XD is placed

Hello Anna Meyer, we have your order. You can undo it until 14:31 UTC, Wed, Nov 25; after that your card is charged and we pack it.

You pay: $81.51
Arrives: Wed, Dec 2 – Fri, Dec 4
Undo until: 14:31 UTC, Wed, Nov 25

See or undo the order:
https://shop.example/dashboard/orders/K-7QF2-M4XD

Stoneware mug and dripper
  2 × $38.00  $76.00

Subtotal: $76.00
Shipping, Standard: Free
Tax, California 7.25%: $5.51
Total: $81.51

Delivery address
Anna Meyer
212 Alder Street
San Jose, CA 95112
United States

Payment
Visa •••• 4242
Charged at 14:31 UTC, Wed, Nov 25, not before
Test order: no money moved.

-- 
Kiosk · You get this mail because you placed order K-7QF2-M4XD. Questions? Answer this mail.
`);
});

test('C34 a guest’s link opens the order without sign-in', async () => {
  const { text } = await read({ kind: 'ORDER_LINK' }, mailedOrder({ buyerUid: null }));
  expect(text).toContain('\nhttps://shop.example/order/K-7QF2-M4XD/mac-of-order-link-K-7QF2-M4XD\n');
});

test.each([
  ['a capture at once', new Date('2026-11-25T14:21:00Z'), 'Your card is charged, and we pack it.'],
  ['a capture on shipping', null, 'Your card is charged when the parcel leaves.'],
])('C37 with %s the confirmation does not mention undo', async (_, captureAt, words) => {
  const { payment } = mailedOrder();
  const { text } = await read({ kind: 'ORDER_CONFIRMATION' }, mailedOrder({ payment: { ...payment, captureAt } }));
  expect(text).toContain(words);
  expect(text).not.toMatch(/undo/i);
});

/** Its payment captured at that time, as by a shipment or by the sweeper. */
async function captured(order: OrderDocument, at: string): Promise<OrderDocument> {
  const state: PaymentState = {
    ...{ result: 'AUTHORIZED', declineReason: null, providerId: 'pi_1', clientSecret: '', card: order.payment.card },
    ...{ amountCents: order.totalCents, capturedCents: order.totalCents, refundedCents: 0 },
    ...{ failedRefunds: [], foreignRefunds: [], disputes: [] },
  };
  const orders = { change: (before: OrderDocument, change: OrderChange) => Promise.resolve({ ...before, ...change }) };
  const deps = { orders, provider: { capture: () => Promise.resolve(state) }, now: () => new Date(at) };
  const after = await captureOrder(deps as unknown as Parameters<typeof captureOrder>[0], order);
  if (after?.payment.status !== 'paid') throw new Error('It was not captured.');
  return after;
}

test.each([
  ['on shipping', null],
  ['at once', new Date('2026-11-25T14:21:00Z')],
  ['ten minutes later', new Date('2026-11-25T14:31:00Z')],
])('C37 a confirmation read again after shipping is the same text: captured %s', async (_, captureAt) => {
  const { payment } = mailedOrder();
  const order = mailedOrder({ payment: { ...payment, captureAt } });
  const shipped = await captured(order, '2026-11-27T09:12:34.567Z');
  expect(await read({ kind: 'ORDER_CONFIRMATION' }, { ...shipped, status: 'shipped' })).toEqual(
    await read({ kind: 'ORDER_CONFIRMATION' }, order),
  );
});

test.each([
  [{ refundedCents: 0 }, 'Your card was not charged: the $81.51 that were reserved on it are free again.'],
  [
    { refundedCents: 8_151, owedCents: 0 },
    'We have sent $81.51 back to your card; your bank needs a few days to show it.',
  ],
  [
    { refundedCents: 8_151, earlierCents: 500, owedCents: 0 },
    'We have sent $76.51 back to your card; your bank needs a few days to show it. We had sent $5.00 back to it before.',
  ],
  [{ refundedCents: 8_151, earlierCents: 8_151, owedCents: 0 }, 'We had sent $81.51 back to your card before.'],
  [{ refundedCents: 0, owedCents: 8_151 }, 'Your card did not take $81.51 that we sent back: we look after it.'],
  [
    { refundedCents: 500, owedCents: 7_651 },
    'We have sent $5.00 back to your card; your bank needs a few days to show it. Your card did not take $76.51 that we sent back: we look after it.',
  ],
])('C37 a cancellation mail with %j says what became of the money', async (content, words) => {
  const { text } = await read({ kind: 'ORDER_CANCELLED', ...content });
  expect(text).toContain(`Hello Anna Meyer, nothing more of it will be sent. ${words}\n`);
});

test('C37 a mail about a shipment lists how many pieces of each product were sent', async () => {
  const [mug] = shipment.lines;
  const lines = [mug, { name: 'Tea towel', quantity: 1 }];
  const { text } = await read({ kind: 'ORDER_SHIPPED', shipment: { ...shipment, lines } as typeof shipment });
  expect(text).toContain('Stoneware mug and dripper\n  2 pieces\nTea towel\n  1 piece\n');
});

test.each(['javascript:alert(1)', 'ups', 'data:text/html,x'])(
  'C42 does not link the tracking address %s',
  async (url) => {
    const { html, text } = await read({ kind: 'ORDER_SHIPPED', shipment: { ...shipment, trackingUrl: url } });
    expect(html + text).not.toContain(url);
    expect(text).toContain('See the order:\nhttps://shop.example/dashboard/orders/K-7QF2-M4XD');
  },
);

const hostile = [
  ['line breaks', 'Anna\r\nBcc: evil@example.com\r\n\r\n<b>x'],
  ['commas and quotes', 'Meyer, "Anna" <anna@evil.example>, x'],
  ['emoji', 'Anna 👩‍👩‍👧 Ünïcødé'],
  ['right-to-left', '\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd\u202eevil'],
  ['a tag', '</td></table><script>alert(1)</script>'],
  ['a long word', 'W'.repeat(5_000)],
] as const;

test.each(hostile)('C40 %s in names and addresses change no header and break no layout', async (_, name) => {
  const { shippingAddress, lines } = mailedOrder();
  const order = mailedOrder({
    shippingAddress: { ...shippingAddress, fullName: name, city: name, streetLine1: name },
    lines: lines.map((line) => ({ ...line, name })),
    taxZone: name,
  });
  const plain = await read({ kind: 'ORDER_CONFIRMATION' });
  const message = await read({ kind: 'ORDER_CONFIRMATION' }, order);
  expect(message.subject).toBe(plain.subject);
  expect(message.name).not.toMatch(/[\r\n\u202a-\u202e]/);
  expect([...message.name].length).toBeLessThanOrEqual(200);
  expect(message.text.split('\n')).toHaveLength(plain.text.split('\n').length);
  expect(message.html.match(/<\w+/g)).toEqual(plain.html.match(/<\w+/g));
  expect(message.html + message.text).not.toContain('\u202e');
});
