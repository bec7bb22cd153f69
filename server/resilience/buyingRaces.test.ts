import { createSaga } from '../checkout/createSaga';
import { driveCheckout } from '../checkout/driveCheckout';
import type { SagaDeps } from '../checkout/sagaDeps';
import { sweepCheckouts } from '../checkout/sweepCheckouts';
import { capturePayments } from '../orders/capturePayments';
import { amountOf } from '../testing/amountOf';
import { Buyer, type CheckoutView } from '../testing/buyer';
import { must } from '../testing/principals';
import { expectPurchasesInOrder, readPurchases, sweepUntilOver } from '../testing/purchaseJudge';
import { silentLog } from '../testing/silentLog';
import {
  adding,
  createProduct,
  registerPerson,
  startTwoHosts,
  type RegisteredPerson,
  type TwoHosts,
} from '../testing/twoHosts';

const limitMs = 600_000;
const rounds = amountOf({ few: 2, usual: 5, long: 50 });
const buyers = 64;
const pieces = 50;

let two: TwoHosts;
let seller: RegisteredPerson;
let people = 0;
const delivered = new Map<string, number>();

beforeAll(async () => {
  two = await startTwoHosts({ RATE_LIMIT_WRITES: '100000', RATE_LIMIT_READS: '100000' });
  seller = await registerPerson(two, two.hosts[0], 'seller@kiosk.test');
}, limitMs);
afterAll(() => two.stop(), limitMs);

const counting = 'mutation ($input: AdjustStockInput!) { adjustStock(input: $input) { stockLevel { id } } }';

async function newProduct(count: number): Promise<string> {
  const { id, slug } = await createProduct(two.hosts[0], { name: 'Arc reading lamp', price: 84 }, seller);
  await must(two.hosts[0], counting, { input: { id, count, reason: 'DELIVERY' } }, seller.idToken);
  delivered.set(id, count);
  return slug;
}

const hostOf = (number: number) => two.hosts[number % 2] ?? two.hosts[0];

/** Each guest has its own client address, because limits per client are not tested here. */
function newGuest(): Buyer {
  people += 1;
  return new Buyer(hostOf(people), { from: `203.0.${people >> 8}.${people & 255}` });
}

/** A third process, which sweeps and processes notices. */
function thirdProcess(): SagaDeps {
  const { repositories } = two.database;
  const now = () => new Date();
  return { ...createSaga({ repositories, publicUrl: () => two.balancer.url, now }), repositories, now, log: silentLog };
}

/** Submits through both hosts concurrently. */
async function submitTwice(buyer: Buyer, checkout: CheckoutView): Promise<CheckoutView> {
  await Promise.allSettled(two.hosts.map((host) => buyer.by(host).submit(checkout)));
  return buyer.call('confirmPayment', { id: checkout.id });
}

/** Polls until the checkout is decided, because another host may be processing it. */
async function decided(buyer: Buyer, id: string): Promise<CheckoutView> {
  for (;;) {
    const checkout = await buyer.call('confirmPayment', { id });
    if (checkout.status !== 'PAYING') return checkout;
  }
}

async function judge(): Promise<void> {
  await sweepUntilOver(two.database.repositories, two.balancer.url);
  await expectPurchasesInOrder(two.database.db, delivered);
}

const ordersOf = async (ids: readonly string[]) =>
  (await readPurchases(two.database.db)).orders.filter(({ checkout }) => ids.includes(checkout));

test(
  `C05 C25 ${buyers} buyers submit twice through two hosts for ${pieces} pieces: ${pieces} are sold`,
  async () => {
    const slug = await newProduct(pieces);
    const ready = await Promise.all(
      Array.from({ length: buyers }, async () => {
        const guest = newGuest();
        return { guest, checkout: await guest.begin({ slug }) };
      }),
    );
    const statuses = await Promise.all(
      ready.map(async ({ guest, checkout }) => {
        const submitted = await submitTwice(guest, checkout);
        if (submitted.status !== 'PAYING') return submitted.status;
        await guest.pay(submitted);
        return (await decided(guest, checkout.id)).status;
      }),
    );
    expect(statuses.filter((status) => status === 'PLACED')).toHaveLength(pieces);
    expect(await ordersOf(ready.map(({ checkout }) => checkout.id))).toHaveLength(pieces);
    await judge();
  },
  limitMs,
);

