import { must } from './testing/principals';
import { startTestServer, type Answer, type TestServer } from './testing/startTestServer';

/** So many clients of two processes of one shop, and so many of their calls in all. */
const clients = 64;
const calls = process.env['KIOSK_LONG'] ? 10_000 : 2_000;
const promisedMs = 1_000;
const turnMs = 3_000;

const registration = 'mutation R($input: RegisterUserInput!) { registerUser(input: $input) { user { role } } }';
const creation = 'mutation C($input: CreateProductInput!) { createProduct(input: $input) { product { id version } } }';
const change = 'mutation U($input: UpdateProductInput!) { updateProduct(input: $input) { product { version } } }';
const read = 'query P($slug: String!) { product(slug: $slug) { version name email } }';
const list = '{ products(first: 100) { nodes { slug version name email } } }';

interface Seen {
  readonly slug?: string;
  readonly version: number;
  readonly name: string;
  readonly email: string | null;
}

/** What one client has done to the one product that is theirs. */
interface Client {
  readonly token: string;
  readonly email: string;
  readonly slug: string;
  readonly id: string;
  /** When the change to each version was sent and acknowledged; the first version has index 1. */
  readonly writes: { readonly sentAt: number; acknowledgedAt: number }[];
}

let processes: TestServer[];
beforeAll(async () => {
  const first = await startTestServer();
  processes = [first, await startTestServer({ besides: first })];
  // The client counts the time of an idle connection in turns of the same busy process, so too slowly: it would write on one
  // that the server has just closed.
  for (const { server } of processes) server.http.keepAliveTimeout = 600_000;
});
afterAll(async () => {
  for (const server of processes.reverse()) await server.stop();
});

/** By turns: a process that writes itself would forget what it has kept without being told by the other. */
const writing = () => processes[Math.floor(performance.now() / turnMs) % 2] as TestServer;

const anyOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

async function createClient(number: number): Promise<Client> {
  const account = {
    uid: `client-${number}`,
    email: `client-${number}@kiosk.test`,
    emailVerified: true,
    name: 'Client',
  };
  for (const { identity } of processes) identity.add(account);
  const [server] = processes as [TestServer];
  const token = server.identity.token(account);
  await must(server, registration, { input: { name: 'Client', email: account.email } }, token);
  const slug = `lamp-${number}`;
  const input = { name: 'Version 1', slug, price: 5 };
  const created = (await must(server, creation, { input }, token)) as { createProduct: { product: { id: string } } };
  const now = performance.now();
  return {
    token,
    email: account.email,
    slug,
    id: created.createProduct.product.id,
    writes: [
      { sentAt: -Infinity, acknowledgedAt: -Infinity },
      { sentAt: now, acknowledgedAt: now },
    ],
  };
}

const isAway = (extensions: { readonly code?: unknown }) => extensions.code === 'SERVICE_UNAVAILABLE';

/** null: a busy machine asks to come again. */
function dataOf<T>({ status, text }: Answer): T | null {
  if (status === 503) return null;
  const { data, errors } = JSON.parse(text) as { data?: T; errors?: { path: string[]; extensions: object }[] };
  // Whose record cannot be read is told so at the e-mail alone.
  if (errors?.every(({ path, extensions }) => path.at(-1) === 'email' && isAway(extensions))) return null;
  expect([status, errors]).toEqual([200, undefined]);
  return data as T;
}

async function write(client: Client, server: TestServer): Promise<void> {
  const { token, id, writes } = client;
  const version = writes.length - 1;
  const entry = { sentAt: performance.now(), acknowledgedAt: Infinity };
  writes.push(entry);
  const input = { id, version, name: `Version ${version + 1}` };
  const done = dataOf<{ updateProduct: { product: Seen } }>(await server.graphql(change, { input }, { token }));
  if (done) {
    entry.acknowledgedAt = performance.now();
    expect(done.updateProduct.product.version).toBe(version + 1);
  } else if ((await readOwn(client, server)) === version + 1) entry.acknowledgedAt = performance.now();
  else writes.pop();
}

/** No older than what was acknowledged by then, and nothing that nobody has sent. */
function expectRecent({ writes, slug }: Client, seen: Seen, acknowledgedBy: number): void {
  const newest = writes.findLastIndex(({ acknowledgedAt }) => acknowledgedAt <= acknowledgedBy);
  expect([slug, seen.version >= newest, seen.version < writes.length]).toEqual([slug, true, true]);
  expect(seen.name).toBe(`Version ${seen.version}`);
}

/** Also at the server where it was not written. */
async function readOwn(client: Client, server = anyOf(processes)): Promise<number> {
  const askedAt = performance.now();
  const found = dataOf<{ product: Seen }>(await server.graphql(read, { slug: client.slug }, { token: client.token }));
  if (!found) return readOwn(client, server);
  expectRecent(client, found.product, askedAt);
  expect(found.product.email).toBe(client.email);
  return found.product.version;
}

async function readAsNobody(client: Client): Promise<void> {
  const askedAt = performance.now();
  const found = dataOf<{ product: Seen }>(await anyOf(processes).graphql(read, { slug: client.slug }));
  if (!found) return;
  expectRecent(client, found.product, askedAt - promisedMs);
  expect(found.product.email).toBeNull();
}

async function readListAsNobody(everybody: ReadonlyMap<string, Client>): Promise<void> {
  const askedAt = performance.now();
  const found = dataOf<{ products: { nodes: Seen[] } }>(await anyOf(processes).graphql(list));
  if (!found) return;
  expect(found.products.nodes).toHaveLength(everybody.size);
  for (const seen of found.products.nodes) {
    expectRecent(everybody.get(seen.slug ?? '') as Client, seen, askedAt - promisedMs);
    expect(seen.email).toBeNull();
  }
}

/** By the server that has written it, whoever asks. */
async function readWhereWritten(client: Client): Promise<void> {
  const server = writing();
  await write(client, server);
  const askedAt = performance.now();
  const found = dataOf<{ product: Seen }>(await server.graphql(read, { slug: client.slug }));
  if (found) expectRecent(client, found.product, askedAt);
}

test(`${calls} reads and writes of ${clients} clients on two processes: no writer reads what is old, nobody what is older than a second or somebody else's`, async () => {
  const everybody = new Map<string, Client>();
  for (let number = 0; number < clients; number += 1) {
    const client = await createClient(number);
    everybody.set(client.slug, client);
  }
  const all = [...everybody.values()];
  let left = calls;
  const work = async (own: Client) => {
    while (left > 0) {
      left -= 1;
      const turn = Math.random();
      if (turn < 0.05) await write(own, writing()).then(() => readOwn(own));
      else if (turn < 0.1) await readWhereWritten(own);
      else if (turn < 0.9) await readAsNobody(anyOf(all));
      else await readListAsNobody(everybody);
    }
  };
  await Promise.all(all.map(work));
  // Each has created one; the others were changes.
  const changes = all
    .flatMap(({ writes }) => writes.slice(2))
    .filter(({ acknowledgedAt }) => acknowledgedAt < Infinity);
  expect(changes.length).toBeGreaterThan(calls / 40);
}, 600_000);
