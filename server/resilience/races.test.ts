import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context';
import { getCounts } from '../counts/counts.service';
import { productTermsOf } from '../text/searchTerms';
import { createProduct } from '../products/products.service';
import { updateProduct } from '../products/updateProduct';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { restoreStoreItem } from '../store/restoreStoreItem';
import { addToStore, findCart } from '../store/store.service';
import { asAdmin, asUser, asViewer, viewerNamed } from '../testing/contexts';
import { productPage } from '../testing/productPages';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { changeUserRole, deleteUser, findMe, registerUser } from '../users/users.service';

/** Brute force: as many rounds as configured, each with 20 clients that start at the same moment. */
const rounds = Number(process.env['KIOSK_RACE_ROUNDS'] ?? 20);
const clients = 20;
const isOtherServer = process.env['TEST_MONGODB_URI'] !== undefined;
/** A server that aborts conflicting writes makes every client wait a second and retry. */
const patience = Math.max(180_000, rounds * 5_000);

let database: TestDatabase;
let round = 0;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const repositories = () => database.repositories;
const people = Array.from({ length: clients }, (_, number) => number);
const emailOf = (uid: string) => `${uid}@kiosk.test`;

interface Refusal {
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly message?: string;
}

/**
 * Other servers abort one of several conflicting writes. The client retries after the Retry-After time with jitter,
 * because immediate retries would conflict again.
 */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const { status, retryAfterSeconds = 0 } = error as Refusal;
      const comeAgain = status === 503 && isOtherServer;
      if (!comeAgain || attempt === 20) throw error;
      await delay(retryAfterSeconds * 1_000 * (1 + Math.random()));
    }
  }
}

/** Calls after so many turns of the event loop. */
async function later<T>(turns: number, call: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  return patiently(call);
}

/**
 * Runs all calls concurrently and separates results from refusals. On other servers each call starts one turn of the
 * event loop after the previous one, because calls of one turn are batched, and DocumentDB's PostgreSQL takes seconds
 * for each of several conflicting writes to one key.
 */
async function atOnce<T>(calls: readonly (() => Promise<T>)[]): Promise<{ done: T[]; refused: Refusal[] }> {
  const outcomes = await Promise.allSettled(calls.map((call, place) => later(isOtherServer ? place : 0, call)));
  const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Refusal] : []));
  return { done, refused };
}

async function everyRound(play: (name: string) => Promise<void>): Promise<void> {
  for (let played = 0; played < rounds; played += 1) {
    round += 1;
    await play(`r${round}`);
  }
}

const statuses = (refused: readonly Refusal[]) => new Set(refused.map(({ status }) => status));
/** Searches for one name only, because an aborted write of another test may leave a product until the next start. */
const shown = async (search: string) => {
  const { rows } = await productPage(repositories(), { filter: { search }, sort: 'NEWEST', first: 100 });
  return rows.map(({ slug }) => slug);
};

test(
  'E11 B29: concurrent creates with one Idempotency-Key make one product',
  () =>
    everyRound(async (name) => {
      const context = await asUser(repositories(), name);
      const calls = people.map(() => () => createProduct({ ...context, idempotencyKey: name }, { name, price: 5 }));
      const { done, refused } = await atOnce(calls);
      expect(refused).toEqual([]);
      expect(new Set(done.map(({ _id }) => _id.toHexString())).size).toBe(1);
      expect(await database.db.collection('products').countDocuments({ ownerUid: name })).toBe(1);
    }),
  patience,
);

test(
  'E11 B30: of concurrent creates with one slug exactly one succeeds',
  () =>
    everyRound(async (name) => {
      const ada = await asUser(repositories(), name);
      const { done, refused } = await atOnce(
        people.map(() => () => createProduct(ada, { name, slug: name, price: 5 })),
      );
      expect(done).toHaveLength(1);
      expect(refused.map(({ status }) => status)).toEqual(Array(clients - 1).fill(409));
      expect(await database.db.collection('products').countDocuments({ slug: name })).toBe(1);
    }),
  patience,
);

test(
  'E11 B30: concurrent products of one name with blank slugs each get their own slug',
  () =>
    everyRound(async (name) => {
      const ada = await asUser(repositories(), name);
      const { done, refused } = await atOnce(people.map(() => () => createProduct(ada, { name, price: 5 })));
      expect(refused).toEqual([]);
      expect(new Set(done.map(({ slug }) => slug)).size).toBe(clients);
      expect(new Set(await shown(name)).size).toBe(clients);
    }),
  patience,
);

