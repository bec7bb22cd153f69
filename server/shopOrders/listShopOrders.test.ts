import type { OrderSort } from '../__generated__/resolvers';
import { createRandom } from '../collections/random';
import { endCursorOf } from '../lists/connection';
import { queryFingerprint } from '../lists/position';
import type { OrderDocument } from '../orders/orderDocument';
import { withListFields } from '../orders/orderListFields';
import { amountOf } from '../testing/amountOf';
import { buildOrder } from '../testing/buildOrder';
import { asAdmin, asUser, testTime } from '../testing/contexts';
import { useRecordedDatabase } from '../testing/useRecordedDatabase';
import { testOfPlans } from '../testing/recordCommands';
import { listShopOrders } from './listShopOrders';

/** 2,000 orders by default; KIOSK_LONG measures the 10,000 of row C41. */
const size = amountOf({ few: 600, usual: 2_000, long: 10_000 });
const pageSize = 24;
const sorts: OrderSort[] = ['NEWEST', 'OLDEST', 'TOTAL_DESC', 'TOTAL_ASC'];
const names = ['Anna Meyer', 'Bob Żuk', 'Zoë Ærø', 'Carla van der Berg'] as const;
const states: readonly (readonly [OrderDocument['status'], OrderDocument['payment']['status']])[] = [
  ['placed', 'authorized'],
  ['placed', 'paid'],
  ['partlyShipped', 'paid'],
  ['partlyShipped', 'refunded'],
  ['shipped', 'paid'],
  ['delivered', 'paid'],
  ['delivered', 'partiallyRefunded'],
  ['delivered', 'refunded'],
  ['cancelled', 'voided'],
  ['cancelled', 'refunded'],
];
const minute = 60_000;
/** The fixed clock of the admins, to which the creation times of the orders relate. */
const now = () => testTime;

function orderNumber(index: number): OrderDocument {
  const random = createRandom(index * 7_919 + 1);
  const number = `K-${String(index).padStart(4, '0')}-${'ABCDEFGH'[index % 8]}${'JKMNPQRS'[index % 7]}XX`;
  const [status, payment] = states[index % states.length] ?? ['placed', 'paid'];
  const failed = index % 200 === 7;
  const order = buildOrder({ lines: [[100 + random.below(5_000), 1 + random.below(3)]], shippingCents: 499 });
  const name = names[index % names.length] ?? '';
  return withListFields({
    ...order,
    ...{ _id: number, checkout: `c${index}`, email: `person-${index}@generated.test` },
    shippingAddress: { ...order.shippingAddress, fullName: name },
    status: failed ? 'placed' : status,
    payment: { ...order.payment, status: failed ? 'failed' : payment },
    // Several orders share a moment.
    createdAt: new Date(testTime.getTime() - Math.floor(index / 3) * minute),
  });
}

let stored: OrderDocument[];
const shop = useRecordedDatabase(async ({ db }) => {
  stored = Array.from({ length: size }, (_, index) => orderNumber(index));
  for (let from = 0; from < size; from += 500)
    await db.collection<OrderDocument>('orders').insertMany(stored.slice(from, from + 500));
}, 900_000);

interface Question {
  readonly filter?: unknown;
  readonly sort?: OrderSort;
}

const root = () => asAdmin(shop.watch.repositories, 'root', { now });

async function walk(question: Question, first = 100): Promise<string[]> {
  const admin = await root();
  const numbers: string[] = [];
  for (let after: string | null = null; ;) {
    const page = await (await listShopOrders(admin, { ...question, first, after })).page();
    numbers.push(...page.rows.map(({ _id }) => _id));
    if (!page.hasNextPage) return numbers;
    after = endCursorOf(page);
  }
}

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const byNewest = (a: OrderDocument, b: OrderDocument) =>
  b.createdAt.getTime() - a.createdAt.getTime() || bytes(b._id, a._id);
