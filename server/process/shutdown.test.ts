import { connect } from 'node:net';
import { readEnvironment } from '../env';
import { createLogger } from '../http/logging';
import { countedProduct, readyGuest } from '../testing/buyer';
import { MailServer } from '../testing/mailServer';
import { silentLog } from '../testing/silentLog';
import { createCaller } from '../testing/startTestServer';
import { uriWithDatabase } from '../testing/uriWithDatabase';
import { useTestDatabase } from '../testing/useTestDatabase';
import { serveShop } from './serveShop';
import { startSweeper } from './startSweeper';

const database = useTestDatabase();
/** What lifetime.ts allows and room for a busy machine; the grace periods one after the other take 6.5 s. */
const limitMs = 5_700;

/** A request whose body does not arrive. */
async function beginRequest(url: string) {
  const { host, hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).resume();
  const type = 'Content-Type: application/json\r\nContent-Length: 99';
  await new Promise<void>((resolve) => {
    socket.write(`POST /graphql HTTP/1.1\r\nHost: ${host}\r\n${type}\r\n\r\n{`, () => resolve());
  });
  return socket;
}

test('a shutdown is over in time while a request and a mail are in progress', async () => {
  const mailServer = new MailServer();
  const sending = new Promise<() => void>((resolve) => {
    mailServer.onReceived = () => new Promise((answer) => resolve(answer));
  });
  const mailPort = await mailServer.start();
  const shop = await serveShop({
    environment: readEnvironment({
      ...{ PORT: '0', DEMO_DATA: 'off', MAIL_FROM: 'Kiosk <orders@shop.example>' },
      SMTP_URL: `smtp://127.0.0.1:${mailPort}/?tls.rejectUnauthorized=false`,
    } as unknown as NodeJS.ProcessEnv),
    mongodbUri: uriWithDatabase(database.uri, database.databaseName),
    emulatorHost: '127.0.0.1:1',
    log: createLogger('silent'),
  });
  await shop.ready();
  const { guest, checkout } = await readyGuest(createCaller(shop.url), (await countedProduct(database, 1)).slug);
  await guest.pay(await guest.submit(checkout));
  await guest.call('confirmPayment', { id: checkout.id });
  const answer = await sending;
  const socket = await beginRequest(shop.url);
  const startedAt = performance.now();
  await shop.stop();
  const tookMs = performance.now() - startedAt;
  socket.destroy();
  answer();
  await mailServer.stop();
  expect(tookMs).toBeLessThan(limitMs);
}, 60_000);

test('a sweep starts no further step once it is stopped', async () => {
  jest.useFakeTimers();
  try {
    const steps: string[] = [];
    let answer: (due: []) => void = () => undefined;
    const notices = () => {
      steps.push('notices');
      return new Promise<[]>((resolve) => (answer = resolve));
    };
    const checkouts = () => {
      steps.push('checkouts');
      return Promise.resolve([]);
    };
    const repositories = { paymentNotices: { findDue: notices }, checkouts: { findDue: checkouts } };
    const provider = { name: 'none', isOffline: false };
    const deps = { ...{ repositories, provider, log: silentLog }, now: () => new Date(), databaseReady: () => true };
    const stop = startSweeper(deps as unknown as Parameters<typeof startSweeper>[0]);
    await jest.advanceTimersByTimeAsync(8_000);
    const stopped = stop();
    answer([]);
    await stopped;
    expect(steps).toEqual(['notices']);
  } finally {
    jest.useRealTimers();
  }
});