const rivals: [string, (by: Context, uid: string) => Promise<unknown>][] = [
  ['demote', (by, uid) => changeUserRole(by, { email: emailOf(uid), role: 'USER' })],
  ['delete', (by, uid) => deleteUser(by, { email: emailOf(uid) })],
];

test.each(rivals)(
  'E11 B34: two admins who %s each other concurrently never leave the shop without an admin',
  (_, attack) =>
    everyRound(async (name) => {
      const [a, b] = [`${name}a`, `${name}b`];
      const [first, second] = [await asAdmin(repositories(), a), await asAdmin(repositories(), b)];
      await repositories().admins.change((admins) => ({ ...admins, uids: [a, b] }));
      const { refused } = await atOnce([() => attack(first, b), () => attack(second, a)]);
      expect(refused).toHaveLength(1);
      // 403 if the other admin's change preceded the permission check, 409 if both had passed it.
      expect([403, 409]).toContain(refused[0]?.status);
      expect((await repositories().admins.get()).uids).toHaveLength(1);
    }),
  patience,
);

test(
  'E11 B34: 20 admins who demote and delete each other leave at least one admin',
  () =>
    everyRound(async (name) => {
      const uids = people.map((number) => `${name}-${number}`);
      const contexts = await Promise.all(uids.map((uid) => asUser(repositories(), uid)));
      await repositories().admins.change((admins) => ({ ...admins, uids }));
      const { refused } = await atOnce(
        contexts.map((context, number) => () => {
          const [, attack] = rivals[number % 2] ?? rivals[0] ?? [];
          return attack?.(context, uids[(number + 1) % clients] ?? '') ?? Promise.reject(new Error('no attack'));
        }),
      );
      for (const status of statuses(refused)) expect([403, 409]).toContain(status);
      const left = (await repositories().admins.get()).uids;
      expect(left.length).toBeGreaterThan(0);
      const records = await Promise.all(left.map((uid) => repositories().users.findByUid(uid)));
      expect(records.map((record) => record?.role)).toEqual(left.map(() => 'admin'));
    }),
  patience * 2,
);

test(
  'E11: concurrent registrations of one user create one record',
  () =>
    everyRound(async (uid) => {
      const ada = asViewer(repositories(), viewerNamed(uid));
      const { done, refused } = await atOnce(
        people.map((number) => () => registerUser(ada, { name: `Ada ${number}`, email: emailOf(uid) })),
      );
      expect(refused).toEqual([]);
      expect(done.map(({ _id }) => _id)).toEqual(Array(clients).fill(uid));
      expect(await database.db.collection('users').countDocuments({ email: emailOf(uid) })).toBe(1);
      expect(await findMe(ada)).toMatchObject({ email: emailOf(uid), role: 'user' });
    }),
  patience,
);

test(
  'E11: an e-mail that many users claim unverified belongs to its verified owner',
  () =>
    everyRound(async (name) => {
      const email = emailOf(name);
      const owner = asViewer(repositories(), viewerNamed(name, { email }));
      const squatters = people
        .slice(1)
        .map((number) => asViewer(repositories(), viewerNamed(`${name}-${number}`, { email, emailVerified: false })));
      const { done, refused } = await atOnce([
        ...squatters.slice(0, 9).map((context) => () => registerUser(context, { name: 'Squatter', email })),
        () => registerUser(owner, { name: 'Owner', email }),
        ...squatters.slice(9).map((context) => () => registerUser(context, { name: 'Squatter', email })),
      ]);
      expect(done.map(({ _id }) => _id)).toContain(name);
      expect([...statuses(refused)].filter((status) => status !== 409)).toEqual([]);
      const holders = await database.db.collection<{ _id: string }>('users').find({ email }).toArray();
      expect(holders.map(({ _id }) => _id)).toEqual([name]);
    }),
  patience,
);

