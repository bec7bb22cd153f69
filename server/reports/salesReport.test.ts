import { ObjectId } from 'mongodb';
import { BadInputError, ForbiddenError } from '../errors';
import type { OrderDocument, OrderPayment } from '../orders/orderDocument';
import { withListFields } from '../orders/orderListFields';
import { buildOrder } from '../testing/buildOrder';
import { asAdmin, asUser } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { salesReport } from './salesReport';
import { testOfPlans } from '../testing/recordCommands';

const database = useTestDatabase();
const root = () => asAdmin(database.repositories, 'root');

async function insert(...built: readonly OrderDocument[]): Promise<void> {
  await database.db
    .collection<OrderDocument>('orders')
    .insertMany(built.map((order, index) => withListFields({ ...order, _id: `K-${index}` })));
}

const paidAt = (capturedAt: string, order: OrderDocument): OrderDocument => ({
  ...order,
  payment: { ...order.payment, capturedAt: new Date(capturedAt) },
});
const inNovember = { from: '2026-11-01', to: '2026-11-30', by: 'DAY' };
const withoutCapture = ({ capturedAt: _, ...payment }: OrderPayment) => payment;
const lamp = () => buildOrder({ lines: [[1_000, 2]], shippingCents: 499 }, { taxZone: 'California' });

test('C51 counts an order on the UTC day of its capture, and a refund on the day it was made', async () => {
  const late = paidAt('2026-11-02T23:59:59.999Z', lamp());
  const begunAt = new Date('2026-11-05T00:00:00.000Z');
  await insert(
    {
      ...paidAt('2026-11-03T00:00:00.000Z', lamp()),
      createdAt: new Date('2026-11-02T23:50:00.000Z'),
      refunds: [
        {
          ...{ id: 'r', kind: 'refund' as const, lines: [{ line: 0, quantity: 1, open: 1, amountCents: 1_073 }] },
          ...{ shippingCents: 0, extraCents: 0, taxCents: 73, amountCents: 1_073, reason: '', restock: false },
          ...{ byUid: 'root', begunAt, doneAt: begunAt, step: 'done' as const },
        },
      ],
    },
    late,
  );
  const report = await salesReport(await root(), inNovember);
  expect(report.rows.map(({ period, figures: { orders, refunds, net } }) => [period, orders, refunds, net])).toEqual([
    ['2026-11-05', 0, 1_073, -1_073],
    ['2026-11-03', 1, 0, 2_644],
    ['2026-11-02', 1, 0, 2_644],
  ]);
  expect(report.total).toEqual({
    ...{
      orders: 2,
      goods: 4_000,
      discounts: 0,
      shipping: 998,
      tax: 290,
      includedTax: 0,
      refunds: 1_073,
      disputes: 0,
      net: 4_215,
    },
  });
  expect([report.ledgerTotal, report.agrees]).toEqual([4_215, true]);
  expect(report.taxZones).toEqual([{ name: 'California', tax: 290, refundedTax: 73 }]);
  expect(await salesReport(await root(), { ...inNovember, to: '2026-11-02' })).toMatchObject({
    ...{ total: { orders: 1, net: 2_644 }, rows: [{ period: '2026-11-02' }] },
  });
});

test('C51 reverses a refund that failed later on the day it failed', async () => {
  const doneAt = new Date('2026-11-05T00:00:00.000Z');
  const refund = {
    ...{
      id: 'r',
      kind: 'refund' as const,
      lines: [{ line: 0, quantity: 1, open: 1, amountCents: 1_073 }],
      restock: false,
    },
    ...{ shippingCents: 0, extraCents: 0, taxCents: 73, amountCents: 1_073, reason: '', byUid: 'root' },
    ...{ begunAt: doneAt, doneAt, failedAt: new Date('2026-11-07T00:00:00.000Z'), step: 'done' as const },
  } as const;
  await insert({ ...paidAt('2026-11-03T00:00:00.000Z', lamp()), refunds: [refund] });
  const report = await salesReport(await root(), inNovember);
  expect(report.rows.map(({ period, figures: { refunds, net } }) => [period, refunds, net])).toEqual([
    ['2026-11-07', -1_073, 1_073],
    ['2026-11-05', 1_073, -1_073],
    ['2026-11-03', 0, 2_644],
  ]);
  expect([report.total.net, report.ledgerTotal, report.agrees]).toEqual([2_644, 2_644, true]);
  expect(await salesReport(await root(), { ...inNovember, from: '2026-11-06' })).toMatchObject({
    ...{ total: { net: 1_073 }, agrees: true },
  });
});

