import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let root: Principal;
let made = 0;
beforeAll(async () => {
  server = await startTestServer();
  root = await signUp(server, 'admin');
});
afterAll(() => server.stop());

const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
const codeOf = ({ status, text }: Answer) => [status, /"code":"(\w+)"/.exec(text)?.[1]];
const roleOf = 'mutation C($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { email } } }';
const setRole = (email: string, role: string, token = root.token, headers = {}) =>
  server.graphql(roleOf, { input: { email, role } }, { token, headers });
const newPerson = (name: string) => signUp(server, `${name}-${(made += 1)}`);

async function newAdmin(): Promise<Principal> {
  const person = await newPerson('second');
  expect((await setRole(person.email, 'ADMIN')).status).toBe(200);
  return person;
}

async function newProduct(by: Principal): Promise<string> {
  const body = { name: `Lamp ${(made += 1)}`, price: 5 };
  const { json } = await server.call('POST', '/api/product', { token: by.token, body });
  return (json as { _id: string })._id;
}

type Send = (headers: Readonly<Record<string, string>>) => Promise<Answer>;
type Make = (caller: Principal) => Promise<Send>;

const graphql =
  (query: string, variables: object, { token }: Principal): Send =>
  (headers) =>
    server.graphql(query, variables, { token, headers });
const rest =
  (method: string, path: string, body: object | undefined, { token }: Principal): Send =>
  (headers) =>
    server.call(method, path, { token, headers, ...(body && { body }) });

/** Calls that every signed-in user may make. */
const ofUsers: Readonly<Record<string, Make>> = {
  'createProduct by GraphQL': async (caller) =>
    graphql(
      'mutation P($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
      { input: { name: `Made ${(made += 1)}`, price: 5 } },
      caller,
    ),
  'createProduct by REST': async (caller) =>
    rest('POST', '/api/product', { name: `Made ${(made += 1)}`, price: 5 }, caller),
  'updateProduct on an own product': async (caller) =>
    graphql(
      'mutation U($input: UpdateProductInput!) { updateProduct(input: $input) { product { name } } }',
      { input: { id: await newProduct(caller), price: 7, version: 1 } },
      caller,
    ),
  'deleteStoreItem on an own product by REST': async (caller) =>
    rest('DELETE', `/api/store/${await newProduct(caller)}`, undefined, caller),
};

/** Calls that only admins may make. */
const ofAdmins: Readonly<Record<string, Make>> = {
  'changeUserRole by GraphQL': async (caller) =>
    graphql(roleOf, { input: { email: (await newPerson('target')).email, role: 'USER' } }, caller),
  'changeUserRole by REST': async (caller) =>
    rest('PATCH', `/api/users/role/${(await newPerson('target')).email}`, { role: 'user' }, caller),
  'deleteUser by REST': async (caller) =>
    rest('DELETE', `/api/users/${(await newPerson('target')).email}`, undefined, caller),
  bulkUpdateProducts: async (caller) =>
    graphql(
      'mutation B($input: BulkUpdateProductsInput!) { bulkUpdateProducts(input: $input) { results { id } } }',
      { input: { ids: [await newProduct(root)], action: 'DEACTIVATE' } },
      caller,
    ),
  'updateProduct on another user’s product': async (caller) =>
    graphql(
      'mutation U($input: UpdateProductInput!) { updateProduct(input: $input) { product { email } } }',
      { input: { id: await newProduct(root), price: 7, version: 1 } },
      caller,
    ),
  'deleteStoreItem on another user’s product by REST': async (caller) =>
    rest('DELETE', `/api/store/${await newProduct(root)}`, undefined, caller),
};

const endings: Readonly<Record<string, (person: Principal) => Promise<unknown>>> = {
  'was disabled': async ({ uid }) => server.identity.disable(uid),
  'had all sessions revoked': async ({ uid }) => server.identity.revoke(uid),
  'was deleted': async ({ email }) => server.call('DELETE', `/api/users/${email}`, { token: root.token }),
};
const demotion = async ({ email }: Principal) => setRole(email, 'USER');

const cases: [who: string, what: string, () => Promise<Principal>, Make, (person: Principal) => Promise<unknown>][] = [
  ...Object.entries(endings).flatMap(([ending, end]) => [
    ...Object.entries(ofUsers).map(
      ([what, make]) => [`A user who ${ending}`, what, () => newPerson('user'), make, end] as const,
    ),
    ...Object.entries(ofAdmins).map(([what, make]) => [`An admin who ${ending}`, what, newAdmin, make, end] as const),
  ]),
  ...Object.entries(ofAdmins).map(
    ([what, make]) => ['An admin who was demoted', what, newAdmin, make, demotion] as const,
  ),
].map((row) => [...row]);

test.each(cases)(
  '%s gets for %s the refusal of a call without a key, not the stored answer',
  async (_who, _what, newCaller, make, end) => {
    const caller = await newCaller();
    const send = await make(caller);
    const headers = { 'idempotency-key': `key ${(made += 1)}` };
    const first = await send(headers);
    expect([first.status < 300, first.text.includes('"errors"')]).toEqual([true, false]);
    expect(isReplay(await send(headers))).toBe(true);
    await end(caller);
    const again = await send(headers);
    expect(again.status).toBeGreaterThanOrEqual(400);
    expect([codeOf(again), isReplay(again)]).toEqual([codeOf(await send({})), false]);
  },
);

test.each(Object.entries(ofUsers))('replays the answer of %s to a user who became an admin', async (_what, make) => {
  const caller = await newPerson('rising');
  const send = await make(caller);
  const headers = { 'idempotency-key': `key ${(made += 1)}` };
  const first = await send(headers);
  await setRole(caller.email, 'ADMIN');
  const again = await send(headers);
  expect([isReplay(again), again.text]).toEqual([true, first.text]);
});

test('neither replays nor repeats a document when the caller has lost the right to one of its mutations', async () => {
  const caller = await newAdmin();
  const { email } = await newPerson('target');
  const query = `mutation M($made: CreateProductInput!, $input: ChangeUserRoleInput!) {
    createProduct(input: $made) { product { id } } changeUserRole(input: $input) { user { email } } }`;
  const name = `Mixed ${(made += 1)}`;
  const send = graphql(query, { made: { name, price: 5 }, input: { email, role: 'USER' } }, caller);
  const headers = { 'idempotency-key': `key ${(made += 1)}` };
  expect((await send(headers)).status).toBe(200);
  await demotion(caller);
  const again = await send(headers);
  expect([codeOf(again), isReplay(again)]).toEqual([[403, 'FORBIDDEN'], false]);
  expect(await server.db.collection('products').countDocuments({ name })).toBe(1);
});
