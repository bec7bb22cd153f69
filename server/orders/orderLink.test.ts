import { finishJobs } from '../collections/finishJobs';
import type { Context } from '../context';
import { UnavailableError } from '../errors';
import { Buyer, countedProduct } from '../testing/buyer';
import { asAnonymous } from '../testing/contexts';
import { placeOrder } from '../testing/placedOrder';
import { signUp } from '../testing/principals';
import { silentLog } from '../testing/silentLog';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { requestOrderLink, sendLink } from './orderLink';

let server: TestServer;
let slug: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ slug } = await countedProduct(server, 100));
});
afterAll(() => server.stop());

const sentence = 'If the order exists, we have sent you a link.';
const finding = 'mutation ($input: FindOrderInput!) { findOrder(input: $input) { message } }';
const email = 'anna@example.com';
const links = (order: string) => server.db.collection('outbox').find({ order, 'content.kind': 'ORDER_LINK' }).toArray();
const at = (now: Date): Pick<Context, 'repositories' | 'now'> => ({
  repositories: server.repositories,
  now: () => now,
});

test('C34 gives the same answer for a matching order, another e-mail and an unknown order', async () => {
  const number = await placeOrder(new Buyer(server), { slug });
  for (const input of [
    { number, email },
    { number, email: 'another@example.com' },
    { number: 'K-0000-0000', email },
  ])
    expect((await server.graphql(finding, { input })).json).toEqual({ data: { findOrder: { message: sentence } } });
  const { json } = await server.graphql(finding, { input: { number, email: 'nowhere' } });
  expect(json).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT', field: 'email' } }] });
});

test('C34 answers without waiting for the lookup, so that the response time reveals nothing', async () => {
  const never = new Promise<never>(() => undefined);
  const orders = { ...server.repositories.orders, find: () => never };
  const context = asAnonymous({ ...server.repositories, orders });
  expect(await requestOrderLink(context, { number: 'K-0000-0000', email })).toBe(sentence);
});

test('C34 sends the link only to the e-mail of the order, at most once within an hour', async () => {
  const number = await placeOrder(new Buyer(server), { slug });
  const noon = new Date('2096-03-01T12:58:00Z');
  const minutesLater = (minutes: number) => at(new Date(noon.getTime() + minutes * 60_000));
  await Promise.all(Array.from({ length: 5 }, () => sendLink(at(noon), number.toLowerCase(), email)));
  await sendLink(at(noon), number, 'another@example.com');
  expect(await links(number)).toMatchObject([{ recipient: email, order: number, buyerUid: null, status: 'PENDING' }]);
  // In the next hour of the clock, but less than an hour later.
  await sendLink(minutesLater(59), number, email);
  expect(await links(number)).toHaveLength(1);
  await Promise.all([sendLink(minutesLater(60), number, email), sendLink(minutesLater(60), number, email)]);
  expect(await links(number)).toHaveLength(2);
  await sendLink(at(noon), 'K-0000-0000', email);
  expect(await links('K-0000-0000')).toEqual([]);
});

test('C34 finds the order number typed with spaces and in lower case', async () => {
  const number = await placeOrder(new Buyer(server), { slug });
  await sendLink(at(new Date()), ` ${number.replaceAll('-', ' ').toLowerCase()} `, email);
  expect(await links(number)).toHaveLength(1);
});

test('C34 sends a new link at once after one has failed or was deleted', async () => {
  const number = await placeOrder(new Buyer(server), { slug });
  const outbox = server.db.collection<{ _id: string }>('outbox');
  const noon = at(new Date('2096-03-01T12:00:00Z'));
  await sendLink(noon, number, email);
  await outbox.updateOne({ _id: `ORDER_LINK:${number}:1` }, { $set: { status: 'FAILED' } });
  await sendLink(noon, number, email);
  expect((await links(number)).map(({ _id }) => String(_id))).toEqual([1, 2].map((n) => `ORDER_LINK:${number}:${n}`));
  await outbox.deleteMany({ order: number });
  await sendLink(noon, number, email);
  expect(await links(number)).toHaveLength(1);
});

test('C34 a requested link survives a crash after the answer and an outage of the outbox', async () => {
  const number = await placeOrder(new Buyer(server), { slug });
  const gone = () => Promise.reject(new Error('It does not answer.'));
  const outbox = { ...server.repositories.outbox, insert: gone };
  const context = asAnonymous({ ...server.repositories, outbox });
  for (const wanted of [number, 'K-0000-0000'])
    expect(await requestOrderLink(context, { number: wanted, email })).toBe(sentence);
  const { jobs } = server.repositories;
  // One job per request, whether the order exists or not.
  expect((await jobs.find(10)).filter((job) => job.kind === 'orderLink' && job.number === number)).toHaveLength(1);
  const identity = { disableAccount: () => Promise.resolve(null) };
  const deps = { repositories: server.repositories, identity, log: silentLog, now: () => new Date() };
  await Promise.all([finishJobs(deps), finishJobs(deps)]);
  expect(await links(number)).toHaveLength(1);
  expect(await jobs.find(10)).toEqual([]);
});

test('C34 refuses the request when it cannot be recorded', async () => {
  const jobs = { ...server.repositories.jobs, start: () => Promise.reject(new UnavailableError()) };
  const context = asAnonymous({ ...server.repositories, jobs });
  for (const number of ['K-0000-0000', await placeOrder(new Buyer(server), { slug })])
    await expect(requestOrderLink(context, { number, email })).rejects.toMatchObject({ status: 503 });
});

test('C34 also sends the link of a signed-in buyer’s order', async () => {
  const { token, uid } = await signUp(server, 'buyer');
  const number = await placeOrder(new Buyer(server, { idToken: token ?? '' }), { slug });
  await sendLink(at(new Date()), number, email);
  expect(await links(number)).toMatchObject([{ recipient: email, buyerUid: uid }]);
});

test('C34 rate-limits link requests like messages to the shop', async () => {
  const limited = await startTestServer({
    besides: server,
    settings: { rateLimits: { reads: 0, writes: 0, tokens: 0, registrations: 0, messages: 2 } },
  });
  try {
    const ask = async () => (await limited.graphql(finding, { input: { number: 'K-0000-0000', email } })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  } finally {
    await limited.stop();
  }
});