test('C51 counts a dispute on the day it takes money, and reverses it on the day it is won', async () => {
  const dispute = {
    ...{ id: 'dp_1', amountCents: 1_000, reason: 'fraudulent', openedAt: new Date('2026-11-05T10:00:00.000Z') },
    takenAt: new Date('2026-11-05T10:00:00.000Z'),
  };
  const closedAt = new Date('2026-11-07T00:00:00.000Z');
  await insert(
    { ...paidAt('2026-11-03T00:00:00.000Z', lamp()), disputes: [{ ...dispute, status: 'won', closedAt }] },
    { ...paidAt('2026-10-03T00:00:00.000Z', lamp()), disputes: [{ ...dispute, status: 'lost', closedAt }] },
    { ...paidAt('2026-10-03T00:00:00.000Z', lamp()), disputes: [{ ...dispute, status: 'open', closedAt: null }] },
    // An inquiry takes no money.
    {
      ...paidAt('2026-10-03T00:00:00.000Z', lamp()),
      disputes: [{ ...dispute, status: 'won', takenAt: null, closedAt }],
    },
  );
  const report = await salesReport(await root(), inNovember);
  expect(report.rows.map(({ period, figures: { orders, disputes, net } }) => [period, orders, disputes, net])).toEqual([
    ['2026-11-07', 0, -1_000, 1_000],
    ['2026-11-05', 0, 3_000, -3_000],
    ['2026-11-03', 1, 0, 2_644],
  ]);
  expect(report).toMatchObject({ total: { disputes: 2_000, net: 644 }, ledgerTotal: 644, agrees: true });
});

test('C51 ignores orders that are authorized, failed, or voided before the capture', async () => {
  const payment = withoutCapture(lamp().payment);
  const open = (status: OrderDocument['payment']['status']) => ({
    ...lamp(),
    payment: { ...payment, status, capturedCents: 0 },
  });
  await insert(open('authorized'), open('failed'), { ...open('voided'), status: 'cancelled' });
  expect(await salesReport(await root(), inNovember)).toMatchObject({
    ...{ rows: [], total: { orders: 0, net: 0 }, ledgerTotal: 0, agrees: true, taxZones: [], bestSellers: [] },
  });
});

test('C51 shows both sums and that they differ when a payment differs from its lines', async () => {
  const wrong = paidAt('2026-11-03T10:00:00.000Z', lamp());
  await insert({ ...wrong, payment: { ...wrong.payment, capturedCents: wrong.totalCents - 1 } });
  expect(await salesReport(await root(), inNovember)).toMatchObject({
    ...{ total: { net: 2_644 }, ledgerTotal: 2_643, agrees: false },
  });
});

test('C51 a refund of zero adds no row', async () => {
  const begunAt = new Date('2026-11-05T00:00:00.000Z');
  const empty = {
    ...{ id: 'r', kind: 'refund' as const, lines: [{ line: 0, quantity: 1, open: 0, amountCents: 0 }], restock: false },
    ...{ shippingCents: 0, extraCents: 0, taxCents: 0, amountCents: 0, reason: '', byUid: 'root' },
    ...{ begunAt, doneAt: begunAt, step: 'done' as const },
  };
  await insert({ ...paidAt('2026-11-03T10:00:00.000Z', lamp()), refunds: [empty] });
  const { rows } = await salesReport(await root(), inNovember);
  expect(rows.map(({ period }) => period)).toEqual(['2026-11-03']);
});

