import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createSaga } from '../checkout/createSaga';
import type { PaymentSettings } from '../env';
import { sweepNotices } from '../notices/sweepNotices';
import { NoticeSender, type NoticeTarget } from '../testing/noticeSender';
import type { PlayProvider } from '../testing/playedProvider';
import { SagaShop } from '../testing/sagaShop';
import { silentLog } from '../testing/silentLog';
import { createCaller } from '../testing/startTestServer';
import { playStripe } from '../testing/stripe/playStripe';
import { withStripeFakes } from '../testing/stripe/programs';
import { StripeNoticeSender } from '../testing/stripe/stripeNoticeSender';
import { useTestDatabase } from '../testing/useTestDatabase';
import { useStripeFakes } from '../testing/stripe/useStripeFakes';
import { useWorkerProgram } from '../testing/workerProgram';

const database = useTestDatabase();
const program = useWorkerProgram('noticeWorker');
const fakes = withStripeFakes('whether a notice of Stripe is handled after kill -9');
let worker: ChildProcess | undefined;

afterEach(() => worker?.kill('SIGKILL'));

interface Side {
  readonly payments: PaymentSettings;
  readonly play?: PlayProvider;
  readonly senderTo: (target: NoticeTarget) => NoticeSender;
}

async function killBeforeProcessing({ payments, play, senderTo }: Side): Promise<void> {
  const { repositories, db, uri: databaseUri, databaseName } = database;
  const shop = new SagaShop(repositories, undefined, play);
  const product = await shop.product(1);
  const id = await shop.submit([{ productId: product, quantity: 1 }]);
  await shop.drive('buyer', id);
  await shop.pay(id);
  const paymentId = `${id}:1`;
  const { providerId = '' } = (await shop.provider.findState(paymentId)) ?? {};
  const started = spawn(process.execPath, [program, JSON.stringify({ databaseUri, databaseName, payments })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  worker = started;
  const ended = once(started, 'exit');
  const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  const sender = senderTo({ ...createCaller(`http://127.0.0.1:${port}`), repositories, db });
  await sender.learnSecret();
  expect((await sender.send('one', providerId)).status).toBe(200);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(await sender.find('one')).toMatchObject({ status: 'WAITING', tries: 0 });
  await shop.require(id, 'PAYING');
  const later = () => new Date(Date.now() + 60_000);
  const saga = createSaga({ repositories, publicUrl: () => '', now: later, payments });
  const deps = { ...saga, repositories, now: later, log: silentLog };
  await Promise.all([sweepNotices(deps), sweepNotices({ ...deps, owner: 'another' })]);
  expect(await sender.find('one')).toMatchObject({ status: 'DONE', paymentId, tries: 1, deliveries: 1 });
  await shop.require(id, 'PLACED');
  expect(await db.collection('orders').countDocuments({ checkout: id })).toBe(1);
  expect(await repositories.stock.find(product)).toMatchObject({ onHand: 0, available: 0, holds: [] });
}

test('C57 after kill -9 between storing and processing a notice, another process completes it', async () => {
  await killBeforeProcessing({ payments: { name: 'test' }, senderTo: (target) => new NoticeSender(target) });
}, 120_000);

fakes.describe('with Stripe', () => {
  const there = useStripeFakes();

  test('C57 after kill -9 between storing and processing a notice, another process completes it', async () => {
    await killBeforeProcessing({
      payments: there.settings,
      play: (repositories, now) => playStripe(there, repositories, now),
      senderTo: (target) => new StripeNoticeSender(target, there.settings),
    });
    expect(there.proxy.refusals).toEqual([]);
  }, 120_000);
});
