import { countedProduct } from '../testing/buyer';
import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server, 'admin');
});
afterAll(() => server.stop());

const send = (query: string, input: object, key: string) =>
  server.graphql(query, { input }, { token: admin.token, headers: { 'idempotency-key': key } });
const count = (collection: string) => server.db.collection(collection).countDocuments();
const codeOf = ({ status, text }: Answer) => [status, /"code":"(\w+)"/.exec(text)?.[1]];
const reused = [422, 'IDEMPOTENCY_KEY_REUSED'];

const createKey = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } key } }';
const createHook =
  'mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { webhookEndpoint { id } secret } }';
const rotate =
  'mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { webhookEndpoint { id } secret } }';
const remove =
  'mutation ($input: DeleteWebhookEndpointInput!) { deleteWebhookEndpoint(input: $input) { webhookEndpoint { id } } }';

interface Hook {
  readonly webhookEndpoint: { readonly id: string };
  readonly secret: string;
}
const hookOf = ({ json }: Answer) => Object.values((json as { data: Record<string, Hook> }).data)[0] as Hook;
const hook = (name: string) => ({ url: `https://${name}.example/hook`, events: ['ORDER_PLACED'] });

test('B29 createApiKey refuses a reused key for other input and replays the API key without its secret', async () => {
  const input = { name: 'Till', scopes: ['READ_STOCK'] };
  const first = await send(createKey, input, 'till');
  expect(first.status).toBe(200);
  const before = await count('apiKeys');
  expect(codeOf(await send(createKey, { ...input, name: 'Other till' }, 'till'))).toEqual(reused);
  expect(codeOf(await send(createHook, hook('till'), 'till'))).toEqual(reused);
  expect(await count('apiKeys')).toBe(before);
  const { createApiKey } = (first.json as { data: { createApiKey: { apiKey: object; key: string } } }).data;
  const again = await send(createKey, input, 'till');
  expect(again.json).toEqual({ data: { createApiKey: { ...createApiKey, key: null } } });
  const stored = JSON.stringify(await server.db.collection('idempotencyKeys').find().toArray());
  expect(stored).not.toContain('answer');
});

test('B29 createWebhookEndpoint refuses a reused key for another endpoint or after the endpoint was deleted', async () => {
  const first = hookOf(await send(createHook, hook('one'), 'hook'));
  expect(codeOf(await send(createHook, hook('two'), 'hook'))).toEqual(reused);
  expect(hookOf(await send(createHook, hook('one'), 'hook'))).toEqual(first);
  expect((await send(remove, { id: first.webhookEndpoint.id }, 'hook is deleted')).status).toBe(200);
  const refused = await send(createHook, hook('one'), 'hook');
  expect(codeOf(refused)).toEqual([409, 'CONFLICT']);
  expect(refused.text).toContain('its endpoint was deleted.');
  expect(await count('webhookEndpoints')).toBe(0);
});

test('B29 rotateWebhookSecret refuses a reused key for another endpoint and replays the same secret', async () => {
  const [one, two] = [hookOf(await send(createHook, hook('a'), 'a')), hookOf(await send(createHook, hook('b'), 'b'))];
  const rotated = hookOf(await send(rotate, { id: one.webhookEndpoint.id }, 'rotation'));
  expect(codeOf(await send(rotate, { id: two.webhookEndpoint.id }, 'rotation'))).toEqual(reused);
  expect(hookOf(await send(rotate, { id: one.webhookEndpoint.id }, 'rotation')).secret).toBe(rotated.secret);
});

test('B29 a refused input leaves the key unused', async () => {
  expect((await send(createHook, { ...hook('x'), url: 'nonsense' }, 'free')).status).toBe(400);
  expect((await send(createHook, hook('x'), 'free')).status).toBe(200);
});

test('B29 starting a checkout refuses a reused key for another product', async () => {
  const [{ slug }, other] = [await countedProduct(server, 5), await countedProduct(server, 5)];
  const start = (body: object) =>
    server.call('POST', '/api/checkouts', { body, headers: { 'idempotency-key': 'press' } });
  expect((await start({ slug })).status).toBe(201);
  expect(codeOf(await start({ slug: other.slug }))).toEqual(reused);
  expect((await start({ slug })).status).toBe(201);
  expect(await count('checkouts')).toBe(1);
});
