import type { OrderDocument, StoredRefund } from '../orders/orderDocument';
import { dollars } from '../pricing/dollars';
import { defaultSettings } from '../settings/defaultSettings';
import { sellerOf } from '../settings/shopSettings';
import { buildOrder } from '../testing/buildOrder';
import { readPdf } from '../testing/readPdf';
import { composeInvoice, composePackingSlip } from './composePapers';
import { renderDocuments } from './renderDocuments';
import { loadFaces } from './fonts';
import { fontOfWoff2 } from './woff2';

const seller = sellerOf(defaultSettings.seller);
const issued = { number: 127, issuedAt: new Date('2026-11-25T10:00:00.000Z'), seller };

function orderOf(count: number, changes: Partial<OrderDocument> = {}, nameOf = (index: number) => `Lamp ${index}`) {
  const order = buildOrder({
    lines: Array.from({ length: count }, (_, index) => [1_999 + index, 1 + (index % 9)] as const),
  });
  const lines = order.lines.map((line, index) => ({ ...line, name: nameOf(index) }));
  const shipping = { ...order.shipping, name: 'Standard' };
  return { ...order, taxZone: 'California', shipping, lines, ...changes };
}

const drawn = async (order: OrderDocument) => readPdf(await renderDocuments([composeInvoice(order, issued)]));
/** Joins the parts of a page, because names in several fonts are written in parts. */
const joined = (page: string | undefined) => (page ?? '').replaceAll('\n', '');

test('C48 twelve items with two-line names fit on one page; a hundred items span numbered pages', async () => {
  const long = (index: number) => `Stoneware mug and dripper, number ${index}, in a colour between sand and the sea`;
  expect(await drawn(orderOf(12, {}, long))).toHaveLength(1);
  const pages = await drawn(orderOf(100));
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, index) => {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toContain('Thank you for buying at Kiosk Inc.');
  });
  // The table header is on each page with items.
  for (const page of pages.filter((each) => each.includes('Lamp'))) expect(page).toContain('Unit price');
  const all = pages.join('\n').split('\n');
  for (let index = 0; index < 100; index += 1) expect(all.filter((line) => line === `Lamp ${index}`)).toHaveLength(1);
});

test('C48 the amounts of an invoice add up to the cent and equal the order', async () => {
  const order = orderOf(7);
  const { rows, sums } = composeInvoice(order, issued);
  const cents = (text: string) => Math.round(Number(text.replace(/[$,]/g, '').replace('−', '-')) * 100);
  const column = (index: number) => rows.reduce((sum, row) => sum + cents(row[index] ?? ''), 0);
  const sum = (label: RegExp) => cents(sums.find((each) => label.test(each.label))?.amount ?? '');
  expect([column(4), column(3)]).toEqual([sum(/^Subtotal$/), sum(/^Tax/)]);
  expect(sum(/^Subtotal$/) + sum(/^Shipping/) + sum(/^Tax/)).toBe(sum(/^Total$/));
  expect(sum(/^Total$/)).toBe(order.totalCents);
  expect(sum(/^Total$/) + sum(/^Paid/)).toBe(sum(/^Due$/));
  const [page] = await drawn(order);
  for (const { amount } of sums) expect(page).toContain(amount);
  expect(page).toContain(dollars(order.totalCents));
});

test('C48 renders Latin names beyond Latin-1 and transliterates other scripts', async () => {
  const [page] = await drawn(
    orderOf(3, {}, (index) => ['Żółw Škoda, ő ş ğ', 'Лампа 陈小明', 'Lamp \u202ereversed\u202c 🏮'][index] ?? ''),
  );
  const text = joined(page);
  for (const name of ['Żółw Škoda, ő ş ğ', 'Lampa ChenXiaoMing', 'Lamp reversed']) expect(text).toContain(name);
  expect(text).not.toContain('\ufffd');
});

