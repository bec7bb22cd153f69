import { amountOf } from '../testing/amountOf';
import type { Answer, Caller } from '../testing/startTestServer';
import { adding, change, createProduct, registerPerson, startTwoHosts, type TwoHosts } from '../testing/twoHosts';

/** Number of clients of two processes of one shop, and of their calls in total. */
const clients = amountOf({ few: 24, usual: 64 });
const calls = amountOf({ few: 800, usual: 2_000, long: 10_000 });
const promisedMs = 1_000;
const turnMs = 3_000;
const limitMs = 600_000;

const read = 'query P($slug: String!) { product(slug: $slug) { slug version name email } }';
const list = '{ products(first: 100) { nodes { slug version name email } } }';
/** One query for all clients, with a different answer for each. */
const mine = `{ me { email } cart { id email } products(first: 100) { nodes { slug version name email } } }`;

interface Seen {
  readonly slug: string;
  readonly version: number;
  readonly name: string;
  readonly email: string | null;
}

interface Mine {
  readonly me: { readonly email: string };
  readonly cart: readonly { readonly id: string; readonly email: string }[];
  readonly products: { readonly nodes: readonly Seen[] };
}

/** What one client has done to its own product, and what it has bought. */
interface Client {
  readonly token: string;
  readonly email: string;
  readonly slug: string;
  readonly id: string;
  /** When the change to each version was sent and acknowledged; the first version has index 1. */
  readonly writes: { readonly sentAt: number; acknowledgedAt: number }[];
  /** The ids of the entries in their store. */
  readonly bought: string[];
  /** Number of purchases sent. */
  tried: number;
}

let two: TwoHosts;
const everybody = new Map<string, Client>();
beforeAll(async () => {
  two = await startTwoHosts();
}, limitMs);
afterAll(() => two.stop(), limitMs);

/** Alternates the hosts: a process that writes clears its own cache without a notification from the other. */
const writing = () => two.hosts[Math.floor(performance.now() / turnMs) % 2] as Caller;

const anyOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const anybody = () => anyOf([...everybody.values()]);

async function createClient(number: number): Promise<void> {
  const host = anyOf(two.hosts);
  const account = await registerPerson(two, host, `client-${number}@kiosk.test`);
  const slug = `lamp-${number}`;
  const { id } = await createProduct(host, { name: 'Version 1', slug, price: 5 }, account);
  const now = performance.now();
  const writes = [
    { sentAt: -Infinity, acknowledgedAt: -Infinity },
    { sentAt: now, acknowledgedAt: now },
  ];
  const { email, idToken: token } = account;
  everybody.set(slug, { token, email, slug, id, writes, bought: [], tried: 0 });
}

const isAway = (extensions: { readonly code?: unknown }) => extensions.code === 'SERVICE_UNAVAILABLE';

/** Expects no e-mail but the caller's in the answer; null if a busy machine answers 503. */
function dataOf<T>({ status, text, headers }: Answer, asker: Client | null): T | null {
  if (status === 503) return null;
  const strangers = text.match(/client-\d+@kiosk\.test/g)?.filter((email) => email !== asker?.email);
  expect([asker?.email, strangers ?? []]).toEqual([asker?.email, []]);
  if (asker) expect(headers.get('cache-control')).toBe('no-store');
  const { data, errors } = JSON.parse(text) as { data?: T; errors?: { extensions: object }[] };
  // A field that needs an unreadable user record fails with SERVICE_UNAVAILABLE.
  if (errors?.every(({ extensions }) => isAway(extensions))) return null;
  expect([status, errors]).toEqual([200, undefined]);
  return data as T;
}

async function write(client: Client, host: Caller): Promise<void> {
  const { token, id, writes } = client;
  const version = writes.length - 1;
  const entry = { sentAt: performance.now(), acknowledgedAt: Infinity };
  writes.push(entry);
  const input = { id, version, name: `Version ${version + 1}` };
  const done = dataOf<{ updateProduct: { product: Seen } }>(await host.graphql(change, { input }, { token }), client);
  if (done) {
    entry.acknowledgedAt = performance.now();
    expect(done.updateProduct.product.version).toBe(version + 1);
  } else if ((await readOwn(client, host)) === version + 1) entry.acknowledgedAt = performance.now();
  else writes.pop();
}

