import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import type { PaymentProvider } from '../payments/provider';
import type { NoticeDeps } from './processNotice';
import { storeNotice } from './storeNotice';
import { sweepNotices } from './sweepNotices';

const database = useTestDatabase();
let scene: ShopScene;
beforeEach(() => {
  scene = new ShopScene(database);
});

const leaseMs = 10_000;
const dayMs = 24 * 3_600_000;

function partsWith(provider: Partial<PaymentProvider> = {}, owner = 'sweeper'): NoticeDeps {
  const { repositories } = database;
  return { ...scene.shop.deps(owner), repositories, provider: { ...scene.shop.bank, ...provider } };
}

const find = (id: string) => database.repositories.paymentNotices.find(`test:${id}`);

/** Stores a notice like a process that ends before handling it. */
async function store(id: string, providerId: string): Promise<void> {
  await storeNotice(partsWith(), 'test', { id, providerId, kind: 'payment.authorized' });
}

async function sweepAfter(ms: number, deps = partsWith()): Promise<void> {
  scene.shop.wait(ms);
  await sweepNotices(deps);
}

test('C57 another process handles a notice once the lease of the first one has expired, not before', async () => {
  const id = await scene.shop.submit([{ productId: await scene.shop.product(1), quantity: 1 }]);
  await scene.shop.drive('buyer', id);
  await scene.shop.pay(id);
  await store('one', `${id}:1`);
  await sweepAfter(leaseMs - 1);
  expect(await find('one')).toMatchObject({ status: 'WAITING', tries: 0 });
  await scene.shop.require(id, 'PAYING');
  await sweepAfter(1);
  expect(await find('one')).toMatchObject({ status: 'DONE', paymentId: `${id}:1`, tries: 1, dueAt: null });
  await scene.shop.require(id, 'PLACED');
});

test('C57 handles a notice that precedes its payment once the payment is known', async () => {
  const id = await scene.shop.submit([{ productId: await scene.shop.product(1), quantity: 1 }]);
  await store('early', `${id}:1`);
  await sweepAfter(leaseMs);
  expect(await find('early')).toMatchObject({ status: 'UNKNOWN', paymentId: null });
  await scene.shop.drive('buyer', id);
  await scene.shop.pay(id);
  await sweepAfter(2_000);
  expect(await find('early')).toMatchObject({ status: 'DONE' });
  await scene.shop.require(id, 'PLACED');
});

test('looks an unknown notice up again after growing pauses, for three days and no longer', async () => {
  await store('foreign', 'somebody-else');
  const { receivedAt } = (await find('foreign')) ?? {};
  const looks: number[] = [];
  let dueAt = (await find('foreign'))?.dueAt;
  while (dueAt) {
    await sweepAfter(dueAt.getTime() - scene.shop.now().getTime());
    looks.push(scene.shop.now().getTime());
    dueAt = (await find('foreign'))?.dueAt;
  }
  const pauses = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  const last = (looks.at(-1) ?? 0) - (receivedAt?.getTime() ?? 0);
  expect(last).toBeGreaterThan(2.5 * dayMs);
  expect(last).toBeLessThanOrEqual(3 * dayMs);
  expect(looks.length).toBeLessThan(25);
  expect(await find('foreign')).toMatchObject({ status: 'UNKNOWN', dueAt: null, tries: looks.length });
});

test('waits while the provider does not answer, and stores a reason without internal details', async () => {
  const number = await scene.place([1]);
  const { payment } = await scene.order(number);
  await store('late', payment.id);
  const away = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:443 sk_live_secret'));
  await sweepAfter(leaseMs, partsWith({ findPayment: away }));
  const waiting = await find('late');
  expect(waiting).toMatchObject({ status: 'WAITING', lastError: 'The payment provider does not answer.', tries: 1 });
  await sweepAfter(1_999);
  expect((await find('late'))?.tries).toBe(1);
  await sweepAfter(1);
  expect(await find('late')).toMatchObject({ status: 'DONE', lastError: null, tries: 2 });
});

test('a notice that keeps failing does not delay others', async () => {
  const number = await scene.place([1]);
  const { payment } = await scene.order(number);
  await store('broken', 'broken');
  await store('good', payment.id);
  const findPayment = (providerId: string) =>
    providerId === 'broken' ? Promise.reject(new Error('No.')) : scene.shop.bank.findPayment(providerId);
  await sweepAfter(leaseMs, partsWith({ findPayment }));
  expect(await find('good')).toMatchObject({ status: 'DONE' });
  expect(await find('broken')).toMatchObject({ status: 'WAITING' });
});

test('concurrent sweeps ask the provider once about each notice', async () => {
  const count = 120;
  for (let index = 0; index < count; index += 1) await store(`many-${index}`, `none-${index}`);
  scene.shop.wait(leaseMs);
  const asked: string[] = [];
  const findPayment = (providerId: string) => {
    asked.push(providerId);
    return Promise.resolve(null);
  };
  await Promise.all(['a', 'b', 'c', 'd'].map((owner) => sweepNotices(partsWith({ findPayment }, owner))));
  expect(asked).toHaveLength(count);
  expect(new Set(asked).size).toBe(count);
});

test('leaves notices of a provider that the shop no longer uses alone', async () => {
  await storeNotice(partsWith(), 'stripe', { id: 'evt_old', providerId: 'pi_1', kind: 'charge.refunded' });
  await sweepAfter(leaseMs);
  expect(await database.repositories.paymentNotices.find('stripe:evt_old')).toMatchObject({ tries: 0 });
});
