import type { TestAccount } from '../testing/identityResponder';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { makeAdmin } from './makeAdmin';

const admin = { uid: 'root', email: 'admin@kiosk.test', emailVerified: true, name: 'Root' };
const change = 'mutation($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id role } } }';
const remove = 'mutation($input: DeleteUserInput!) { deleteUser(input: $input) { user { id } } }';
const register =
  'mutation($input: RegisterUserInput!) { registerUser(input: $input) { user { id email emailVerified } } }';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { requireVerifiedEmail: true } });
  await signUp(admin);
});
afterAll(() => server.stop());

const tokenOf = (account: TestAccount) => server.identity.token(account);
const asRoot = () => ({ token: tokenOf(admin) });

async function signUp(account: TestAccount): Promise<void> {
  server.identity.add(account);
  const input = { name: account.name, email: account.email };
  const { json } = await server.graphql(register, { input }, { token: tokenOf(account) });
  expect(json).not.toHaveProperty('errors');
}

let number = 0;

/** A user who changes the e-mail at the provider, and one who verifies the first e-mail. */
async function lostEmail(isAdmin: boolean) {
  number += 1;
  const first = { uid: `first-${number}`, email: `a${number}@kiosk.test`, emailVerified: true, name: 'First' };
  await signUp(first);
  if (isAdmin) await server.graphql(change, { input: { id: first.uid, role: 'ADMIN' } }, asRoot());
  const second = { ...first, uid: `second-${number}`, name: 'Second' };
  await signUp(second);
  return { first, second, moved: { ...first, email: `b${number}@kiosk.test`, emailVerified: false } };
}

const recordOf = (uid: string) => server.repositories.users.findByUid(uid);

describe.each([
  ['a seller', false],
  ['an admin', true],
])('%s whose e-mail was taken over', (_who, isAdmin) => {
  test('has neither e-mail nor rights, as the audit log records', async () => {
    const { first, second } = await lostEmail(isAdmin);
    expect(await recordOf(first.uid)).toMatchObject({ email: null, emailVerified: false, role: 'user' });
    expect(await recordOf(second.uid)).toMatchObject({ email: first.email, emailVerified: true, role: 'user' });
    const query =
      '{ auditEntries(filter: { kind: TAKE_OVER_EMAIL }, first: 1) { nodes { subjectId actorUid actorEmail outcome changes { field before after } } } }';
    expect((await server.graphql(query, {}, asRoot())).json).toMatchObject({
      data: {
        auditEntries: {
          nodes: [
            {
              subjectId: first.uid,
              actorUid: second.uid,
              actorEmail: first.email,
              outcome: 'DONE',
              changes: isAdmin ? [{ field: 'role', before: 'admin', after: 'user' }] : [],
            },
          ],
        },
      },
    });
  });

  test('gets the e-mail that a later token verifies, unless another user has it', async () => {
    const { first, moved } = await lostEmail(isAdmin);
    const me = async (account: TestAccount) =>
      (await server.graphql('{ me { email emailVerified } }', {}, { token: tokenOf(account) })).json;
    expect(await me(first)).toEqual({ data: { me: { email: null, emailVerified: false } } });
    expect(await me(moved)).toEqual({ data: { me: { email: null, emailVerified: false } } });
    expect(await me({ ...moved, emailVerified: true })).toEqual({
      data: { me: { email: moved.email, emailVerified: true } },
    });
    expect(await recordOf(first.uid)).toMatchObject({ email: moved.email, emailVerified: true });
  });

  test('cannot be promoted, has the role USER and can be read, demoted and deleted by uid, over GraphQL and REST', async () => {
    for (const way of ['graphql', 'rest']) {
      const { first, second } = await lostEmail(isAdmin);
      const items = '($ownerId: ID) { storeItems(ownerId: $ownerId) { totalCount } cart(ownerId: $ownerId) { id } }';
      const role = await server.graphql('query($id: ID) { userRole(id: $id) }', { id: first.uid }, asRoot());
      expect(role.json).toEqual({ data: { userRole: 'USER' } });
      const seen = await server.graphql(`query${items}`, { ownerId: first.uid }, asRoot());
      expect(seen.json).toEqual({ data: { storeItems: { totalCount: 0 }, cart: [] } });
      expect((await server.call('GET', `/api/users/role/${first.uid}`, asRoot())).json).toEqual({ role: 'user' });
      expect((await server.call('GET', `/api/store/${first.uid}`, asRoot())).json).toEqual([]);
      if (way === 'graphql') {
        const promoted = await server.graphql(change, { input: { id: first.uid, role: 'ADMIN' } }, asRoot());
        expect(promoted.json).toMatchObject({ errors: [{ extensions: { code: 'CONFLICT' } }] });
        const demoted = await server.graphql(change, { input: { id: first.uid, role: 'USER' } }, asRoot());
        expect(demoted.json).toMatchObject({ data: { changeUserRole: { user: { id: first.uid, role: 'USER' } } } });
        const deleted = await server.graphql(remove, { input: { id: first.uid } }, asRoot());
        expect(deleted.json).toEqual({ data: { deleteUser: { user: { id: first.uid } } } });
      } else {
        const promoting = { ...asRoot(), body: { role: 'admin' } };
        expect((await server.call('PATCH', `/api/users/role/${first.uid}`, promoting)).status).toBe(409);
        expect(await recordOf(first.uid)).toMatchObject({ role: 'user' });
        const body = { role: 'user' };
        const demoted = await server.call('PATCH', `/api/users/role/${first.uid}`, { ...asRoot(), body });
        expect(demoted.json).toEqual({ role: 'user' });
        const deleted = await server.call('DELETE', `/api/users/${first.uid}`, asRoot());
        expect(deleted.json).toEqual({ _id: first.uid });
      }
      expect(await recordOf(first.uid)).toBeNull();
      expect(await recordOf(second.uid)).toMatchObject({ email: first.email });
    }
  });
});

