import { newProduct, type Product } from './builders';
import type { Resolvers, Shop } from './shop';

export const money = (amount: number) => ({ amount, currencyCode: 'USD' });

export const emptyCartSummary = {
  lines: [] as readonly object[],
  pieces: 0,
  subtotal: money(0),
  amountToFreeShipping: money(5_001) as object | null,
  problems: [] as readonly object[],
  unfinishedCheckout: null as object | null,
};

interface LineOptions {
  quantity?: number;
  /** In cents. */
  agreed?: number;
  available?: number | null;
  problem?: { code: string; message: string } | null;
  /** Hidden from shoppers. */
  isGone?: boolean;
}

/** A line of a cart or checkout. */
export function newLine(product: Product, options: LineOptions = {}) {
  const { quantity = 1, agreed, available = null, problem = null, isGone = false } = options;
  const cents = Math.round(product.price * 100);
  return {
    id: product.id,
    product: isGone ? null : product,
    name: product.name,
    picture: product.photos[0] ?? null,
    quantity,
    unitPrice: money(cents),
    agreedPrice: money(agreed ?? cents),
    total: money(cents * quantity),
    available,
    problem: problem && { ...problem, line: product.id, field: null },
  };
}

export type Line = ReturnType<typeof newLine>;

/** The server's sum, without lines that need an acceptance. */
export function newCartSummary(lines: readonly Line[], more: object = {}) {
  const counted = lines.filter(({ problem }) => !problem);
  const subtotal = counted.reduce((sum, { total }) => sum + total.amount, 0);
  return {
    ...emptyCartSummary,
    lines,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    subtotal: money(subtotal),
    amountToFreeShipping: money(Math.max(0, 5_001 - subtotal)),
    problems: lines.flatMap(({ problem }) => problem ?? []),
    ...more,
  };
}

const country = {
  postalCodeExample: null,
  postalCodePattern: null,
  regionLabel: 'Province',
  cityLabel: 'City',
  regions: [],
  isDeliveredTo: true,
};

export const countries = [
  {
    ...country,
    code: 'DE',
    name: 'Germany',
    fields: ['STREET_LINE_1', 'POSTAL_CODE', 'CITY'],
    requiredFields: ['STREET_LINE_1', 'CITY', 'POSTAL_CODE'],
    postalCodeLabel: 'Postcode',
  },
  {
    ...country,
    code: 'HK',
    name: 'Hong Kong',
    fields: ['REGION', 'CITY', 'STREET_LINE_1'],
    requiredFields: ['STREET_LINE_1', 'REGION'],
    postalCodeLabel: 'Postcode',
    regionLabel: 'Area',
    cityLabel: 'District',
  },
  {
    ...country,
    code: 'US',
    name: 'United States',
    fields: ['STREET_LINE_1', 'CITY', 'REGION', 'POSTAL_CODE'],
    requiredFields: ['STREET_LINE_1', 'CITY', 'REGION', 'POSTAL_CODE'],
    postalCodeLabel: 'ZIP code',
    postalCodeExample: '95014',
    postalCodePattern: String.raw`(\d{5})(?:[ \-](\d{4}))?`,
    regionLabel: 'State',
    regions: [
      { key: 'CA', name: 'California' },
      { key: 'NY', name: 'New York' },
    ],
  },
];

const standard = {
  id: 'standard',
  name: 'Standard',
  price: money(0),
  fullPrice: money(499),
  freeAbove: money(5_000),
  earliest: '2026-12-02T00:00:00.000Z',
  latest: '2026-12-04T00:00:00.000Z',
};
const express = {
  ...standard,
  id: 'express',
  name: 'Express',
  price: money(1_290),
  fullPrice: money(1_290),
  freeAbove: null,
};

export const shippingMethods = [standard, express];

export const kettle = newProduct({ name: 'Harbour Kettle', price: 84 });

/** A new checkout without input. */
export function newCheckout<More extends object>(more: More = {} as More) {
  return {
    id: 'c1',
    status: 'OPEN',
    fromCart: false,
    email: null as string | null,
    lines: [newLine(kettle)],
    shippingAddress: null as object | null,
    billingAddress: null,
    shippingMethods: [] as readonly object[],
    shippingMethod: null as object | null,
    subtotal: money(8_400),
    shippingTotal: money(0),
    taxTotal: money(0),
    taxIncluded: false,
    taxZone: null as string | null,
    total: money(8_400),
    amountToFreeShipping: money(0),
    fingerprint: 'as begun',
    problems: [] as readonly object[],
    heldUntil: null as string | null,
    payment: null as object | null,
    orderNumber: null as string | null,
    ...more,
  };
}

export type CheckoutRecord = ReturnType<typeof newCheckout>;

interface Typed {
  input: { id: string; email?: string; shippingAddress?: { countryCode: string }; shippingMethodId?: string };
}

const inUs = {
  shippingMethods,
  shippingMethod: standard,
  taxZone: 'California',
  taxTotal: money(609),
  total: money(9_009),
};

const noAddress = {
  fullName: '',
  company: '',
  streetLine1: '',
  streetLine2: '',
  city: '',
  region: '',
  postalCode: '',
  phoneNumber: '',
};