const expected = (matches: (order: OrderDocument) => boolean) =>
  stored
    .filter(matches)
    .sort(byNewest)
    .map(({ _id }) => _id);
const statusIs =
  (...wanted: OrderDocument['status'][]) =>
  (order: OrderDocument) =>
    wanted.includes(order.status);
const paymentIs =
  (...wanted: string[]) =>
  (order: OrderDocument) =>
    wanted.includes(order.payment.status);

const isToShip = (order: OrderDocument) =>
  statusIs('placed', 'partlyShipped')(order) && !paymentIs('failed', 'refunded', 'voided')(order);

const filters: readonly (readonly [string, object, (order: OrderDocument) => boolean])[] = [
  ['placed', { status: 'PLACED' }, statusIs('placed', 'partlyShipped', 'shipped')],
  ['completed', { status: 'COMPLETED' }, statusIs('delivered')],
  ['placed, unfulfilled', { fulfillmentStatus: 'UNFULFILLED', status: 'PLACED' }, statusIs('placed')],
  ['to ship', { toShip: true }, isToShip],
  ['all orders', { toShip: false }, () => true],
  [
    'to ship, partly shipped',
    { toShip: true, fulfillmentStatus: 'PARTIALLY_FULFILLED' },
    (order) => isToShip(order) && order.status === 'partlyShipped',
  ],
  [
    'to ship, authorized',
    { toShip: true, paymentStatus: 'AUTHORIZED' },
    (order) => isToShip(order) && order.payment.status === 'authorized',
  ],
  ['to ship, refunded (no match)', { toShip: true, paymentStatus: 'REFUNDED' }, () => false],
  ['partly shipped', { fulfillmentStatus: 'PARTIALLY_FULFILLED' }, statusIs('partlyShipped')],
  ['placed, delivered (no match)', { fulfillmentStatus: 'DELIVERED', status: 'PLACED' }, () => false],
  ['returned (no match)', { fulfillmentStatus: 'RETURNED' }, () => false],
  ['authorized', { paymentStatus: 'AUTHORIZED' }, paymentIs('authorized', 'capturing')],
  ['partly refunded', { paymentStatus: 'PARTIALLY_REFUNDED' }, paymentIs('partiallyRefunded')],
  ['failed', { paymentStatus: 'FAILED' }, paymentIs('failed')],
  [
    'two of the three statuses',
    { status: 'CANCELLED', paymentStatus: 'REFUNDED' },
    (order) => order.status === 'cancelled' && order.payment.status === 'refunded',
  ],
  [
    'a date range',
    { from: new Date(testTime.getTime() - 40 * minute), to: new Date(testTime.getTime() - 10 * minute) },
    ({ createdAt }) =>
      createdAt.getTime() >= testTime.getTime() - 40 * minute && createdAt.getTime() < testTime.getTime() - 10 * minute,
  ],
  ['needs attention', { needsAttention: true }, ({ attentionAt }) => attentionAt != null && attentionAt < testTime],
  ['a name without accents', { search: 'zoe aero' }, ({ shippingAddress }) => shippingAddress.fullName === 'Zoë Ærø'],
  ['a part of a name', { search: 'żUK' }, ({ shippingAddress }) => shippingAddress.fullName === 'Bob Żuk'],
  ['an e-mail', { search: 'PERSON-17@' }, ({ email }) => email === 'person-17@generated.test'],
  ['a number in lower case', { search: 'k-0042' }, ({ _id }) => _id.startsWith('K-0042')],
  ['a text without matches', { search: 'nobody has this' }, () => false],
  ['a text across two fields (no match)', { search: 'xx person' }, () => false],
  [
    'a text and a status',
    { search: 'meyer', paymentStatus: 'VOIDED' },
    ({ shippingAddress, payment }) => shippingAddress.fullName === 'Anna Meyer' && payment.status === 'voided',
  ],
];

