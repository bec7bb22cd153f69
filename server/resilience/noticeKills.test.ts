import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createSaga } from '../checkout/createSaga';
import { sweepNotices } from '../notices/sweepNotices';
import { NoticeSender } from '../testing/noticeSender';
import { SagaShop } from '../testing/sagaShop';
import { silentLog } from '../testing/silentLog';
import { createCaller } from '../testing/startTestServer';
import { useTestDatabase } from '../testing/useTestDatabase';
import { useWorkerProgram } from '../testing/workerProgram';

const database = useTestDatabase();
const program = useWorkerProgram('noticeWorker');
let worker: ChildProcess;

afterAll(() => worker.kill('SIGKILL'));

test('C57 after kill -9 between storing and processing a notice, another process completes it', async () => {
  const { repositories, db, uri: databaseUri, databaseName } = database;
  const shop = new SagaShop(repositories);
  const product = await shop.product(1);
  const id = await shop.submit([{ productId: product, quantity: 1 }]);
  await shop.drive('buyer', id);
  await shop.pay(id);
  const paymentId = `${id}:1`;
  worker = spawn(process.execPath, [program, JSON.stringify({ databaseUri, databaseName })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(worker, 'exit');
  if (!worker.stdout) throw new Error('It prints its port.');
  const [line] = (await once(createInterface({ input: worker.stdout }), 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  const sender = new NoticeSender({ ...createCaller(`http://127.0.0.1:${port}`), repositories, db });
  await sender.learnSecret();
  expect((await sender.send('one', paymentId)).status).toBe(200);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(await sender.find('one')).toMatchObject({ status: 'WAITING', tries: 0 });
  await shop.require(id, 'PAYING');
  const later = () => new Date(Date.now() + 60_000);
  const saga = createSaga({ repositories, publicUrl: () => '', now: later });
  const deps = { ...saga, repositories, now: later, log: silentLog };
  await Promise.all([sweepNotices(deps), sweepNotices({ ...deps, owner: 'another' })]);
  expect(await sender.find('one')).toMatchObject({ status: 'DONE', paymentId, tries: 1, deliveries: 1 });
  await shop.require(id, 'PLACED');
  expect(await db.collection('orders').countDocuments({ checkout: id })).toBe(1);
  expect(await repositories.stock.find(product)).toMatchObject({ onHand: 0, available: 0, holds: [] });
}, 120_000);
