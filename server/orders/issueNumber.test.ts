import { createRepositories } from '../collections/repositories';
import { amountOf } from '../testing/amountOf';
import { buildOrder } from '../testing/buildOrder';
import { faulty, InjectedFault } from '../testing/faulty';
import { Pause, pausing } from '../testing/pausing';
import { expectPapersInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { silentLog } from '../testing/silentLog';
import { useTestDatabase } from '../testing/useTestDatabase';
import { refundOrder } from '../shopOrders/refundOrder';
import { captureOrder } from './capturePayments';
import { tryDriveOrder } from './driveOrder';
import { tryToEnd } from './endOrder';
import { issueNumber } from './issueNumber';
import type { OrderDocument } from './orderDocument';
import type { OrderDeps } from './orderDeps';
import { formatCreditNoteNumber, formatInvoiceNumber } from './documentNumbers';

const limitMs = 900_000;
const minute = 60_000;
const database = useTestDatabase();
/** 1,000 captures with KIOSK_LONG, as row C48 requires. */
const atOnce = amountOf({ few: 12, usual: 40, long: 1_000 });

/** Another process of the shop. */
const processOf = (scene: ShopScene): OrderDeps => ({
  ...scene.deps(),
  repositories: createRepositories(database.db),
});

async function capture(deps: OrderDeps, number: string): Promise<void> {
  const { repositories, provider, now } = deps;
  const order = await repositories.orders.find(number);
  if (!order || order.payment.status === 'paid') return;
  const captured = await captureOrder({ orders: repositories.orders, provider, now }, order);
  if (captured) await tryDriveOrder(deps, captured);
}

test(
  `C48 ${atOnce} concurrent captures, then refunds and cancellations, get numbers without gaps`,
  async () => {
    const scene = new ShopScene(database);
    const numbers: string[] = [];
    for (let index = 0; index < atOnce; index += 1) numbers.push(await scene.place([1]));
    scene.shop.wait(11 * minute);
    const processes = [processOf(scene), processOf(scene), processOf(scene)];
    // Two of the processes capture each order.
    await Promise.all(
      numbers.flatMap((number, index) =>
        [index, index + 1].map((at) => capture(processes[at % processes.length] as OrderDeps, number)),
      ),
    );
    await scene.sweepLater();
    await expectPapersInOrder(database.db);
    await Promise.all(
      numbers.map(async (number, index) => {
        const deps = processes[index % processes.length] as OrderDeps;
        const order = (await deps.repositories.orders.find(number)) as OrderDocument;
        if (index % 2 === 0) await tryToEnd(deps, order, 'cancel');
        else await refundOrder(await scene.admin(), { number, amount: 100 });
      }),
    );
    await scene.sweepLater();
    await expectPapersInOrder(database.db);
    expect(await database.repositories.paperNumbers.findLast('creditNotes')).toMatchObject({ last: atOnce });
  },
  limitMs,
);

type Wrap = <T extends object>(real: T) => T;

function wrapped(deps: OrderDeps, wrap: Wrap): OrderDeps {
  const { orders, paperNumbers, shopSettings } = database.repositories;
  const wraps = { orders: wrap(orders), paperNumbers: wrap(paperNumbers), shopSettings: wrap(shopSettings) };
  return { ...deps, repositories: { ...deps.repositories, ...wraps } };
}

/** An order that was captured, with nothing else done. */
const newPaid = async (_id: string): Promise<OrderDocument> => {
  const order = buildOrder({ lines: [[1_000, 1]] }, { _id, checkout: _id, dueAt: new Date() });
  await database.repositories.orders.insertPlaced(order);
  return order;
};

const numbersOf = async (): Promise<Record<string, number | undefined>> => {
  const orders = await database.db.collection<OrderDocument>('orders').find().toArray();
  return Object.fromEntries(orders.map(({ _id, invoice }) => [_id, invoice?.number]));
};

test(
  'C48 a process that crashes at any call leaves no gap in the numbers',
  async () => {
    let ended = 0;
    for (let at = 0; at < 40; at += 1) {
      await database.clear();
      const scene = new ShopScene(database);
      const deps = scene.deps();
      await tryDriveOrder(deps, await newPaid('K-0000-0001'));
      const second = await newPaid('K-0000-0002');
      let call = -1;
      const dying = { ...wrapped(deps, (real) => faulty(real, () => (call += 1) === at)), log: silentLog };
      await tryDriveOrder(dying, second).catch((error: unknown) => {
        if (!(error instanceof InjectedFault)) throw error;
      });
      // The third order is numbered before the second one is resumed.
      await tryDriveOrder(deps, await newPaid('K-0000-0003'));
      const given = Object.values(await numbersOf()).filter((number) => number !== undefined);
      expect(given.sort()).toEqual(given.map((_, index) => index + 1));
      await scene.sweepLater();
      await expectPapersInOrder(database.db);
      expect((await database.repositories.orders.findDue(new Date('9999-12-31'), 9)).length).toBe(0);
      if (call < at) break;
      ended += 1;
    }
    expect(ended).toBeGreaterThan(8);
    expect(ended).toBeLessThan(40);
  },
  limitMs,
);

test(
  'C48 a process paused before any call changes no number after others numbered its order',
  async () => {
    let paused = 0;
    for (let at = 1; at < 40; at += 1) {
      await database.clear();
      const scene = new ShopScene(database);
      const deps = scene.deps();
      await tryDriveOrder(deps, await newPaid('K-0000-0001'));
      const second = await newPaid('K-0000-0002');
      const pause = new Pause(at);
      const work = tryDriveOrder(
        wrapped(deps, (real) => pausing(real, pause.before)),
        second,
      );
      if (!(await pause.isReachedBy(work))) break;
      paused += 1;
      await tryDriveOrder(deps, second);
      await tryDriveOrder(deps, await newPaid('K-0000-0003'));
      const before = await numbersOf();
      pause.resume();
      await work;
      expect(await numbersOf()).toEqual(before);
      await expectPapersInOrder(database.db);
    }
    expect(paused).toBeGreaterThan(4);
    expect(paused).toBeLessThan(39);
  },
  limitMs,
);

test('C48 numbers a paid order once, an unpaid one never, and keeps the seller as of the issue', async () => {
  const scene = new ShopScene(database);
  const deps = scene.deps();
  const number = await scene.place([1]);
  expect(await issueNumber(deps, 'invoices', { order: number, refund: null })).toBeNull();
  scene.shop.wait(11 * minute);
  await scene.capture();
  const { invoice } = await scene.order(number);
  expect(invoice).toMatchObject({ number: 1, seller: { name: 'Kiosk Inc.', postalCode: '95113' } });
  const { shopSettings } = database.repositories;
  const { seller } = await shopSettings.get();
  await shopSettings.replace({ ...seller, name: 'Another Inc.', version: seller.version + 1 });
  await scene.capture();
  await scene.sweepLater();
  expect((await scene.order(number)).invoice).toEqual(invoice);
  expect(await issueNumber(deps, 'invoices', { order: number, refund: null })).toBeNull();
  await scene.placePaid([1]);
  await expectPapersInOrder(database.db);
});

test('C48 after a restore numbers continue where the lost papers ended, also for an order that had drawn one', async () => {
  const scene = new ShopScene(database);
  const deps = scene.deps();
  const { paperNumbers } = database.repositories;
  await tryDriveOrder(deps, await newPaid('K-0000-0001'));
  // The backup was made between the two writes of a number.
  const drawn = { holder: { order: 'K-0000-0002', refund: null }, at: new Date() };
  await paperNumbers.give('invoices', await paperNumbers.findLast('invoices'), drawn);
  expect(await paperNumbers.continueAt('invoices', 10)).toBe(10);
  expect(await paperNumbers.continueAt('creditNotes', 4)).toBe(4);
  for (const id of ['K-0000-0003', 'K-0000-0002']) await tryDriveOrder(deps, await newPaid(id));
  expect(await numbersOf()).toEqual({ 'K-0000-0001': 1, 'K-0000-0003': 10, 'K-0000-0002': 11 });
  expect(await paperNumbers.continueAt('invoices', 5)).toBe(12);
  expect(await paperNumbers.findLast('creditNotes')).toMatchObject({ last: 3, holder: null });
});

test('C48 shows a number with its year and at least six digits, counting on over the years', () => {
  const issued = { number: 127, issuedAt: new Date('2026-12-31T23:59:59.999Z') };
  expect([formatInvoiceNumber(issued), formatCreditNoteNumber(issued)]).toEqual(['2026-000127', 'CN-2026-000127']);
  expect(formatInvoiceNumber({ number: 1_234_567, issuedAt: new Date('2027-01-01T00:00:00.000Z') })).toBe(
    '2027-1234567',
  );
});