/** The server and the test provider of one purchase; `paying` determines a card's outcome. */
export function shopOfPurchase(
  paying: (number: string) => Partial<CheckoutRecord>,
  begun: Partial<CheckoutRecord> = {},
) {
  const state = {
    ...{ checkout: newCheckout(begun), started: 0, paid: [] as string[], problems: [] as object[] },
    /** The ids of the payments that were opened. */
    opened: [] as string[],
  };
  const change = (more: Partial<CheckoutRecord>): CheckoutRecord => (state.checkout = { ...state.checkout, ...more });
  let attempts = 0;
  const resolvers: Resolvers = {
    countries,
    checkout: () => state.checkout,
    startCheckout: () => {
      state.started += 1;
      change({ id: `c${state.started}`, status: 'OPEN', heldUntil: null, payment: null });
      return { checkout: state.checkout, token: `token-${state.started}` };
    },
    updateCheckout: ({ input: { email, shippingAddress, shippingMethodId } }: Typed) => ({
      checkout: change({
        ...(email !== undefined && { email }),
        // Within the same zone the chosen method stays.
        ...(shippingAddress && {
          ...(state.checkout.taxZone === null && inUs),
          shippingAddress: { ...noAddress, ...shippingAddress },
        }),
        ...(shippingMethodId !== undefined && {
          shippingMethod: shippingMethods.find(({ id }) => id === shippingMethodId) ?? null,
          problems: [],
        }),
      }),
    }),
    submitCheckout: () => {
      if (state.problems.length > 0) return { checkout: state.checkout, problems: state.problems };
      // A payment that is open goes on.
      if (state.checkout.status === 'PAYING') return { checkout: state.checkout, problems: [] };
      attempts += 1;
      const payment = {
        id: `${state.checkout.id}:${attempts}`,
        provider: 'test',
        result: 'AWAITING',
        clientSecret: 's',
      };
      state.opened.push(payment.id);
      const heldUntil = new Date(Date.now() + 15 * 60_000).toISOString();
      return { checkout: change({ status: 'PAYING', payment, heldUntil }), problems: [] };
    },
    confirmPayment: () => ({ checkout: state.checkout }),
    extendHold: () => ({ checkout: change({ heldUntil: new Date(Date.now() + 15 * 60_000).toISOString() }) }),
    cancelCheckout: () => ({ checkout: change({ status: 'CANCELLED', heldUntil: null, payment: null }) }),
  };
  return {
    state,
    change,
    resolvers,
    /** The provider's own routes, outside the shop's API. */
    serve(shop: Shop): void {
      shop.serve(/^\/api\/test-payments\/[^/]+\/pay$/, ({ number = '' }) => {
        state.paid.push(number.replaceAll(' ', ''));
        change(paying(number.replaceAll(' ', '')));
        return Response.json({});
      });
      shop.serve(/^\/api\/test-payments\/[^/]+\/bank$/, ({ isConfirmed }) => {
        change(isConfirmed ? placed : refusedByBank);
        return Response.json({});
      });
    },
  };
}

export const placed = { status: 'PLACED', orderNumber: 'K-7F3Q-9M2X', heldUntil: null };
const attempt = { id: 'c1:1', provider: 'test', clientSecret: 's' };
export const declined = {
  status: 'READY',
  payment: { ...attempt, result: 'DECLINED', declineReason: 'CARD_DECLINED' },
};
export const asksBank = { status: 'ACTION_REQUIRED', payment: { ...attempt, result: 'ACTION_REQUIRED' } };
const refusedByBank = {
  status: 'READY',
  payment: { ...attempt, result: 'DECLINED', declineReason: 'AUTHENTICATION_FAILED' },
};

/** An order of the kettle. */
export const newOrder = (more: object = {}) => ({
  number: 'K-7F3Q-9M2X',
  placedAt: '2026-11-25T14:21:00.000Z',
  status: 'PLACED',
  paymentStatus: 'AUTHORIZED',
  fulfillmentStatus: 'UNFULFILLED',
  email: 'anna@example.com',
  lines: [{ ...newLine(kettle), fulfilledQuantity: 0, openQuantity: 1, taxRate: 7.25, tax: money(609) }],
  shippingAddress: {
    ...noAddress,
    fullName: 'Anna Meyer',
    streetLine1: '212 Alder Street',
    city: 'San Jose',
    region: 'CA',
    postalCode: '95112',
    countryCode: 'US',
  },
  billingAddress: null,
  shippingMethodName: 'Standard',
  earliest: standard.earliest,
  latest: standard.latest,
  subtotal: money(8_400),
  shippingTotal: money(0),
  taxTotal: money(609),
  taxIncluded: false,
  taxZone: 'California',
  total: money(9_009),
  card: { brand: 'Visa', last4: '4242' },
  overallStatus: 'PLACED',
  pieces: 1,
  pictures: [] as readonly string[],
  capturedTotal: money(0),
  refundedTotal: money(0),
  invoiceNumber: null as string | null,
  creditNotes: [] as readonly object[],
  canUndoUntil: '2026-11-25T14:31:00.000Z' as string | null,
  canCancel: true,
  timeline: [{ at: '2026-11-25T14:21:00.000Z', kind: 'PLACED', by: 'BUYER', amount: null as object | null }],
  isTest: true,
  fulfillments: [] as readonly object[],
  ...more,
});
