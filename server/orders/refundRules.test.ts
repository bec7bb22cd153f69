import fc from 'fast-check';
import { priceCheckout } from '../pricing/priceCheckout';
import { buildOrder } from '../testing/buildOrder';
import { attentionFrom, attentionOf } from './attention';
import { trackingUrl } from './carriers';
import { ledgerOf } from './ledger';
import { openPieces, refundedPieces, statusAfter } from './orderPieces';
import { owedRefund } from './owedRefund';
import type { OrderDocument, StoredFulfillment, StoredRefund } from './orderDocument';
import { planRefund, planRest, planWhole, refundableCents, shareOf, type RefundPlan } from './refundRules';

const numRuns = Number(process.env['KIOSK_PROPERTY_CASES'] ?? 500);
const at = new Date(0);

const recorded = (plan: RefundPlan, id: string, more: Partial<StoredRefund> = {}): StoredRefund => ({
  ...{ id, kind: 'refund', ...plan, reason: '', restock: false, byUid: 'admin', begunAt: at, doneAt: at, step: 'done' },
  ...more,
});

const after = (order: OrderDocument, plan: RefundPlan, more: Partial<StoredRefund> = {}): OrderDocument => {
  const refunds = [...(order.refunds ?? []), recorded(plan, `r${order.refunds?.length ?? 0}`, more)];
  return { ...order, refunds, status: statusAfter({ ...order, refunds }) };
};

const sent = (order: OrderDocument, lines: StoredFulfillment['lines']): OrderDocument => {
  const fulfillment: StoredFulfillment = {
    ...{ id: `f${order.fulfillments?.length ?? 0}`, lines, carrier: null, trackingNumber: null, shippedAt: at },
    ...{ deliveredAt: null, undoUntil: at, byUid: 'admin', step: 'done' },
  };
  const fulfillments = [...(order.fulfillments ?? []), fulfillment];
  return { ...order, fulfillments, status: statusAfter({ ...order, fulfillments }) };
};

function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const nothing = { lines: [], shipping: false, extraCents: 0 };