test.each(filters)(
  'C41 filters orders: %s',
  async (_title, filter, matches) => {
    const numbers = expected(matches);
    const most = 150;
    expect((await walk({ filter }, 7 + 90)).slice(0, most)).toEqual(numbers.slice(0, most));
    const admin = await root();
    const count = await (await listShopOrders(admin, { filter, first: 1 })).count();
    expect(count).toEqual({ count: Math.min(numbers.length, 1_000), isExact: numbers.length <= 1_000 });
  },
  300_000,
);

test.each(sorts)(
  'C41 pages by %s have no gaps, even where many orders share a time or a total',
  async (sort) => {
    const [direction, byTotal] = [sort === 'NEWEST' || sort === 'TOTAL_DESC' ? -1 : 1, sort.startsWith('TOTAL')];
    const keyOf = ({ totalCents, createdAt }: OrderDocument) => (byTotal ? totalCents : createdAt.getTime());
    const inOrder = [...stored].sort((a, b) => direction * (keyOf(a) - keyOf(b) || bytes(a._id, b._id)));
    expect(await walk({ sort })).toEqual(inOrder.map(({ _id }) => _id));
  },
  300_000,
);

testOfPlans(
  `C41 a page of ${size} orders examines little more than its rows in every order, and every filter stays in its budget`,
  async () => {
    const admin = await root();
    const examined = async (question: Question) => {
      const page = await shop.watch.examinedBy(async () =>
        (await listShopOrders(admin, { ...question, first: pageSize })).page(),
      );
      return page.examined;
    };
    // The calling admin, and the roles.
    const overhead = 20;
    for (const sort of sorts) {
      expect(await examined({ sort })).toBeLessThanOrEqual(pageSize + 1 + overhead);
      const found = [];
      for (const [, filter] of filters) found.push(await examined({ sort, filter }));
      console.log(`${sort}: documents examined by filter: ${found.join(' ')}`);
      expect(Math.max(...found)).toBeLessThanOrEqual(5_000 + overhead);
    }
    for (const filter of [
      { status: 'PLACED', fulfillmentStatus: 'UNFULFILLED' },
      { fulfillmentStatus: 'DELIVERED' },
      { toShip: true },
    ])
      expect(await examined({ filter })).toBeLessThanOrEqual(3 * (pageSize + 1) + overhead);
  },
  900_000,
);

test.each([
  [{ filter: { status: 'SENT' } }, 'status'],
  [{ filter: { search: 'x'.repeat(201) } }, 'search'],
  [{ filter: { from: 'yesterday' } }, 'from'],
  [{ filter: { toShip: 'yes' } }, 'toShip'],
  [{ first: 101 }, 'first'],
  [{ after: 'x' }, 'after'],
])('C41 refuses an invalid query on its field: %j', async (input, field) => {
  await expect(listShopOrders(await root(), { first: 1, ...input })).rejects.toMatchObject({ status: 400, field });
});

test('C41 accepts cursors from before the toShip filter existed', async () => {
  const before = {
    ...{ status: null, paymentStatus: null, fulfillmentStatus: null, search: '', from: null, to: null },
    ...{ changedSince: null, needsAttention: false },
  };
  const end = endCursorOf(await (await listShopOrders(await root(), { first: 1 })).page());
  const [, , fingerprint] = JSON.parse(Buffer.from(end ?? '', 'base64url').toString()) as unknown[];
  expect(fingerprint).toBe(queryFingerprint(['orders', 'NEWEST', before])());
});

test('C41 refuses a cursor of another list, and callers who are not admins', async () => {
  const admin = await root();
  const end = endCursorOf(await (await listShopOrders(admin, { first: 1, sort: 'OLDEST' })).page());
  await expect(listShopOrders(admin, { first: 1, after: end })).rejects.toMatchObject({ field: 'after' });
  const ada = await asUser(shop.watch.repositories, 'ada');
  await expect(listShopOrders(ada, { first: 1 })).rejects.toMatchObject({ status: 403 });
});