test.each([
  [{}, 'email'],
  [{ email: null, id: null }, 'email'],
  [{ email: 'a@kiosk.test', id: 'a' }, 'id'],
  [{ id: 'x'.repeat(129) }, 'id'],
  [{ id: 'a\u0000b' }, 'id'],
])('refuses the user reference %j on its field', async (input, field) => {
  for (const [query, more] of [
    [remove, {}],
    [change, { role: 'USER' }],
  ] as const) {
    const { json } = await server.graphql(query, { input: { ...input, ...more } }, asRoot());
    expect(json).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT', field } }] });
  }
});

test.each(['saml|ada b', 'ada: the first'])('the uid %j can be named over GraphQL and REST', async (uid) => {
  number += 1;
  await signUp({ uid, email: `named${number}@kiosk.test`, emailVerified: true, name: 'Named' });
  const { json } = await server.graphql(change, { input: { id: uid, role: 'ADMIN' } }, asRoot());
  expect(json).toEqual({ data: { changeUserRole: { user: { id: uid, role: 'ADMIN' } } } });
  const key = encodeURIComponent(uid);
  expect((await server.call('GET', `/api/users/role/${key}`, asRoot())).json).toEqual({ role: 'admin' });
  expect((await server.call('GET', `/api/store/${key}`, asRoot())).json).toEqual([]);
  const demoted = await server.call('PATCH', `/api/users/role/${key}`, { ...asRoot(), body: { role: 'user' } });
  expect(demoted.json).toEqual({ role: 'user' });
  expect((await server.call('DELETE', `/api/users/${key}`, asRoot())).json).toEqual({ _id: uid });
  expect(await recordOf(uid)).toBeNull();
});

test('over REST a uid with an @ does not name its person, over GraphQL it does', async () => {
  const uid = 'given-up@kiosk.test';
  await signUp({ uid, email: 'other-address@kiosk.test', emailVerified: true, name: 'Named' });
  expect((await server.call('DELETE', `/api/users/${uid}`, asRoot())).status).toBe(404);
  expect(await recordOf(uid)).not.toBeNull();
  const { json } = await server.graphql(change, { input: { id: uid, role: 'ADMIN' } }, asRoot());
  expect(json).toEqual({ data: { changeUserRole: { user: { id: uid, role: 'ADMIN' } } } });
});

test('answers 404 to admins and 403 to others for an unknown uid', async () => {
  const ada = { uid: 'ada', email: 'ada@kiosk.test', emailVerified: false, name: 'Ada' };
  await signUp(ada);
  for (const [method, path, body] of [
    ['GET', '/api/users/role/nobody', undefined],
    ['GET', '/api/store/nobody', undefined],
    ['PATCH', '/api/users/role/nobody', { role: 'user' }],
    ['DELETE', '/api/users/nobody', undefined],
  ] as const) {
    expect((await server.call(method, path, { ...asRoot(), body })).status).toBe(404);
    expect((await server.call(method, path, { token: tokenOf(ada), body })).status).toBe(403);
  }
  const { status } = await server.call('DELETE', '/api/users/root', asRoot());
  expect(status).toBe(403);
});

test('an account without a verified e-mail cannot become admin in any way until it is verified', async () => {
  const ceo = { uid: 'ceo', email: 'ceo@corp.dev', emailVerified: false, name: 'Boss' };
  await signUp(ceo);
  const promoted = await server.graphql(change, { input: { email: ceo.email, role: 'ADMIN' } }, asRoot());
  expect(promoted.json).toMatchObject({
    errors: [
      { message: expect.stringContaining('has not verified their e-mail') as string, extensions: { code: 'CONFLICT' } },
    ],
  });
  const overRest = { ...asRoot(), body: { role: 'admin' } };
  expect((await server.call('PATCH', `/api/users/role/${ceo.email}`, overRest)).status).toBe(409);
  const rules = { requireVerifiedEmail: true };
  await expect(makeAdmin(server.repositories, ceo.email, rules)).rejects.toThrow('has not verified their e-mail');
  expect(await recordOf('ceo')).toMatchObject({ role: 'user', emailVerified: false });
  await server.graphql('{ me { id } }', {}, { token: tokenOf({ ...ceo, emailVerified: true }) });
  // An older token does not undo the verification.
  await signUp(ceo);
  expect(await recordOf('ceo')).toMatchObject({ emailVerified: true });
  expect((await server.call('PATCH', `/api/users/role/${ceo.email}`, overRest)).json).toEqual({ role: 'admin' });
});