describe('planRefund', () => {
  // Three pieces for $24.99 and $1.81 of tax: 2,680 cents, which three pieces do not share evenly.
  const order = buildOrder({
    lines: [
      [833, 3],
      [1_000, 1],
    ],
    shippingCents: 499,
  });

  test('C45 splits a line among its pieces by largest remainder, without losing a cent', () => {
    expect(order.lines[0]).toMatchObject({ totalCents: 2_499, taxCents: 181 });
    const one = planRefund(order, { ...nothing, lines: [{ line: 0, quantity: 1 }] });
    expect(one).toMatchObject({ amountCents: 894, taxCents: 61 });
    const two = planRefund(after(order, one), { ...nothing, lines: [{ line: 0, quantity: 2 }] });
    expect([two.amountCents, one.amountCents + two.amountCents, one.taxCents + two.taxCents]).toEqual([
      1_786, 2_680, 181,
    ]);
    expect([shareOf(10, 3, 0, 1), shareOf(10, 3, 1, 1), shareOf(10, 3, 2, 1), shareOf(10, 3, 0, 3)]).toEqual([
      4, 3, 3, 10,
    ]);
  });

  test('C45 refunds shipping once, with its tax', () => {
    expect(planRefund(order, { ...nothing, shipping: true })).toMatchObject({ shippingCents: 499, taxCents: 0 });
    const taxed = buildOrder({ lines: [[1_000, 1]], shippingCents: 499, shippingRate: 725 });
    const shipping = planRefund(taxed, { ...nothing, shipping: true });
    expect(shipping).toMatchObject({ amountCents: 535, shippingCents: 535, taxCents: 36 });
    expect(() => planRefund(after(taxed, shipping), { ...nothing, shipping: true })).toThrow('Choose pieces');
  });

  test('C45 refunds a price that includes tax as it was paid', () => {
    const included = buildOrder({ lines: [[11_900, 2]], rate: 1_900, taxIncluded: true });
    expect(planRefund(included, { ...nothing, lines: [{ line: 0, quantity: 1 }] })).toMatchObject({
      amountCents: 11_900,
      taxCents: 1_900,
    });
  });

  test('C45 an amount includes its share of the tax, and the last refund the remaining tax', () => {
    const amount = planRefund(order, { ...nothing, extraCents: 1_000 });
    expect(amount).toMatchObject({
      amountCents: 1_000,
      extraCents: 1_000,
      taxCents: Math.floor((1_000 * 254) / 4_252),
    });
    const rest = planRefund(after(order, amount), { ...nothing, extraCents: 3_252 });
    expect(amount.taxCents + rest.taxCents).toBe(order.taxCents);
  });

  const refusals: readonly (readonly [string, Parameters<typeof planRefund>[1], string, string])[] = [
    ['an empty refund', nothing, 'lines', 'Choose pieces, shipping or an amount.'],
    [
      'more pieces than were bought',
      { ...nothing, lines: [{ line: 0, quantity: 4 }] },
      'lines.0.quantity',
      'Only 3 of Lamp 0 can be',
    ],
    [
      'an unknown line',
      { ...nothing, lines: [{ line: 7, quantity: 1 }] },
      'lines.0.id',
      'This order has no such line.',
    ],
    ['a cent more than was captured', { ...nothing, extraCents: 4_253 }, 'amount', 'At most $42.52 can be refunded.'],
    [
      'pieces and an amount that together exceed the capture',
      { lines: [{ line: 1, quantity: 1 }], shipping: true, extraCents: 3_000 },
      'amount',
      'At most $42.52 can be refunded.',
    ],
  ];
  test.each(refusals)('C45 refuses %s', (_title, wanted, field, message) => {
    expect(refusalOf(() => planRefund(order, wanted))).toMatchObject({
      field,
      message: expect.stringContaining(message),
    });
  });

  test('C45 refuses a refund before the capture and ignores refunds that the provider refused', () => {
    const reserved = { ...order, payment: { ...order.payment, status: 'authorized', capturedCents: 0 } } as const;
    expect(() => planRefund(reserved, { ...nothing, extraCents: 1 })).toThrow('cancel the order instead');
    const refused = after(order, planRefund(order, { ...nothing, extraCents: 4_252 }), {
      step: 'refused',
      doneAt: null,
    });
    expect(refundableCents(refused)).toBe(4_252);
  });
});