test('C48 a packing slip lists the items still to be shipped, or the shipped ones when nothing is left', async () => {
  const order = orderOf(3, { note: 'Ring twice' });
  const slip = composePackingSlip(order, seller);
  expect(slip.rows.map(([name, quantity]) => [name, quantity])).toEqual([
    ...[
      ['Lamp 0', '1'],
      ['Lamp 1', '2'],
    ],
    ['Lamp 2', '3'],
  ]);
  const [page] = readPdf(await renderDocuments([slip]));
  expect(page).toContain('Note: Ring twice');
  const fulfillment = {
    ...{ id: 'f', lines: [{ line: 1, quantity: 2 }], carrier: null, trackingNumber: null, shippedAt: new Date() },
    ...{ deliveredAt: null, undoUntil: new Date(), byUid: 'root', step: 'done' as const },
  };
  const partly = composePackingSlip({ ...order, status: 'partlyShipped', fulfillments: [fulfillment] }, seller);
  expect(partly.rows.map(([name]) => name)).toEqual(['Lamp 0', 'Lamp 2']);
  const all = [0, 1, 2].map((line) => ({ line, quantity: line + 1 }));
  const sent = { ...order, status: 'shipped', fulfillments: [{ ...fulfillment, lines: all }] } as const;
  expect(composePackingSlip(sent, seller).rows).toHaveLength(3);
  // Items refunded before shipment are in no parcel.
  const refund: StoredRefund = {
    ...{ id: 'r', kind: 'rest' as const, shippingCents: 0, extraCents: 0, taxCents: 0, amountCents: 0, reason: '' },
    lines: [0, 2].map((line) => ({ line, quantity: line + 1, open: line + 1, amountCents: 0 })),
    ...{ restock: true, byUid: 'root', begunAt: new Date(), doneAt: new Date(), step: 'done' as const },
  };
  const rest = { ...order, status: 'shipped', fulfillments: [fulfillment], refunds: [refund] } as const;
  expect(composePackingSlip(rest, seller).rows.map(([name, quantity]) => [name, quantity])).toEqual([['Lamp 1', '2']]);
});

test('C48 the packing slip of a cancelled or refunded order says that there is nothing to pack, also among others', async () => {
  const order = orderOf(2);
  const cancelled = composePackingSlip({ ...order, status: 'cancelled' }, seller);
  expect([cancelled.rows, cancelled.columns.map(({ kind }) => kind)]).toEqual([
    [['Cancelled: nothing to pack']],
    ['TEXT'],
  ]);
  const refunded = composePackingSlip({ ...order, payment: { ...order.payment, status: 'refunded' } }, seller);
  expect(refunded.rows).toEqual([['Refunded: nothing to pack']]);
  const pages = readPdf(await renderDocuments([cancelled, composePackingSlip(order, seller)]));
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('Cancelled: nothing to pack');
  for (const word of ['Lamp', 'Pieces', '[ ']) expect(pages[0]).not.toContain(word);
  expect(pages[1]).toContain('Lamp 1');
});

test('C48 a packing slip has the whole note of the buyer', async () => {
  const note = Array.from({ length: 140 }, (_, index) => `word${index}`).join(' ');
  const [page] = readPdf(await renderDocuments([composePackingSlip(orderOf(1, { note }), seller)]));
  expect((page ?? '').replaceAll('\n', ' ')).toContain(`Note: ${note}`);
});

test('C48 the labels of the sums and every amount are whole', async () => {
  const order = orderOf(2);
  const card = { brand: 'Mastercard', last4: '4242' };
  const long = {
    ...{ ...order, taxZone: 'Los Angeles County, unincorporated, and the cities of the harbour' },
    shipping: { ...order.shipping, name: 'Signed for and insured, to the door, with a call before it comes' },
    payment: { ...order.payment, card, capturedAt: new Date('2026-11-25T10:00:00.000Z'), capturedCents: 1_999 },
    lines: order.lines.map((line) => ({ ...line, taxCents: 8_000_000, totalCents: 9_999_999_999 })),
  };
  const { sums } = composeInvoice(long, issued);
  expect(sums.map(({ label }) => label)).toContain('Paid on November 25, 2026, Mastercard •••• 4242');
  const [page] = await drawn(long);
  const words = (page ?? '').split('\n').join(' ');
  for (const { label } of sums) expect(words).toContain(label);
  for (const amount of ['$80,000.00', '$99,999,999.99']) expect((page ?? '').split('\n')).toContain(amount);
});

test('C48 what only changes its neighbours leaves no question mark in a name, and accents stay', async () => {
  const names = ['क्\u200dष', 'Cafe\u0301 ☕\ufe0f', '\u200fנר\u200e', 'Lamp\u2060s', 'Box \u{10ffff}'];
  const [page] = await drawn(orderOf(names.length, {}, (index) => names[index] ?? ''));
  const text = joined(page);
  expect(text).toContain('Café');
  expect(text).toContain('Lamps');
  expect(text).toContain('Box ?');
  expect(text.replace('Box ?', '')).not.toContain('?');
});

test('refuses a font that is not WOFF2, and the fonts of the shop cover Latin scripts', async () => {
  expect(() => fontOfWoff2(Buffer.from('wOFF and more than that'.repeat(9)))).toThrow('This is no WOFF2 file.');
  const faces = await loadFaces();
  const has = (letter: string) => faces.some(({ characters }) => characters.has(letter.codePointAt(0) ?? 0));
  expect([...'AzÄßéñ€ĄżŐşĞč•−'].filter((letter) => !has(letter))).toEqual([]);
  expect(has('Л')).toBe(false);
});
