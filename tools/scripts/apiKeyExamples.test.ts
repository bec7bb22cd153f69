import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { examples as playground } from '../../client/playground/examples';
import { insertApiKey } from '../../server/testing/apiKeyAttempts';
import { countedProduct } from '../../server/testing/buyer';
import { createPrincipals } from '../../server/testing/principals';
import { startTestServer, type TestServer } from '../../server/testing/startTestServer';

const run = promisify(execFile);
const examplesIn = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/```sh\n(.+?)```/gs)].map(([, text = '']) => text);
const examples = examplesIn('docs/api-keys.md');

let server: TestServer;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  const scopes = ['read:products', 'write:products', 'read:stock', 'write:stock'] as const;
  const { key } = await insertApiKey(server.repositories, scopes);
  env = { KIOSK_URL: server.url, KIOSK_API_KEY: key };
});
afterAll(() => server.stop());

const has = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );
const hasCurl = has('curl');
const hasPrograms = Promise.all([hasCurl, has('jq')]).then((found) => found.every(Boolean));

test('the examples of docs/api-keys.md work over GraphQL and REST', async () => {
  expect(examples).toHaveLength(3);
  if (!(await hasCurl)) return void process.stdout.write('NOT MEASURED: curl is not installed here.\n');
  const answers: unknown[] = [];
  for (const example of [...examples, examples.at(-1) ?? '']) {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', example], {
      env: { PATH: '/usr/bin:/bin', ...env },
    });
    answers.push(JSON.parse(stdout));
  }
  const [stock, products, made, again] = answers;
  expect(stock).toEqual({ data: { stockLevels: { totalCount: 0, nodes: [] } } });
  expect(products).toEqual([]);
  expect(made).toMatchObject({ name: 'Kettle by key', price: 24.5 });
  expect(again).toEqual(made);
  expect(await server.repositories.products.countAll()).toBe(1);
});

describe('the examples of docs/integrations.md', () => {
  const [signIn = '', changes = '', file = '', patch = '', adjust = '', buy = ''] = examplesIn('docs/integrations.md');
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'kiosk-examples-'));
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  /** Returns null where curl or jq is missing. */
  async function play(example: string, more: Record<string, string> = {}): Promise<string | null> {
    if (!(await hasPrograms)) {
      process.stdout.write('NOT MEASURED: curl or jq is not installed here.\n');
      return null;
    }
    const options = { cwd, env: { PATH: process.env['PATH'], ...env, ...more } };
    return (await run('bash', ['-euo', 'pipefail', '-c', example], options)).stdout;
  }

  test('sign an admin in at the identity provider and make a key', async () => {
    const { admin } = await createPrincipals(server);
    const asked: unknown[] = [];
    const provider = createServer((request, response) => {
      asked.push(request.url);
      request.on('data', (chunk: Buffer) => asked.push(JSON.parse(chunk.toString())));
      request.on('end', () => response.end(JSON.stringify({ idToken: admin.token })));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    const made = await play(signIn, { IDENTITY_URL: `http://127.0.0.1:${port}`, FIREBASE_API_KEY: 'x' });
    provider.close();
    if (made === null) return;
    expect(asked).toEqual([
      '/v1/accounts:signInWithPassword?key=x',
      { email: 'admin@kiosk.test', password: 'kiosk-admin', returnSecureToken: true },
    ]);
    expect(made).toMatch(/^\{"data":\{"createApiKey":\{"key":"kiosk_live_\w{53}"/);
  });

  test('read changes, export a file and import it', async () => {
    const product = { name: 'Lamp of the examples', price: 5 };
    const { KIOSK_API_KEY: token = '' } = env;
    await server.call('POST', '/api/product', { token, body: product });
    await server.db.collection('products').updateMany({}, { $set: { updatedAt: new Date(Date.now() - 60_000) } });
    const listed = await play(changes);
    if (listed === null) return;
    expect(listed).toMatch(/^\[\]\[\{.*"name":"Lamp of the examples"/);
    const [dryRun, real] = (await play(file))?.split('][').map((part) => part.match(/"outcome":"\w+"/g)) ?? [];
    expect(new Set(dryRun)).toEqual(new Set(['"outcome":"unchanged"']));
    expect(real).toEqual(dryRun);
  });

  test('change a price, add stock once, and buy with a test card', async () => {
    const { id, slug } = await countedProduct(server, 3);
    const product = { PRODUCT_ID: id.toHexString(), PRODUCT_SLUG: slug };
    const changed = await play(patch, product);
    if (changed === null) return;
    expect(JSON.parse(changed)).toMatchObject({ price: 12.5, version: 2 });
    expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 3, version: 1 });
    const added = [await play(adjust, product), await play(adjust, product)];
    expect(added.map((answer) => JSON.parse(answer ?? '') as unknown)).toEqual(
      added.map(() => ({ data: { adjustStock: { stockLevel: { onHand: 15, version: 2 } } } })),
    );
    expect(await play(buy, product)).toMatch(/^K-\w{4}-\w{4}\n$/);
    expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 14, available: 14 });
  });
});

test('the playground’s examples are valid, and the one for programs works with an API key', async () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  for (const { query } of playground) expect([query, validate(schema, parse(query))]).toEqual([query, []]);
  const program = playground.find((example) => 'headers' in example);
  const {
    query = '',
    variables = '',
    headers = '',
  } = program as { query?: string; variables?: string; headers?: string };
  const { KIOSK_API_KEY: key = '' } = env;
  const answer = await server.graphql(query, JSON.parse(variables) as object, {
    headers: JSON.parse(headers.replace('kiosk_live_...', key)) as Record<string, string>,
  });
  expect(answer).toMatchObject({ status: 200, json: { data: { removedProducts: { nodes: [] } } } });
});

test('the tables of scopes and of operations without a scope match the policy', async () => {
  const { apiKeyScopes, policy, scopesOpening } = await import('../../server/policy');
  const text = readFileSync('docs/api-keys.md', 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+:\w+)` /gm)].map(([, scope]) => scope);
  expect(rows).toEqual(Object.keys(apiKeyScopes));
  const [, table = ''] = /^In no scope is(.+?)^## /ms.exec(text) ?? [];
  const listed = [...table.matchAll(/`(\w+)`/g)].map(([, operation]) => operation);
  const closed = Object.keys(policy).filter((operation) => scopesOpening(operation).length === 0);
  expect(listed.sort()).toEqual(closed.sort());
});

test('the schema describes the scope of every operation that keys may call, and of no other', async () => {
  const { policy, scopesOpening } = await import('../../server/policy');
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  for (const operation of Object.keys(policy)) {
    const named = [...(fields[operation]?.description ?? '').matchAll(/\bkey (?:with|needs)\s+`(\w+:\w+)`/g)];
    expect([operation, named.map(([, scope]) => scope)]).toEqual([operation, scopesOpening(operation)]);
  }
});
