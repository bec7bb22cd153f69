import { setTimeout as delay } from 'node:timers/promises';
import { Buyer, countedProduct } from '../testing/buyer';
import { amountOf } from '../testing/amountOf';
import { must, signUp, type Principal } from '../testing/principals';
import { placeOrder } from '../testing/placedOrder';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { silentLog } from '../testing/silentLog';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { capturePayments } from './capturePayments';
import { tryToEnd } from './endOrder';
import type { OrderDocument } from './orderDocument';
import { sweepOrders } from './sweepOrders';

const limitMs = 600_000;
/** Within this many rounds each side must have won once, on any server. */
const maxRounds = 100;
const rounds = amountOf({ few: 3, usual: 6, long: 100 });
const undoing = 'mutation ($input: UndoOrderInput!) { undoOrder(input: $input) { order { status } } }';
const cancelling = 'mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { order { status } } }';
const adding = 'mutation ($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }';

/** Two processes of one shop. */
let first: TestServer;
let second: TestServer;
let buyer: Principal;
let slug: string;
const delivered = new Map<string, number>();
const pieces = 1_000;

beforeAll(async () => {
  first = await startTestServer();
  buyer = await signUp(first, 'buyer');
  second = await startTestServer({ besides: first });
  // Each process has its own identity provider with the same user.
  second.identity.add({ uid: buyer.uid, email: buyer.email, emailVerified: true, name: 'The buyer' });
  const product = await countedProduct(first, pieces);
  ({ slug } = product);
  delivered.set(product.id.toHexString(), pieces);
});
afterEach(() => expectPurchasesInOrder(first.db, delivered), limitMs);
afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** Orders two pieces from the cart, which is empty afterwards. */
async function newOrder(): Promise<string> {
  await first.db.collection('storeEntries').deleteMany({});
  for (let piece = 0; piece < 2; piece += 1) await must(first, adding, { input: { slug } }, buyer.token);
  return placeOrder(new Buyer(first, { idToken: buyer.token ?? '' }), {});
}

const tokenAt = (server: TestServer) =>
  server.identity.token({ uid: buyer.uid, email: buyer.email, emailVerified: true, name: 'The buyer' });

async function end(server: TestServer, query: string, number: string): Promise<number> {
  return (await server.graphql(query, { input: { number } }, { token: tokenAt(server) })).status;
}

/** Ends the order without HTTP, with the status codes of the call. */
async function endAtOnce({ repositories, saga }: TestServer, number: string): Promise<number> {
  const parts = { repositories, provider: saga.provider, now: () => new Date(), log: silentLog };
  return (await tryToEnd(parts, await stored(number), 'undo')) ? 200 : 409;
}

const later = <T>(ms: number, work: () => Promise<T>): Promise<T> => (ms === 0 ? work() : delay(ms).then(work));

/** Captures with a clock that is past the undo period. */
async function capture({ repositories, saga }: TestServer): Promise<void> {
  const now = () => new Date(Date.now() + 11 * 60_000);
  await capturePayments({ repositories, provider: saga.provider, now, log: silentLog });
}

async function sweep({ repositories, saga }: TestServer): Promise<void> {
  const now = () => new Date(Date.now() + 60_000);
  await sweepOrders({ repositories, provider: saga.provider, now, log: silentLog });
}

const stored = async (number: string) => (await first.repositories.orders.find(number)) as OrderDocument;
const inCart = () => first.db.collection('storeEntries').countDocuments({ ownerUid: buyer.uid });
const capturedAt = async ({ payment }: OrderDocument) =>
  (await first.saga.provider.findState(payment.id))?.capturedCents;

test(
  'C33 concurrent undo requests through two processes and a sweep take effect once',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const number = await newOrder();
      const answers = await Promise.all([
        ...[first, second, first, second].map((server) => end(server, undoing, number)),
        sweep(second),
      ]);
      expect(answers.slice(0, 4)).toEqual([200, 200, 200, 200]);
      await sweep(first);
      expect((await stored(number)).timeline?.map(({ kind }) => kind)).toEqual(['PLACED', 'UNDONE', 'VOIDED']);
      expect(await inCart()).toBe(2);
    }
  },
  limitMs,
);

test(
  'C33 of a concurrent undo and capture exactly one wins, and the payment matches it',
  async () => {
    const winners = new Set<string>();
    for (let round = 0; round < rounds || (winners.size < 2 && round < maxRounds); round += 1) {
      const number = await newOrder();
      // If one side won every round so far, the other gets a growing head start.
      const startMs = winners.size === 1 ? round * 10 : 0;
      const [undone] = await Promise.all([
        later(winners.has('cancelled') ? startMs : 0, () =>
          round % 2 === 0 ? endAtOnce(second, number) : end(second, undoing, number),
        ),
        later(winners.has('placed') ? startMs : 0, () => capture(first)),
      ]);
      const order = await stored(number);
      const captured = await capturedAt(order);
      winners.add(order.status);
      if (order.status === 'cancelled')
        expect([undone, order.payment.status, captured, await inCart()]).toEqual([200, 'voided', 0, 2]);
      else expect([undone, order.payment.status, captured, await inCart()]).toEqual([409, 'paid', order.totalCents, 0]);
    }
    expect([...winners].sort()).toEqual(['cancelled', 'placed']);
  },
  limitMs,
);

test(
  'C33 concurrent undo and cancellation restock once and refill the cart only if undo won',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const number = await newOrder();
      const queries = round % 2 === 0 ? [undoing, cancelling] : [cancelling, undoing];
      const answers = await Promise.all([end(first, queries[0] ?? '', number), end(second, queries[1] ?? '', number)]);
      expect(answers).toEqual([200, 200]);
      await sweep(first);
      const { cancellation } = await stored(number);
      expect(await inCart()).toBe(cancellation?.kind === 'undo' ? 2 : 0);
    }
  },
  limitMs,
);

test(
  'C33 a cancellation concurrent with the capture takes no money or refunds all of it',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const number = await newOrder();
      const [answer] = await Promise.all([end(second, cancelling, number), capture(first)]);
      expect(answer).toBe(200);
      await sweep(first);
      const order = await stored(number);
      const captured = await capturedAt(order);
      expect([order.status, order.payment.refundedCents]).toEqual(['cancelled', captured]);
      expect(order.payment.status).toBe(captured === 0 ? 'voided' : 'refunded');
    }
  },
  limitMs,
);