test(
  'C18 two tabs submit one cart at once through two hosts: one order and an empty cart',
  async () => {
    const slug = await newProduct(100);
    for (let round = 0; round < rounds; round += 1) {
      people += 1;
      const { idToken } = await registerPerson(two, two.hosts[0], `cart-${people}@kiosk.test`);
      for (let entry = 0; entry < 2; entry += 1) await must(two.hosts[0], adding, { slug }, idToken);
      const tabs = two.hosts.map((host) => new Buyer(host, { idToken }));
      const checkouts = await Promise.all(tabs.map((tab) => tab.begin({})));
      await Promise.allSettled(tabs.map((tab, index) => tab.submit(checkouts[index] as CheckoutView)));
      const paid = await Promise.all(
        tabs.map(async (tab, index) => {
          const checkout = await tab.call('confirmPayment', { id: checkouts[index]?.id });
          if (checkout.status !== 'PAYING') return false;
          await tab.pay(checkout);
          return (await decided(tab, checkout.id)).status === 'PLACED';
        }),
      );
      expect(paid.filter(Boolean)).toHaveLength(1);
      expect(await must(two.hosts[0], '{ cart { slug } }', {}, idToken)).toEqual({ cart: [] });
    }
    await judge();
  },
  limitMs,
);

test.each([
  ['twice', '4000000000010035'],
  ['before the card is answered', '4000000000010043'],
])(
  'C18 C23 concurrent buyer return, sweeper and a notice that comes %s create one order and one payment',
  async (_, card) => {
    const slug = await newProduct(100);
    for (let round = 0; round < rounds; round += 1) {
      const guest = newGuest();
      const submitted = await guest.submit(await guest.begin({ slug }));
      const { id } = submitted;
      await Promise.all([
        guest.pay(submitted, card),
        ...two.hosts.map((host) => guest.by(host).call('confirmPayment', { id })),
        driveCheckout(thirdProcess(), id),
        sweepCheckouts(thirdProcess()),
      ]);
      expect((await decided(guest, id)).status).toBe('PLACED');
      expect(await ordersOf([id])).toHaveLength(1);
    }
    await judge();
  },
  limitMs,
);

test(
  'C23 C24 a purchase whose notice comes before the card is answered is placed without the browser, once',
  async () => {
    const guest = newGuest();
    const submitted = await guest.submit(await guest.begin({ slug: await newProduct(1) }));
    expect((await guest.pay(submitted, '4000000000010043')).json).toMatchObject({ result: 'AUTHORIZED' });
    const query = 'query ($id: ID!) { checkout(id: $id) { status orderNumber } }';
    const read = async () => (await guest.ask<{ checkout: CheckoutView }>(query, { id: submitted.id })).checkout;
    let checkout = await read();
    while (checkout.status === 'PAYING') checkout = await read();
    expect(checkout).toEqual({ status: 'PLACED', orderNumber: expect.any(String) as string });
    expect(await guest.call('confirmPayment', { id: submitted.id })).toMatchObject(checkout);
    expect(await ordersOf([submitted.id])).toHaveLength(1);
    await judge();
  },
  limitMs,
);

test(
  'C21 C24 a cancellation concurrent with the payment ends in an order or charges nothing',
  async () => {
    const slug = await newProduct(100);
    for (let round = 0; round < 2 * rounds; round += 1) {
      const guest = newGuest();
      const submitted = await guest.submit(await guest.begin({ slug }));
      const { id } = submitted;
      if (round % 2 === 0) await guest.pay(submitted);
      await Promise.allSettled([
        guest.by(two.hosts[0]).call('cancelCheckout', { id }),
        guest.by(two.hosts[1]).call('confirmPayment', { id }),
        ...(round % 2 === 0 ? [] : [guest.pay(submitted)]),
        driveCheckout(thirdProcess(), id),
      ]);
      const { status } = await decided(guest, id);
      expect(['PLACED', 'CANCELLED']).toContain(status);
      expect(await ordersOf([id])).toHaveLength(status === 'PLACED' ? 1 : 0);
    }
    await judge();
  },
  limitMs,
);

test(
  'concurrent captures by several processes take the money of each order once',
  async () => {
    const slug = await newProduct(100);
    const ids: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const guest = newGuest();
      const submitted = await guest.submit(await guest.begin({ slug }));
      await guest.pay(submitted);
      await decided(guest, submitted.id);
      ids.push(submitted.id);
    }
    const later = () => new Date(Date.now() + 11 * 60_000);
    const capture = (deps: SagaDeps) => capturePayments({ ...deps, now: later });
    await Promise.all([capture(thirdProcess()), capture(thirdProcess()), capture(thirdProcess())]);
    const { orders, payments } = await readPurchases(two.database.db);
    for (const { checkout, totalCents, payment } of orders.filter((order) => ids.includes(order.checkout))) {
      expect(payment).toMatchObject({ status: 'paid', capturedCents: totalCents });
      expect(payments.filter((each) => each.checkout === checkout).map((each) => each.capturedCents)).toEqual([
        totalCents,
      ]);
    }
    await judge();
  },
  limitMs,
);
