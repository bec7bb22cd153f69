import type { OrderDocument, OrderPayment } from '../orders/orderDocument';
import { orderDigits } from '../orders/orderNumber';
import { rateOf } from '../pricing/cents';
import { generatedProduct, generatedUid, newest, type Amounts } from './generated';
import { createRandom, type Random } from './random';

const minute = 60_000;
const day = 24 * 60 * minute;
const taxRate = 725;

const first = ['Anna', 'Bilal', 'Chen', 'Dora', 'Emil', 'Fatou', 'Goran', 'Hana', 'Ines', 'Jonas'] as const;
const last = ['Meyer', 'Okafor', 'Garcia', 'Lindqvist', 'Novak', 'Tanaka', 'Rossi', 'Haddad', 'Kowalski'] as const;
type Place = readonly [city: string, region: string, postalCode: string];
const places: readonly [Place, ...Place[]] = [
  ['San Jose', 'CA', '95112'],
  ['New York', 'NY', '10001'],
  ['Seattle', 'WA', '98101'],
];

/** Percentages: most are finished, some are to be shipped, a few need attention. */
const states: readonly (readonly [percent: number, OrderDocument['status'], OrderPayment['status']])[] = [
  [60, 'delivered', 'paid'],
  [12, 'shipped', 'paid'],
  [4, 'partlyShipped', 'paid'],
  [10, 'placed', 'paid'],
  [4, 'placed', 'authorized'],
  [5, 'cancelled', 'voided'],
  [3, 'delivered', 'refunded'],
  [1, 'delivered', 'partiallyRefunded'],
  [1, 'placed', 'failed'],
];

export const generatedOrderNumber = (number: number): string => {
  const text = [...number.toString(32)].map((digit) => orderDigits[Number.parseInt(digit, 32)]).join('');
  const digits = text.padStart(8, '0');
  return `K-${digits.slice(0, 4)}-${digits.slice(4)}`;
};

/** Generated orders in ascending order of _id; deterministic for a range. */
export const generatedOrders = (from: number, to: number, amounts: Pick<Amounts, 'products' | 'users'>) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => orderNumber(from + index, amounts));

function orderNumber(number: number, { products, users }: Pick<Amounts, 'products' | 'users'>): OrderDocument {
  const random = createRandom(number * 15_485_863 + 5);
  const buyer = random.below(Math.max(1, users));
  const createdAt = new Date(newest - random.below(500) * day - random.below(1_440) * minute);
  const lines = Array.from({ length: 1 + random.below(4) }, () => lineOf(random, products, users));
  const subtotalCents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
  const shippingCents = subtotalCents > 5_000 ? 0 : 499;
  const taxCents = lines.reduce((sum, line) => sum + line.taxCents, 0);
  const totalCents = subtotalCents + shippingCents + taxCents;
  const [city, region, postalCode] = random.pick(places);
  const [status, payment] = stateOf(random.below(100));
  const after = (days: number) => new Date(createdAt.getTime() + days * day);
  return {
    ...{ _id: generatedOrderNumber(number), checkout: `generated-${number}`, tokenHash: null, note: '' },
    ...{ buyerUid: users === 0 ? null : generatedUid(buyer), email: `person-${buyer}@generated.test` },
    lines,
    shippingAddress: {
      ...{ fullName: `${random.pick(first)} ${random.pick(last)}`, company: '', phoneNumber: '', countryCode: 'US' },
      ...{ streetLine1: `${1 + random.below(900)} Alder Street`, streetLine2: '', city, region, postalCode },
    },
    billingAddress: null,
    shipping: { id: 'standard', name: 'Standard', earliest: after(4), latest: after(8) },
    ...{ taxZone: null, subtotalCents, shippingCents, taxCents, taxIncluded: false, totalCents, status },
    payment: paymentOf(payment, { number, totalCents, createdAt }),
    timeline: [{ at: createdAt, kind: 'PLACED', by: 'BUYER', amountCents: totalCents }],
    ...{ createdAt, version: 1 },
  };
}

function lineOf(random: Random, products: number, users: number): OrderDocument['lines'][number] {
  const {
    _id: productId,
    name,
    slug,
    photos,
    priceCents,
  } = generatedProduct(random.below(Math.max(1, products)), users);
  const quantity = 1 + random.below(3);
  const totalCents = priceCents * quantity;
  return {
    ...{ productId, name, slug, photo: photos[0] ?? null, quantity, unitPriceCents: priceCents },
    ...{ totalCents, taxRate, taxCents: rateOf(totalCents, taxRate) },
  };
}

function stateOf(percent: number): [OrderDocument['status'], OrderPayment['status']] {
  let left = percent;
  for (const [share, status, payment] of states) {
    if (left < share) return [status, payment];
    left -= share;
  }
  return ['delivered', 'paid'];
}

interface Paid {
  readonly number: number;
  readonly totalCents: number;
  readonly createdAt: Date;
}

function paymentOf(status: OrderPayment['status'], { number, totalCents, createdAt }: Paid): OrderPayment {
  const isCaptured = status === 'paid' || status === 'refunded' || status === 'partiallyRefunded';
  const refundedCents = status === 'refunded' ? totalCents : status === 'partiallyRefunded' ? 1 : undefined;
  return {
    ...{ id: `generated-${number}:1`, provider: 'test', card: { brand: 'Visa', last4: '4242' }, status },
    ...{ capturedCents: isCaptured ? totalCents : 0, captureAt: null },
    ...(isCaptured && { capturedAt: createdAt }),
    ...(refundedCents !== undefined && { refundedCents }),
  };
}
