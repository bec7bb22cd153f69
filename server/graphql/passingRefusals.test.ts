import { Buyer, countedProduct } from '../testing/buyer';
import { placeOrder } from '../testing/placedOrder';
import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let admin: Principal;
let slug: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server, 'admin');
  ({ slug } = await countedProduct(server, 100));
});
afterAll(() => server.stop());

const minuteMs = 60_000;
const orders = () => server.db.collection<{ _id: string; fulfillments?: object[] }>('orders');
const undoableFor = (number: string, ms: number) =>
  orders().updateOne({ _id: number }, { $set: { 'payment.captureAt': new Date(Date.now() + ms) } });

async function undoable(): Promise<string> {
  const number = await placeOrder(new Buyer(server), { slug, quantity: 1 });
  await undoableFor(number, 8 * minuteMs);
  return number;
}

const send = (query: string, input: object, key: string) =>
  server.graphql(query, { input }, { token: admin.token, headers: { 'idempotency-key': key } });
const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
const retryAfter = ({ headers }: Answer) => Number(headers.get('retry-after'));

const ship =
  'mutation ($input: CreateFulfillmentInput!) { createFulfillment(input: $input) { order { number } fulfillmentId } }';
const capture = 'mutation ($input: CapturePaymentInput!) { capturePayment(input: $input) { order { number } } }';
const shipAll = `mutation ($input: CreateFulfillmentsInput!) {
  createFulfillments(input: $input) { results { number fulfillmentId error } }
}`;

test.each([
  { name: 'a shipment', query: ship },
  { name: 'the taking of money', query: capture },
])(
  'B29 refuses $name that the buyer can still undo with Retry-After, without storing the refusal for the key',
  async ({ query }) => {
    const number = await undoable();
    const key = `refused-${number}`;
    const refused = await send(query, { number }, key);
    expect(refused).toMatchObject({ status: 409, json: { errors: [{ extensions: { code: 'CONFLICT' } }] } });
    expect(refused.text).toContain('for 8 more minutes.');
    expect(retryAfter(refused)).toBeGreaterThan(470);
    expect(retryAfter(refused)).toBeLessThanOrEqual(480);

    await undoableFor(number, 2 * minuteMs);
    expect((await send(query, { number }, key)).text).toContain('for 2 more minutes.');

    await undoableFor(number, -1);
    const done = await send(query, { number }, key);
    expect([done.status, done.headers.get('retry-after'), isReplay(done)]).toEqual([200, null, false]);
    const again = await send(query, { number }, key);
    expect([isReplay(again), again.text]).toEqual([true, done.text]);
  },
);

interface Result {
  readonly number: string;
  readonly fulfillmentId: string | null;
  readonly error: string | null;
}
const resultsOf = ({ json }: Answer) =>
  (json as { data: { createFulfillments: { results: Result[] } } }).data.createFulfillments.results;

test('B29 a retry of createFulfillments with the same key ships the order that was undoable before, and none twice', async () => {
  const [ready, waiting] = [await undoable(), await undoable()];
  await undoableFor(ready, -1);
  const numbers = [ready, waiting];
  const first = await send(shipAll, { numbers }, 'many');
  expect(resultsOf(first)).toMatchObject([{ error: null }, { error: expect.stringContaining('for 8 more minutes.') }]);

  await undoableFor(waiting, -1);
  const second = await send(shipAll, { numbers }, 'many');
  expect(isReplay(second)).toBe(false);
  expect(resultsOf(second)).toEqual([resultsOf(first)[0], { ...resultsOf(second)[1], number: waiting, error: null }]);
  for (const number of numbers) expect((await orders().findOne({ _id: number }))?.fulfillments).toHaveLength(1);
  expect(isReplay(await send(shipAll, { numbers }, 'many'))).toBe(true);
});

test('B29 stores a refusal for the key when it does not end by time', async () => {
  const number = await undoable();
  await orders().updateOne({ _id: number }, { $set: { status: 'cancelled' } });
  const refused = await send(ship, { number }, 'kept');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, null]);
  await orders().updateOne({ _id: number }, { $set: { status: 'placed' } });
  expect(isReplay(await send(ship, { number }, 'kept'))).toBe(true);
});
