import { EJSON } from 'bson';
import { buildOrder } from '../testing/buildOrder';
import { buildProduct } from '../testing/builders';
import { Buyer, homeAddress } from '../testing/buyer';
import type { TestAccount } from '../testing/identityResponder';
import { must, signUp, type Principal } from '../testing/principals';
import { shopCollections } from '../testing/shopCollections';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let admin: Principal;
let other: Principal;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server, 'admin');
  other = await signUp(server, 'other');
});
afterAll(() => server.stop());

let made = 0;

/** Somebody who has signed up at the identity provider and never registered at the shop. */
function signUpThere({ emailVerified = true } = {}) {
  made += 1;
  const uid = `stray${made}x`;
  const account: TestAccount = { uid, email: `${uid}@kiosk.test`, emailVerified, name: 'A Stray' };
  server.identity.add(account);
  return { ...account, token: server.identity.token(account) };
}

type Stray = ReturnType<typeof signUpThere>;

const productOf = async ({ uid, token }: Pick<Stray, 'uid' | 'token'>) => {
  const query = 'mutation P($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }';
  const data = await must(server, query, { input: { name: `Lamp of ${uid}`, price: 5, slug: `${uid}-lamp` } }, token);
  return (data as { createProduct: { product: { id: string; slug: string } } }).createProduct.product;
};

const message =
  'mutation M($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }';

/** They sell, fill a cart, save an address, write to the shop and begin to buy. */
async function live(stray: Stray) {
  const { email, token } = stray;
  const product = await productOf(stray);
  const add = 'mutation A($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }';
  await must(server, add, { input: { slug: product.slug } }, token);
  const save = 'mutation S($input: SaveAddressInput!) { saveAddress(input: $input) { addresses { id } } }';
  await must(server, save, { input: { address: homeAddress } }, token);
  await new Buyer(server, { idToken: token }).begin({ slug: product.slug });
  await send(email, token);
  await send(email, undefined);
  return product;
}

const send = (email: string, token: string | undefined) =>
  must(server, message, { input: { name: 'A Stray', email, message: 'When does my lamp arrive?' } }, token);

const deletion =
  'mutation D($input: DeleteUserInput!) { deleteUser(input: $input) { user { id name email emailVerified role photoURL createdAt } } }';
const remove = (id: string) => server.graphql(deletion, { input: { id } }, { token: admin.token });
const notFound = { errors: [{ message: 'There is no user with this id.', extensions: { code: 'NOT_FOUND' } }] };

/** The collections that name the person, but for what says that they were deleted. */
async function whereNamed(...names: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const collection of await shopCollections(server.db))
    for (const document of await server.db.collection(collection).find().toArray())
      if (names.some((name) => EJSON.stringify(document).includes(name))) found.add(collection);
  return [...found];
}

const entriesAbout = (subjectId: string) => server.db.collection('auditEntries').find({ subjectId }).toArray();

test('C71 an admin deletes somebody who never registered, with everything that the shop has of them', async () => {
  const stray = signUpThere();
  const { id } = await live(stray);
  const deleted = await remove(stray.uid);
  const nobody = { name: '', email: null, emailVerified: false, role: 'USER', photoURL: '', createdAt: null };
  expect(deleted.json).toEqual({ data: { deleteUser: { user: { id: stray.uid, ...nobody } } } });
  expect(await whereNamed(stray.uid, stray.email)).toEqual(['auditEntries', 'deletedUsers', 'products']);
  expect(await whereNamed(stray.email)).toEqual([]);
  expect(await server.db.collection('products').findOne({ slug: `${stray.uid}-lamp` })).toMatchObject({
    status: 'inactive',
  });
  expect(server.identity.isDisabled(stray.uid)).toBe(true);
  expect(await entriesAbout(stray.uid)).toMatchObject([
    { kind: 'DELETE_USER', actorUid: admin.uid, subjectId: stray.uid, outcome: 'DONE' },
  ]);

  for (const query of [
    'mutation { createProduct(input: { name: "Lamp", price: 5 }) { product { id } } }',
    `mutation { registerUser(input: { name: "A Stray", email: "${stray.email}" }) { user { id } } }`,
    '{ me { id } }',
  ])
    expect((await server.graphql(query, {}, { token: stray.token })).status).toBe(403);
  expect((await remove(stray.uid)).json).toMatchObject(notFound);
  expect(await entriesAbout(stray.uid)).toHaveLength(1);
  const left = '($ownerId: ID) { storeItems(ownerId: $ownerId) { nodes { id } } }';
  expect((await server.graphql(`query${left}`, { ownerId: stray.uid }, { token: admin.token })).json).toEqual({
    data: { storeItems: { nodes: [{ id }] } },
  });
});