/** Expects a version no older than the latest acknowledged by then, and none that was never sent. */
function expectRecent(seen: Seen, acknowledgedBy: number): void {
  const { writes, slug } = everybody.get(seen.slug) as Client;
  const newest = writes.findLastIndex(({ acknowledgedAt }) => acknowledgedAt <= acknowledgedBy);
  expect([slug, seen.version >= newest, seen.version < writes.length]).toEqual([slug, true, true]);
  expect(seen.name).toBe(`Version ${seen.version}`);
}

/** Reads at either host, also where the product was not written. */
async function readOwn(client: Client, host: Caller = anyOf(two.hosts)): Promise<number> {
  const askedAt = performance.now();
  const { slug, token, email } = client;
  const found = dataOf<{ product: Seen }>(await host.graphql(read, { slug }, { token }), client);
  if (!found) return readOwn(client, host);
  expectRecent(found.product, askedAt);
  expect(found.product.email).toBe(email);
  return found.product.version;
}

async function readAsNobody({ slug }: Client): Promise<void> {
  const askedAt = performance.now();
  const found = dataOf<{ product: Seen }>(await anyOf(two.hosts).graphql(read, { slug }), null);
  if (found) expectRecent(found.product, askedAt - promisedMs);
}

async function readListAsNobody(): Promise<void> {
  const askedAt = performance.now();
  const found = dataOf<{ products: { nodes: Seen[] } }>(await anyOf(two.hosts).graphql(list), null);
  if (!found) return;
  expect(found.products.nodes).toHaveLength(everybody.size);
  for (const seen of found.products.nodes) expectRecent(seen, askedAt - promisedMs);
}

/** Reads anonymously at the host that has written. */
async function readWhereWritten(client: Client): Promise<void> {
  const host = writing();
  await write(client, host);
  const askedAt = performance.now();
  const found = dataOf<{ product: Seen }>(await host.graphql(read, { slug: client.slug }), null);
  if (found) expectRecent(found.product, askedAt);
}

/** A purchase that was answered with 503 may have happened. */
async function buy(client: Client): Promise<void> {
  const { token, bought } = client;
  client.tried += 1;
  const answer = await anyOf(two.hosts).graphql(adding, { slug: anybody().slug }, { token });
  const done = dataOf<{ addToStore: { storeEntry: { id: string } } }>(answer, client);
  if (done) bought.push(done.addToStore.storeEntry.id);
}

async function readMine(client: Client): Promise<void> {
  const askedAt = performance.now();
  const found = dataOf<Mine>(await anyOf(two.hosts).graphql(mine, {}, { token: client.token }), client);
  if (!found) return;
  expect(found.me.email).toBe(client.email);
  const ids = found.cart.map(({ id }) => id);
  expect(client.bought.filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.length).toBeLessThanOrEqual(client.tried);
  expect(found.products.nodes).toHaveLength(everybody.size);
  for (const seen of found.products.nodes) {
    expectRecent(seen, seen.slug === client.slug ? askedAt : askedAt - promisedMs);
    expect(seen.email).toBe(seen.slug === client.slug ? client.email : null);
  }
}

test(
  `${calls} calls of ${clients} clients on two processes: own data is current, other data at most 1 s old`,
  async () => {
    for (let number = 0; number < clients; number += 1) await createClient(number);
    let left = calls;
    const work = async (own: Client) => {
      while (left > 0) {
        left -= 1;
        const turn = Math.random();
        if (turn < 0.05) await write(own, writing()).then(() => readOwn(own));
        else if (turn < 0.1) await readWhereWritten(own);
        else if (turn < 0.15) await buy(own).then(() => readMine(own));
        else if (turn < 0.25) await readMine(own);
        else if (turn < 0.9) await readAsNobody(anybody());
        else await readListAsNobody();
      }
    };
    await Promise.all([...everybody.values()].map(work));
    // The first write created the product; the others were changes.
    const changes = [...everybody.values()]
      .flatMap(({ writes }) => writes.slice(2))
      .filter(({ acknowledgedAt }) => acknowledgedAt < Infinity);
    expect(changes.length).toBeGreaterThan(calls / 40);
  },
  limitMs,
);
