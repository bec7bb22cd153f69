import { createSaga } from '../checkout/createSaga';
import { buildProduct } from '../testing/builders';
import { asAdmin, asAnonymous } from '../testing/contexts';
import { expectPapersInOrder } from '../testing/purchaseJudge';
import { silentLog } from '../testing/silentLog';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { undoableUntil } from '../orders/endOrder';
import { netCents } from '../orders/ledger';
import type { OrderDocument } from '../orders/orderDocument';
import { reconcileDay } from '../reconciliation/reconcileDay';
import { dayAt, dayBefore } from '../reconciliation/reconciledDay';
import type { TestPaymentDocument } from '../payments/testPayments.repository';
import { listProducts } from '../products/listProducts';
import { salesReport } from '../reports/salesReport';
import { capturePayment } from '../shopOrders/capturePayment';
import { createFulfillment } from '../shopOrders/createFulfillment';
import { refundOrder } from '../shopOrders/refundOrder';
import type { StockDocument } from '../stock/stock.repository';
import type { StoredMovement } from '../stock/stockMovements';
import { insertDemoShop, type DemoShopDeps } from './insertDemoShop';

let database: TestDatabase;
let deps: DemoShopDeps;
beforeAll(async () => {
  database = await startTestDatabase();
  const person = (uid: string) => ({ uid, email: `${uid}@kiosk.test`, name: `Demo ${uid}` });
  deps = {
    repositories: database.repositories,
    people: { admin: person('admin'), shopper: person('shopper'), other: person('other') },
    log: silentLog,
    now: new Date('2026-03-01T12:00:00.000Z'),
  };
});
afterAll(() => database.stop());

describe('a new demo shop', () => {
  const ordersOf = () => database.db.collection<OrderDocument>('orders').find().sort({ createdAt: 1 }).toArray();

  beforeAll(() => insertDemoShop(deps));

  test('C48 gives captured payments an invoice of their date, and refunds a credit note', async () => {
    await expectPapersInOrder(database.db);
    const found = (await ordersOf()).filter(({ invoice }) => invoice !== undefined);
    expect(found.length).toBeGreaterThan(10);
    for (const { invoice, payment } of found) expect(invoice?.issuedAt).toEqual(payment.capturedAt);
  });

  test('C51 has a day with negative net sales in the last 30 days, in every time zone', async () => {
    const moved = (await ordersOf()).flatMap(({ payment, refunds = [] }) => [
      { at: payment.capturedAt, cents: payment.capturedCents },
      ...refunds.map(({ doneAt, amountCents }) => ({ at: doneAt, cents: -amountCents })),
    ]);
    for (let hour = 0; hour < 24; hour += 1) {
      const dayOf = (at: Date) => Math.floor((at.getTime() + hour * 3_600_000) / 86_400_000);
      const netOfDay = new Map<number, number>();
      for (const { at, cents } of moved) {
        if (at && dayOf(deps.now) - dayOf(at) < 30) netOfDay.set(dayOf(at), (netOfDay.get(dayOf(at)) ?? 0) + cents);
      }
      expect(Math.min(...netOfDay.values())).toBeLessThan(-5000);
    }
  });

  test('C60 the days of the demo shop reconcile without differences', async () => {
    const { repositories, now, log } = deps;
    const provider = createSaga({ repositories, publicUrl: () => '' }).provider;
    const payments = await database.db.collection<TestPaymentDocument>('testPayments').find().toArray();
    // Days with refunds, and some others.
    const days = payments.flatMap(({ refunds }) => refunds.flatMap(({ madeAt }) => madeAt ?? [])).map(dayAt);
    let movements = 0;
    for (const day of [...days, dayBefore(dayAt(now)), dayAt(now)]) {
      const verdict = await reconcileDay({ repositories, provider, now: () => now, log }, day);
      expect(verdict).toMatchObject({ differences: [], providerCents: verdict.ordersCents });
      movements += verdict.movements;
    }
    expect(movements).toBeGreaterThan(5);
  });

  test('has orders in every state that lists and reports show', async () => {
    const orders = await ordersOf();
    const states = orders.map(({ status, payment }) => `${status} ${payment.status}`);
    expect(new Set(states)).toEqual(
      new Set([
        ...[
          'placed authorized',
          'placed paid',
          'placed failed',
          'partlyShipped paid',
          'shipped paid',
          'delivered paid',
        ],
        ...['cancelled refunded', 'cancelled voided', 'delivered partiallyRefunded', 'delivered refunded'],
      ]),
    );
    expect(orders.filter(({ attentionAt }) => attentionAt && attentionAt <= deps.now)).toHaveLength(1);
    const { saga } = asAnonymous(database.repositories);
    const undoable = orders.filter((order) => undoableUntil({ provider: saga.provider, now: () => deps.now }, order));
    expect(undoable.map(({ _id }) => _id)).toEqual(['K-D3M0-NZ02']);
  });

  test('has timelines in chronological order without future events', async () => {
    for (const { _id, timeline = [], refunds = [] } of await ordersOf()) {
      const times = timeline.map(({ at }) => at.getTime());
      expect([_id, times]).toEqual([_id, [...times].sort((one, other) => one - other)]);
      expect(Math.max(...times)).toBeLessThanOrEqual(deps.now.getTime());
      expect(refunds.every(({ doneAt }) => doneAt !== null && doneAt <= deps.now)).toBe(true);
    }
  });

  test('C51 has ledgers that equal the sales report', async () => {
    const root = await asAdmin(database.repositories, 'root');
    const report = await salesReport(root, { from: '2026-01-01', to: '2026-03-01', by: 'DAY' });
    const kept = (await ordersOf()).reduce((sum, order) => sum + netCents(order), 0);
    expect(report).toMatchObject({ agrees: true, ledgerTotal: kept, total: { net: kept } });
    expect(report.taxZones.map(({ name }) => name).sort()).toEqual(['California', 'Germany', 'New York', 'Washington']);
  });

  test('has less stock by its orders: the movements of each product sum to its pieces on hand', async () => {
    const stock = await database.db.collection<StockDocument>('stock').find().toArray();
    const movements = await database.db.collection<StoredMovement>('stockMovements').find().toArray();
    for (const { _id, onHand, available, movements: pending } of stock) {
      const own = movements.filter(({ productId }) => productId.equals(_id));
      expect([pending, own.reduce((sum, { delta }) => sum + delta, 0), available]).toEqual([[], onHand, onHand]);
    }
    for (const { _id, lines, status, refunds = [] } of await ordersOf()) {
      const back = refunds.flatMap((refund) => refund.lines).reduce((sum, { quantity }) => sum + quantity, 0);
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const kept = status === 'cancelled' ? 0 : pieces - back;
      const moved = movements.filter(({ order }) => order === _id).reduce((sum, { delta }) => sum - delta, 0);
      expect([_id, moved]).toEqual([_id, kept]);
    }
  });

  // The last one here, for it changes orders.
  test('has orders that the test provider knows: an admin can ship, refund and capture them', async () => {
    const root = await asAdmin(database.repositories, 'root', { now: () => deps.now });
    const shipped = await createFulfillment(root, { number: 'K-D3M0-JW10', lines: null, carrier: 'UPS' });
    expect(shipped.order).toMatchObject({ status: 'shipped' });
    const refund = { number: 'K-D3M0-BNZ4', amount: 500, reason: 'Late', restock: false };
    expect(await refundOrder(root, refund)).toMatchObject({
      payment: { status: 'partiallyRefunded', refundedCents: 500 },
    });
    const number = 'K-D3M0-NZ02';
    const afterUndo = new Date(deps.now.getTime() + 60 * 60_000);
    const later = await asAdmin(database.repositories, 'root', { now: () => afterUndo });
    expect(await database.repositories.orders.find(number)).toMatchObject({ payment: { status: 'authorized' } });
    const { payment, totalCents } = await capturePayment(later, { number });
    expect(payment).toMatchObject({ status: 'paid', capturedCents: totalCents });
  });
});