test('C51 reports a line that costs less than its pieces as a discount', async () => {
  const order = paidAt('2026-11-03T10:00:00.000Z', lamp());
  const cheaper = 1_500;
  const lines = order.lines.map((line) => ({ ...line, totalCents: cheaper }));
  const totalCents = order.totalCents - 500;
  await insert({ ...order, lines, totalCents, payment: { ...order.payment, capturedCents: totalCents } });
  expect(await salesReport(await root(), inNovember)).toMatchObject({
    ...{ total: { goods: 2_000, discounts: 500, net: totalCents }, agrees: true },
  });
});

test('C51 ranks best sellers by pieces over all days, without cancelled orders, under their latest name', async () => {
  const [mug, shoe] = [new ObjectId(), new ObjectId()];
  const of = (productId: ObjectId | null, name: string, quantity: number, capturedAt: string) => {
    const order = buildOrder({ lines: [[1_000, quantity]] });
    return paidAt(capturedAt, { ...order, lines: order.lines.map((line) => ({ ...line, productId, name })) });
  };
  await insert(
    of(mug, 'Mug', 2, '2026-09-10T10:00:00.000Z'),
    of(mug, 'Mug, large', 2, '2026-11-10T10:00:00.000Z'),
    of(shoe, 'Shoe', 3, '2026-11-10T10:00:00.000Z'),
    of(null, 'Lamp', 1, '2026-11-10T10:00:00.000Z'),
    { ...of(shoe, 'Shoe', 9, '2026-11-10T10:00:00.000Z'), status: 'cancelled' },
  );
  const { bestSellers } = await salesReport(await root(), { ...inNovember, from: '2026-09-01' });
  expect(bestSellers.map(({ id, name, sold }) => [id, name, sold])).toEqual([
    [mug.toHexString(), 'Mug, large', 4],
    [shoe.toHexString(), 'Shoe', 3],
    ['lamp-0', 'Lamp', 1],
  ]);
});

describe('salesReport', () => {
  test.each([
    ['from', { from: '2026-13-01' }],
    ['from', { from: '2026-02-30' }],
    ['from', { from: '20261101' }],
    ['from', { from: '' }],
    ['to', { to: '2026-11-1' }],
    ['to', { to: '2026-10-31' }],
    ['to', { from: '2024-11-28' }],
    ['to', { by: 'MONTH', from: '2016-11-01' }],
  ])('refuses on %s: %j', async (field, changes) => {
    const report = salesReport(await root(), { ...inNovember, ...changes });
    await expect(report).rejects.toThrow(BadInputError);
    await expect(report).rejects.toMatchObject({ field });
  });

  test('accepts two years by day and ten years by month', async () => {
    expect(await salesReport(await root(), { ...inNovember, from: '2024-11-29' })).toMatchObject({ rows: [] });
    const years = { from: '2016-11-30', to: '2026-11-30', by: 'MONTH' };
    expect(await salesReport(await root(), years)).toMatchObject({ rows: [], agrees: true });
  });

  test('refuses a user who is not an admin', async () => {
    await expect(salesReport(await asUser(database.repositories, 'anna'), inNovember)).rejects.toThrow(ForbiddenError);
  });
});

testOfPlans('C51 the filters of a report examine no order of other days, because each has an index', async () => {
  await insert(...Array.from({ length: 50 }, () => paidAt('2026-01-03T10:00:00.000Z', lamp())));
  const filters = [
    { 'payment.capturedAt': { $gt: new Date('2026-10-31'), $lt: new Date('2026-12-01') } },
    { refunds: { $elemMatch: { doneAt: { $gt: new Date('2026-10-31'), $lt: new Date('2026-12-01') } } } },
    { disputes: { $elemMatch: { takenAt: { $gt: new Date('2026-10-31'), $lt: new Date('2026-12-01') } } } },
    { disputes: { $elemMatch: { closedAt: { $gt: new Date('2026-10-31'), $lt: new Date('2026-12-01') } } } },
  ];
  for (const filter of filters) {
    const plan = await database.db.collection('orders').find(filter).explain('executionStats');
    expect(plan).toMatchObject({ executionStats: { totalDocsExamined: 0, totalKeysExamined: 0 } });
  }
});