describe('pieces left to ship', () => {
  const order = buildOrder({ lines: [[1_000, 3]] });

  test('C42 partial shipments add up', () => {
    const first = sent(order, [{ line: 0, quantity: 1 }]);
    expect([first.status, openPieces(first, 0)]).toEqual(['partlyShipped', 2]);
    const second = sent(first, [{ line: 0, quantity: 2 }]);
    expect([second.status, openPieces(second, 0)]).toEqual(['shipped', 0]);
  });

  test('C46 refunding all pieces of a partly shipped line leaves none to ship', () => {
    const first = sent(order, [{ line: 0, quantity: 1 }]);
    const refund = planRefund(first, { ...nothing, lines: [{ line: 0, quantity: 3 }] });
    expect(refund.lines).toMatchObject([{ quantity: 3, open: 2 }]);
    expect([after(first, refund).status, openPieces(after(first, refund), 0)]).toEqual(['shipped', 0]);
  });

  test('C45 refunds shipped pieces of a line first and leaves the others to ship', () => {
    const first = sent(order, [{ line: 0, quantity: 2 }]);
    const damaged = planRefund(first, { ...nothing, lines: [{ line: 0, quantity: 1 }] });
    expect(damaged.lines).toMatchObject([{ quantity: 1, open: 0 }]);
    const refunded = after(first, damaged);
    expect([refunded.status, openPieces(refunded, 0)]).toEqual(['partlyShipped', 1]);
    // One of the two remaining pieces was shipped.
    const both = planRefund(refunded, { ...nothing, lines: [{ line: 0, quantity: 2 }] });
    expect(both.lines).toMatchObject([{ quantity: 2, open: 1 }]);
    expect([after(refunded, both).status, openPieces(after(refunded, both), 0)]).toEqual(['shipped', 0]);
  });

  test('C45 a refund may choose unshipped pieces, up to what is left of each kind', () => {
    const first = sent(order, [{ line: 0, quantity: 2 }]);
    const plan = (quantity: number, open: number) =>
      planRefund(first, { ...nothing, lines: [{ line: 0, quantity, open }] });
    const unsent = plan(1, 1);
    expect(unsent.lines).toMatchObject([{ quantity: 1, open: 1 }]);
    expect(unsent.amountCents).toBe(plan(1, 0).amountCents);
    expect([after(first, unsent).status, openPieces(after(first, unsent), 0)]).toEqual(['shipped', 0]);
    const refusals = [
      [1, 2, 400, 'Of Lamp 0 only 1 are refunded.'],
      [2, 2, 409, 'Only 1 of Lamp 0 are left to ship.'],
      [3, 0, 409, 'Only 2 of Lamp 0 were sent.'],
    ] as const;
    for (const [quantity, open, status, message] of refusals)
      expect(refusalOf(() => plan(quantity, open))).toMatchObject({ status, field: 'unsentLines', message });
  });

  test('C43 pieces refunded after shipment are not shipped again when the shipment is undone', () => {
    const first = sent(order, [{ line: 0, quantity: 3 }]);
    const refunded = after(first, planRefund(first, { ...nothing, lines: [{ line: 0, quantity: 1 }] }));
    const fulfillments = (refunded.fulfillments ?? []).map((each) => ({ ...each, undoneAt: at }));
    expect(openPieces({ ...refunded, fulfillments }, 0)).toBe(2);
  });

  test('C46 the rest after a shipment covers all unshipped pieces less the amounts refunded before', () => {
    const first = sent(order, [{ line: 0, quantity: 1 }]);
    expect(planRest(first)).toMatchObject({ lines: [{ quantity: 2, open: 2 }], extraCents: 0 });
    const gift = after(first, planRefund(first, { ...nothing, extraCents: 3_000 }));
    const rest = planRest(gift);
    expect([rest.amountCents, rest.extraCents < 0]).toEqual([refundableCents(gift), true]);
    expect(after(gift, rest).status).toBe('shipped');
  });
});

const rate = fc.integer({ min: 0, max: 2_500 });
const anyOrder = fc
  .record({
    lines: fc.array(fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 5,
    }),
    shippingCents: fc.nat(5_000),
    rate,
    shippingRate: rate,
    taxIncluded: fc.boolean(),
  })
  .map(buildOrder)
  .filter(({ totalCents }) => totalCents > 0);
const anyStep = fc.record({
  kind: fc.constantFrom('pieces', 'unsent pieces', 'shipping', 'amount', 'send', 'rest', 'refuse'),
  line: fc.nat(4),
  quantity: fc.integer({ min: 1, max: 4 }),
  cents: fc.nat(50_000),
});

