import { NoticeSender } from '../testing/noticeSender';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const reads = 30;
const forgedNotices = 30;
const notices = 5;
const rateLimits = { reads, writes: 0, tokens: 0, registrations: 0, forgedNotices, notices };

let server: TestServer;
let sender: NoticeSender;
beforeEach(async () => {
  server = await startTestServer({ settings: { rateLimits } });
  sender = new NoticeSender(server);
  await sender.learnSecret();
});
afterEach(() => server.stop());

const stored = () => server.db.collection('paymentNotices').countDocuments();

test('C57 rate-limits a flood of forged notices without refusing signed ones from the same address', async () => {
  const body = sender.bodyOf('evt_forged', 'x:1');
  const forged = Array.from({ length: 4 * forgedNotices }, () =>
    sender.post(body, sender.signatureOf(body, new Date(), 'no')),
  );
  const signed = Array.from({ length: notices }, (_, index) => sender.send(`evt_${index}`, 'x:1'));
  const statuses = (await Promise.all(forged)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(forgedNotices);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3 * forgedNotices);
  expect((await Promise.all(signed)).map(({ status }) => status)).toEqual(signed.map(() => 200));
  expect(await stored()).toBe(notices);
  expect((await server.call('GET', '/api/product')).status).toBe(200);
});

test('limits forged notices also where reads are not limited', async () => {
  await server.stop();
  server = await startTestServer({ settings: { rateLimits: { reads: 0, writes: 0, tokens: 0, registrations: 0 } } });
  sender = new NoticeSender(server);
  const body = sender.bodyOf('evt_forged', 'x:1');
  const statuses = new Set<number>();
  for (let sent = 0; sent <= 120; sent += 1) statuses.add((await sender.post(body, {})).status);
  expect([...statuses]).toEqual([400, 429]);
});

test('counts a large forged notice in proportion to its size', async () => {
  const body = sender.bodyOf('evt_forged', 'x'.repeat(60_000));
  const forged = Array.from({ length: forgedNotices }, () => sender.post(body, {}));
  const statuses = (await Promise.all(forged)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(Math.floor(forgedNotices / 8));
});

test('limits signed notices separately from reads', async () => {
  for (let read = 0; read <= reads; read += 1) await server.call('GET', '/api/product');
  expect((await server.call('GET', '/api/product')).status).toBe(429);
  const statuses: number[] = [];
  for (let sent = 0; sent < notices; sent += 1) statuses.push((await sender.send(`evt_${sent}`, 'x:1')).status);
  expect(statuses).toEqual(statuses.map(() => 200));
  const beyond = await sender.send('evt_beyond', 'x:1');
  expect(beyond.status).toBe(429);
  expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await stored()).toBe(notices);
});