test(
  'E11 B36: a user deleted while writing keeps no store entry, active product or record',
  () =>
    everyRound(async (name) => {
      const root = await asAdmin(repositories(), 'root');
      const shop = await asUser(repositories(), `${name}-shop`);
      await createProduct(shop, { name: 'Lamp', slug: name, price: 5 });
      const ada = await asUser(repositories(), name);
      const work = [
        () => addToStore(ada, { slug: name }),
        () => createProduct(ada, { name: 'Mine', price: 5 }),
        () => registerUser(ada, { name: 'Ada', email: emailOf(name) }),
      ];
      const calls = people.slice(1).map((number) => work[number % 3] ?? (() => Promise.resolve()));
      const removal = () => deleteUser(root, { email: emailOf(name) });
      const { refused } = await atOnce<unknown>([...calls.slice(0, 10), removal, ...calls.slice(10)]);
      expect([...statuses(refused)].filter((status) => status !== 403)).toEqual([]);
      expect(await repositories().store.list.count({ ownerUid: name }, 100)).toBe(0);
      expect(await database.db.collection('products').countDocuments({ ownerUid: name, status: 'active' })).toBe(0);
      expect(await repositories().users.findByUid(name)).toBeNull();
      await expect(findMe(ada)).rejects.toMatchObject({ status: 403 });
      const { users } = await getCounts(root);
      expect(users).toBe(await database.db.collection('users').countDocuments());
    }),
  patience,
);

test.each(['product', 'entry'] as const)(
  'E11 R11: one %s deleted concurrently is deleted once and appears in no later list',
  (kind) =>
    everyRound(async (name) => {
      const ada = await asUser(repositories(), name);
      const product = await createProduct(ada, { name, price: 5 });
      const entry = await addToStore(ada, { slug: product.slug });
      const input = { id: (kind === 'product' ? product : entry)._id.toHexString() };
      let deleted = false;
      const remove = async () => {
        const item = await deleteStoreItem(ada, input);
        deleted = true;
        return item;
      };
      const wrong: string[] = [];
      const read = async () => {
        const wasDeleted = deleted;
        const rows = kind === 'product' ? await shown(name) : (await findCart(ada, {})).map(({ slug }) => slug);
        if (wasDeleted && rows.includes(product.slug)) wrong.push(name);
      };
      const readers = people.map(() => async () => {
        while (!deleted) await read();
        await read();
      });
      const [{ done, refused }] = await Promise.all([atOnce(people.map(() => remove)), atOnce(readers)]);
      expect(done).toHaveLength(1);
      expect(refused.map(({ status }) => status)).toEqual(Array(clients - 1).fill(404));
      expect(wrong).toEqual([]);
    }),
  patience,
);

test(
  'E11: of concurrent updates of one version exactly one succeeds, and the search terms follow it',
  () =>
    everyRound(async (name) => {
      const ada = await asUser(repositories(), name);
      const product = await createProduct(ada, { name, price: 5 });
      const id = product._id.toHexString();
      const { done, refused } = await atOnce(
        people.map((number) => () => updateProduct(ada, { id, version: 1, name: `${name} by ${number}` })),
      );
      expect(done).toHaveLength(1);
      expect(refused.map(({ status }) => status)).toEqual(Array(clients - 1).fill(409));
      const stored = await repositories().products.findById(product._id);
      expect(stored).toMatchObject({ name: done[0]?.name, version: 2 });
      const found = await database.db.collection('products').findOne({ _id: product._id });
      expect(found).toMatchObject(productTermsOf(stored ?? {}));
    }),
  patience,
);

test.each(['product', 'entry'] as const)(
  'E11: one %s deleted, changed and restored concurrently exists once or can be restored',
  (kind) =>
    everyRound(async (name) => {
      const ada = { ...(await asUser(repositories(), name)), now: () => new Date() };
      const product = await createProduct(ada, { name, slug: name, price: 5 });
      const item = kind === 'product' ? product : await addToStore(ada, { slug: name });
      const input = { id: item._id.toHexString() };
      const work = [
        () => deleteStoreItem(ada, input),
        () => restoreStoreItem(ada, input),
        () => updateProduct(ada, { id: product._id.toHexString(), version: 1, price: 6 }),
      ];
      const calls = people.map((number) => work[number % (kind === 'product' ? 3 : 2)] ?? (() => Promise.resolve()));
      const { refused } = await atOnce<unknown>(calls);
      expect([...statuses(refused)].filter((status) => status !== 404 && status !== 409)).toEqual([]);
      const collection = kind === 'product' ? 'products' : 'storeEntries';
      const there = await database.db.collection(collection).countDocuments({ slug: name });
      expect([0, 1]).toContain(there);
      const restored = await restoreStoreItem(ada, input);
      expect(restored).toMatchObject({ _id: item._id, createdAt: item.createdAt, ownerUid: name });
      expect(await database.db.collection(collection).countDocuments({ slug: name })).toBe(1);
    }),
  patience,
);