describe('filling', () => {
  beforeEach(() => database.clear());

  test('fills an empty shop once', async () => {
    expect(await insertDemoShop(deps)).toBe(true);
    const { users, products, orders, store } = database.repositories;
    expect([await users.countAll(), await products.countAll(), await orders.countAll()]).toEqual([3, 60, 22]);
    expect(await users.findByUid('admin')).toMatchObject({ role: 'admin', email: 'admin@kiosk.test' });
    expect(await users.findByUid('shopper')).toMatchObject({ role: 'user' });
    expect(await store.list.count({ ownerUid: 'shopper' }, 10)).toBe(2);
    const listing = await listProducts(asAnonymous(database.repositories), { sort: 'NEWEST', first: 4 });
    expect((await listing.page()).rows[0]).toMatchObject({ slug: 'stillwater-wireless-headphones', rating: 4.7 });
    expect((await listing.count()).count).toBeGreaterThanOrEqual(20);
    expect(await insertDemoShop(deps)).toBe(false);
  });

  test('finishes after a crash', async () => {
    let calls = 0;
    const insert: typeof deps.repositories.products.insert = (product) => {
      calls += 1;
      if (calls > 10) throw new Error('crash');
      return database.repositories.products.insert(product);
    };
    const repositories = { ...database.repositories, products: { ...database.repositories.products, insert } };
    await expect(insertDemoShop({ ...deps, repositories })).rejects.toThrow('crash');
    expect(await insertDemoShop(deps)).toBe(true);
    expect(await database.repositories.products.countAll()).toBe(60);
  });

  test('does not fill a shop that has products', async () => {
    await database.repositories.products.insert(buildProduct());
    expect(await insertDemoShop(deps)).toBe(false);
    expect(await database.repositories.users.countAll()).toBe(0);
  });

  test('completes orders at the next start after a crash without moving stock twice', async () => {
    const insertPlaced = () => Promise.reject(new Error('crash'));
    const repositories = { ...database.repositories, orders: { ...database.repositories.orders, insertPlaced } };
    await expect(insertDemoShop({ ...deps, repositories })).rejects.toThrow('crash');
    const count = () => database.db.collection('stockMovements').countDocuments({ order: { $ne: null } });
    expect(await insertDemoShop(deps)).toBe(true);
    const moved = await count();
    expect(await database.repositories.orders.countAll()).toBe(22);
    await database.db.collection('orders').deleteOne({ _id: 'K-D3M0-NZ02' as never });
    expect(await insertDemoShop(deps)).toBe(true);
    expect(await count()).toBe(moved);
  });

  test('adds no orders to a demo shop of an earlier version', async () => {
    await database.repositories.users.insertMany([
      { uid: 'admin', name: 'Demo', email: 'admin@kiosk.test', photoURL: '', createdAt: deps.now },
    ]);
    await database.repositories.orders.insert({
      ...{ _id: 'demo-order-7', buyerUid: 'shopper', totalCents: 100, status: 'placed', createdAt: deps.now },
      lines: [{ slug: 'lamp', name: 'Lamp', priceCents: 100, quantity: 1 }],
    });
    expect(await insertDemoShop(deps)).toBe(false);
    expect(await database.repositories.products.countAll()).toBe(0);
  });
});