test('messages without a sign-in stay under an e-mail that a deleted account never verified', async () => {
  const stray = signUpThere({ emailVerified: false });
  await live(stray);
  await remove(stray.uid);
  const kept = await server.db.collection('contactMessages').find({ email: stray.email }).toArray();
  expect(kept.map(({ senderUid }) => senderUid as unknown)).toEqual([undefined]);
});

test('deletes by REST, without anything stored, and with an account that is gone', async () => {
  const idle = signUpThere();
  const byRest = await server.call('DELETE', `/api/users/${idle.uid}`, { token: admin.token });
  expect([byRest.status, byRest.json]).toEqual([200, { _id: idle.uid }]);
  expect(server.identity.isDisabled(idle.uid)).toBe(true);
  const product = buildProduct({ name: 'Left', slug: 'left', ownerUid: 'gone' });
  await server.repositories.products.insert(product);
  expect((await remove('gone')).json).toMatchObject({ data: { deleteUser: { user: { id: 'gone' } } } });
  expect(await server.repositories.deletedUsers.has('gone')).toBe(true);
  expect(await server.repositories.products.findById(product._id)).toMatchObject({ status: 'inactive' });
});

test('an id that neither the shop nor the identity provider knows is not found, and nothing is changed', async () => {
  const stray = signUpThere();
  const { id } = await productOf(stray);
  const byKey = `apiKey:${id}`;
  await server.db.collection<{ _id: string }>('addresses').insertOne({ _id: byKey });
  // An order of somebody who was deleted is of no account.
  await server.repositories.orders.insertPlaced(buildOrder({ lines: [[500, 1]] }, { _id: 'K-NOBODY-1', buyerUid: '' }));
  for (const unknown of ['nobody', id, '', byKey, 'K-NOBODY-1', '127.0.0.1']) {
    expect({ unknown, answer: (await remove(unknown)).json }).toMatchObject({ unknown, answer: notFound });
    expect({ unknown, isDeleted: await server.repositories.deletedUsers.has(unknown) }).toMatchObject({
      isDeleted: false,
    });
    expect(await entriesAbout(unknown)).toEqual([]);
  }
  const role = 'mutation { changeUserRole(input: { id: "ID", role: ADMIN }) { user { id } } }';
  const promoted = await server.graphql(role.replace('ID', stray.uid), {}, { token: admin.token });
  expect(promoted.json).toMatchObject(notFound);
});

test('the uid of an owner without an e-mail is shown to admins alone, and leads them to the rest', async () => {
  const stray = signUpThere();
  const { id, slug } = await live(stray);
  const product = async (token: string | undefined) =>
    (await server.graphql('query P($slug: String!) { product(slug: $slug) { email ownerId } }', { slug }, { token }))
      .json;
  const seen = (email: string | null, ownerId: string | null) => ({ data: { product: { email, ownerId } } });
  expect(await product(undefined)).toEqual(seen(null, null));
  expect(await product(other.token)).toEqual(seen(null, null));
  expect(await product(stray.token)).toEqual(seen(stray.email, null));
  expect(await product(admin.token)).toEqual(seen(null, stray.uid));
  const list = '{ products { nodes { ownerId } } }';
  expect((await server.graphql(list, {}, { token: other.token })).text).not.toContain(stray.uid);
  expect((await server.graphql(list, {}, { token: admin.token })).text).toContain(stray.uid);

  const items = 'query S($ownerId: ID) { storeItems(ownerId: $ownerId) { nodes { __typename id email ownerId } } }';
  const owned = async (ownerId: string, token: string | undefined) =>
    (await server.graphql(items, { ownerId }, { token })).json;
  const nodes = [{ __typename: 'StoreEntry' }, { __typename: 'Product', id }];
  expect(await owned(stray.uid, admin.token)).toMatchObject({
    data: { storeItems: { nodes: nodes.map((node) => ({ ...node, email: null, ownerId: stray.uid })) } },
  });
  expect(await owned(stray.uid, stray.token)).toMatchObject({
    data: { storeItems: { nodes: nodes.map((node) => ({ ...node, email: stray.email, ownerId: null })) } },
  });
  for (const unknown of [stray.uid, 'nobody'])
    expect(await owned(unknown, other.token)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  expect(await owned('nobody', admin.token)).toMatchObject(notFound);
  const role = await server.graphql(
    'query R($id: ID) { userRole(id: $id) }',
    { id: stray.uid },
    { token: admin.token },
  );
  expect(role.json).toEqual({ data: { userRole: 'USER' } });
});