test('I4 C45 C47 refunds in any order: parts sum to amounts, never exceed the capture and reach it finally', () => {
  fc.assert(
    fc.property(anyOrder, fc.array(anyStep, { maxLength: 12 }), (bought, steps) => {
      let order = bought;
      const refund = (wanted: Parameters<typeof planRefund>[1], more: Partial<StoredRefund> = {}) => {
        try {
          order = after(order, planRefund(order, wanted), more);
        } catch (error) {
          expect([400, 409]).toContain((error as { status?: number }).status);
        }
      };
      for (const { kind, line, quantity, cents } of steps) {
        const open = openPieces(order, line);
        const sentLeft = (order.lines[line]?.quantity ?? 0) - refundedPieces(order, line) - open;
        if (kind === 'pieces') {
          const before = order;
          refund({ ...nothing, lines: [{ line, quantity }] });
          if (order !== before) expect(openPieces(order, line)).toBe(open - Math.max(0, quantity - sentLeft));
        }
        if (kind === 'unsent pieces') {
          const before = order;
          refund({ ...nothing, lines: [{ line, quantity, open: cents % (quantity + 1) }] });
          if (order !== before) expect(openPieces(order, line)).toBe(open - (cents % (quantity + 1)));
        }
        if (kind === 'refuse') refund({ ...nothing, lines: [{ line, quantity }] }, { step: 'refused', doneAt: null });
        if (kind === 'shipping') refund({ ...nothing, shipping: true });
        if (kind === 'amount') refund({ ...nothing, extraCents: cents });
        if (kind === 'rest' && order.status === 'partlyShipped')
          order = after(order, planRest(order), { kind: 'rest' });
        if (kind === 'send' && openPieces(order, line) >= quantity) order = sent(order, [{ line, quantity }]);
        for (const index of order.lines.keys()) {
          expect(openPieces(order, index)).toBeGreaterThanOrEqual(0);
          expect(refundedPieces(order, index)).toBeLessThanOrEqual(order.lines[index]?.quantity ?? 0);
        }
        expect(refundableCents(order)).toBeGreaterThanOrEqual(0);
      }
      order = after(order, planWhole(order));
      expect(refundableCents(order)).toBe(0);
      const standing = (order.refunds ?? []).filter(({ step }) => step !== 'refused');
      for (const { lines, shippingCents, extraCents, amountCents, taxCents } of standing) {
        expect(lines.reduce((sum, each) => sum + each.amountCents, 0) + shippingCents + extraCents).toBe(amountCents);
        expect(taxCents >= 0 && taxCents <= amountCents).toBe(true);
      }
      expect(standing.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(order.taxCents);
      expect(ledgerOf(order).at(-1)?.balanceCents).toBe(0);
    }),
    { numRuns },
  );
});

test('buildOrder prices orders as priceCheckout does', () => {
  const order = buildOrder({
    lines: [
      [3_800, 2],
      [5_800, 1],
    ],
    shippingCents: 499,
    shippingRate: 725,
  });
  const totals = priceCheckout({
    lines: [
      { unitPriceCents: 3_800, quantity: 2, taxClass: 'standard' },
      { unitPriceCents: 5_800, quantity: 1, taxClass: 'standard' },
    ],
    shipping: { priceCents: 499, freeAboveCents: null },
    tax: { rates: { standard: 725, reduced: 0, zero: 0 }, shippingRate: 725 },
    pricesIncludeTax: false,
  });
  expect([order.taxCents, order.totalCents]).toEqual([totals.taxCents, totals.totalCents]);
});

describe('orders that need attention', () => {
  const day = 24 * 60 * 60_000;
  const order = { ...buildOrder({ lines: [[1_000, 1]] }), createdAt: at };
  const paidBy = (status: OrderDocument['payment']['status']) => ({ ...order, payment: { ...order.payment, status } });
  const taken = (capturedCents: number) => ({ ...order, payment: { ...order.payment, capturedCents, capturedAt: at } });
  const refunded = { ...taken(999).payment, status: 'refunded' } as const;
  const rows: readonly (readonly [string, OrderDocument, number, readonly string[]])[] = [
    ['paid', paidBy('paid'), 100, []],
    ['authorized', paidBy('authorized'), 4.9, []],
    ['authorized five days ago, ending in two', paidBy('authorized'), 5, ['AUTHORIZATION_ENDING']],
    ['capture failed', paidBy('failed'), 0, ['CAPTURE_FAILED']],
    ['captured less than the total', taken(999), 0, ['AMOUNT_DIFFERS']],
    ['captured more than the total', taken(1_001), 0, ['AMOUNT_DIFFERS']],
    ['captured less than the total, then refunded', { ...taken(999), payment: refunded }, 0, []],
    ['cancelled after a failed capture', { ...paidBy('failed'), status: 'cancelled' }, 9, []],
  ];
  test.each(rows)('C44 attention: %s', (_title, given, days, reasons) => {
    const now = new Date(days * day);
    expect(attentionOf(given, now)).toEqual(reasons);
    const from = attentionFrom(given);
    expect(from !== null && from <= now).toBe(reasons.length > 0);
  });

  test('C44 a refund that the provider refused needs attention', () => {
    const plan = planRefund(order, { ...nothing, extraCents: 100 });
    expect(attentionOf(after(order, plan, { step: 'refused', doneAt: null }), at)).toEqual(['REFUND_FAILED']);
  });

  describe('what failed refunds owe', () => {
    const bought = buildOrder({ lines: [[1_000, 3]] });
    const paid = { ...bought, payment: { ...bought.payment, capturedCents: bought.totalCents } };
    const minute = (count: number) => new Date(count * 60_000);
    const refused = { step: 'refused', doneAt: null } as const;
    const amount = (cents: number) => (given: OrderDocument) => planRefund(given, { ...nothing, extraCents: cents });
    const piece = (given: OrderDocument) => planRefund(given, { ...nothing, lines: [{ line: 0, quantity: 1 }] });
    type Try = readonly [plan: (given: OrderDocument) => RefundPlan, more: Partial<StoredRefund>];
    const failed = (count: number): Partial<StoredRefund> => ({ failedAt: minute(count + 0.5) });
    const rows: readonly (readonly [string, readonly Try[], number])[] = [
      ['a failed amount', [[amount(100), failed(0)]], 100],
      ['one that failed again', [amount(100), amount(100)].map((plan, at): Try => [plan, failed(at)]), 100],
      [
        'one that was given again',
        [
          [amount(100), failed(0)],
          [amount(100), {}],
        ],
        0,
      ],
      [
        'one given again after it failed twice',
        [
          [amount(100), failed(0)],
          [amount(100), failed(1)],
          [amount(100), {}],
        ],
        0,
      ],
      [
        'one of which a part was given again',
        [
          [amount(100), failed(0)],
          [amount(40), {}],
        ],
        60,
      ],
      [
        'one beside a refund of another piece',
        [
          [amount(100), failed(0)],
          [piece, {}],
        ],
        100,
      ],
      ['a refused piece, with its tax', [[piece, refused]], 1_073],
      [
        'a refused piece that was refunded then',
        [
          [piece, refused],
          [piece, {}],
        ],
        0,
      ],
      [
        'a refused amount that was refused again',
        [
          [amount(100), refused],
          [amount(100), refused],
        ],
        100,
      ],
      [
        'one that a cancellation gave back',
        [
          [amount(100), failed(0)],
          [planWhole, { kind: 'cancellation' }],
        ],
        0,
      ],
    ];
    test.each(rows)('C45 %s', (_title, tries, cents) => {
      const order = tries.reduce(
        (given, [plan, more], count) => after(given, plan(given), { begunAt: minute(count), ...more }),
        paid,
      );
      expect(owedRefund(order)?.cents ?? 0).toBe(cents);
      expect(attentionOf(order, minute(60)).includes('REFUND_FAILED')).toBe(cents > 0);
    });
  });
});

test.each([
  ['UPS', '1Z 999', 'https://www.ups.com/track?tracknum=1Z999'],
  ['dhl ', 'JD01/02', 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=JD01%2F02'],
  ['Postman Pat', '1', null],
  ['UPS', null, null],
  [null, '1', null],
])('C42 builds the tracking link of %s %s', (carrier, number, url) => {
  expect(trackingUrl(carrier, number)).toBe(url);
});
