import type { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { UnavailableError } from '../errors';
import { createProduct } from '../products/products.service';
import { importProducts } from '../products/importProducts';
import { updateProduct } from '../products/updateProduct';
import { bulkUpdateProducts } from '../store/bulkUpdateProducts';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { restoreStoreItem } from '../store/restoreStoreItem';
import { addToStore } from '../store/store.service';
import { asAdmin, asUser, asViewer, testTime, viewerNamed } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { makeAdmin } from '../users/makeAdmin';
import { changeUserRole, deleteUser, findMe, registerUser } from '../users/users.service';

/** Settings of a shop whose identity provider sends no mail. */
const anyEmail = { requireVerifiedEmail: false };

const database = useTestDatabase();

const repositories = () => database.repositories;
const logged = () =>
  database.db
    .collection('auditEntries')
    .find({}, { projection: { _id: 0 } })
    .toArray();
const done = {
  subjectVersion: null,
  actorUid: 'root',
  requestId: 'test',
  startedAt: testTime,
  outcome: 'DONE',
  completedAt: testTime,
};

test('logs a role change by an admin once, with before and after', async () => {
  await asUser(repositories(), 'ada');
  await changeUserRole(await asAdmin(repositories(), 'root'), { email: 'ada@kiosk.test', role: 'ADMIN' });
  expect(await logged()).toEqual([
    {
      ...done,
      kind: 'CHANGE_USER_ROLE',
      subject: null,
      subjectId: 'ada',
      changes: [{ field: 'role', before: 'user', after: 'admin' }],
    },
  ]);
});

test('logs the deletion of a user by an admin once', async () => {
  await asUser(repositories(), 'ada');
  await deleteUser(await asAdmin(repositories(), 'root'), { email: 'ada@kiosk.test' });
  expect(await logged()).toEqual([
    {
      ...done,
      kind: 'DELETE_USER',
      subject: null,
      subjectId: 'ada',
      changes: [{ field: 'role', before: 'user', after: null }],
    },
  ]);
});

test('logs the grant of the first admin once, even when the admin returns', async () => {
  const boss = asViewer(repositories(), viewerNamed('boss'), { adminEmails: ['boss@kiosk.test'] });
  await registerUser(boss, { name: 'Boss', email: 'boss@kiosk.test' });
  await findMe(boss);
  await repositories().admins.change((admins) => ({ ...admins, uids: [] }));
  expect(await findMe(boss)).toMatchObject({ role: 'user' });
  expect(await logged()).toEqual([
    {
      ...done,
      actorUid: 'boss',
      kind: 'GRANT_FIRST_ADMIN',
      subject: null,
      subjectId: 'boss',
      changes: [{ field: 'role', before: 'user', after: 'admin' }],
    },
  ]);
});

test('concurrent requests of the first admin complete one entry', async () => {
  await asUser(repositories(), 'boss');
  const boss = asViewer(repositories(), viewerNamed('boss'), { adminEmails: ['boss@kiosk.test'] });
  await Promise.all(Array.from({ length: 5 }, () => findMe(boss)));
  expect((await logged()).filter(({ outcome }) => outcome !== 'FAILED')).toMatchObject([{ outcome: 'DONE' }]);
});

test('logs make-admin on the command line as its own actor', async () => {
  await asUser(repositories(), 'ada');
  await makeAdmin(repositories(), 'ada@kiosk.test', anyEmail);
  await makeAdmin(repositories(), 'ada@kiosk.test', anyEmail);
  expect(await logged()).toMatchObject([
    { kind: 'MAKE_ADMIN', actorUid: 'make-admin', requestId: 'make-admin', outcome: 'DONE' },
  ]);
});

const hex = ({ _id }: { readonly _id: ObjectId }) => _id.toHexString();
const kinds = async () => (await logged()).map(({ kind, subject, outcome }) => [kind, subject, outcome]);

test('logs every write of an admin to a product once, also to their own, with before and after', async () => {
  const root = await asAdmin(repositories(), 'root');
  const product = await createProduct(root, {
    name: 'Lamp <b>',
    price: 5,
    discount: 10,
    categories: ['Home', 'Lamps'],
  });
  const id = hex(product);
  await updateProduct(root, { id, version: 1, price: 6.5, slug: '' });
  await deleteStoreItem(root, { id });
  await restoreStoreItem(root, { id });
  const entry = { ...done, subject: 'Lamp <b>', subjectId: id };
  const whole = [
    { field: 'name', before: null, after: 'Lamp <b>' },
    { field: 'slug', before: null, after: 'lamp-b' },
    { field: 'price', before: null, after: '5.00' },
    { field: 'ownerUid', before: null, after: 'root' },
    { field: 'description', before: null, after: '' },
    { field: 'discount', before: null, after: '10' },
    { field: 'taxClass', before: null, after: 'standard' },
    { field: 'photos', before: null, after: '' },
    { field: 'categories', before: null, after: 'Home\nLamps' },
    { field: 'inStock', before: null, after: 'true' },
    { field: 'status', before: null, after: 'active' },
  ];
  const later = whole.map((change) => (change.field === 'price' ? { ...change, after: '6.50' } : change));
  expect(await logged()).toEqual([
    { ...entry, kind: 'CREATE_PRODUCT', changes: whole },
    {
      ...entry,
      kind: 'UPDATE_PRODUCT',
      subjectVersion: 1,
      changes: [{ field: 'price', before: '5.00', after: '6.50' }],
    },
    {
      ...entry,
      kind: 'DELETE_STORE_ITEM',
      changes: later.map(({ field, after }) => ({ field, before: after, after: null })),
    },
    { ...entry, kind: 'RESTORE_STORE_ITEM', changes: later },
  ]);
});

test("logs an admin's changes to carts of others, but not to their own cart, and nothing that other users do", async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const lamp = hex(await createProduct(ada, { name: 'Lamp', price: 5 }));
  const own = hex(await addToStore(root, { slug: 'lamp' }));
  await deleteStoreItem(root, { id: own });
  await restoreStoreItem(root, { id: own });
  const hers = hex(await addToStore(ada, { slug: 'lamp' }));
  await deleteStoreItem(ada, { id: hers });
  await restoreStoreItem(ada, { id: hers });
  await updateProduct(ada, { id: lamp, version: 1, price: 6 });
  await deleteStoreItem(ada, { id: lamp });
  await restoreStoreItem(ada, { id: lamp });
  await registerUser(root, { name: 'Root', email: 'root@kiosk.test' });
  expect(await logged()).toEqual([]);
  await deleteStoreItem(root, { id: hers });
  await restoreStoreItem(root, { id: hers });
  expect(await kinds()).toEqual([
    ['DELETE_STORE_ITEM', 'Lamp', 'DONE'],
    ['RESTORE_STORE_ITEM', 'Lamp', 'DONE'],
  ]);
});

test('an outdated version leaves no entry, a taken slug a FAILED one', async () => {
  const root = await asAdmin(repositories(), 'root');
  const id = hex(await createProduct(root, { name: 'Lamp', price: 5 }));
  await createProduct(root, { name: 'Mug', price: 5 });
  await database.db.collection('auditEntries').deleteMany({});
  await expect(updateProduct(root, { id, version: 7, price: 6 })).rejects.toMatchObject({ status: 409 });
  await expect(createProduct(root, { name: '', price: 5 })).rejects.toMatchObject({ status: 400 });
  expect(await kinds()).toEqual([]);
  await expect(updateProduct(root, { id, version: 1, slug: 'mug' })).rejects.toMatchObject({ status: 409 });
  await expect(createProduct(root, { name: 'Mug', slug: 'mug', price: 5 })).rejects.toMatchObject({ status: 409 });
  expect(await kinds()).toEqual([
    ['UPDATE_PRODUCT', 'Lamp', 'FAILED'],
    ['CREATE_PRODUCT', 'Mug', 'FAILED'],
  ]);
});

test('a retry of a call without a stored answer leaves no second entry', async () => {
  await asAdmin(repositories(), 'root');
  const keyed = () => asViewer(repositories(), viewerNamed('root'), { idempotencyKey: 'root\nk' });
  const id = hex(await createProduct(keyed(), { name: 'Lamp', price: 5 }));
  await createProduct(keyed(), { name: 'Lamp', price: 5 });
  await updateProduct(keyed(), { id, version: 1, price: 6 });
  await updateProduct(keyed(), { id, version: 1, price: 6 });
  await deleteStoreItem(keyed(), { id });
  await deleteStoreItem(keyed(), { id });
  expect((await kinds()).map(([kind]) => kind)).toEqual(['CREATE_PRODUCT', 'UPDATE_PRODUCT', 'DELETE_STORE_ITEM']);
});

test('a refusal before the change leaves no entry, a refusal by the change a FAILED one', async () => {
  const ada = await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  await expect(changeUserRole(ada, { email: 'root@kiosk.test', role: 'USER' })).rejects.toMatchObject({ status: 403 });
  await expect(deleteUser(root, { email: 'nobody@kiosk.test' })).rejects.toMatchObject({ status: 404 });
  await expect(deleteUser(root, { email: 'root@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  expect(await logged()).toEqual([]);
  const bob = await asAdmin(repositories(), 'bob');
  // Root becomes the last admin after bob's rights were checked.
  const late = { ...bob, signedIn: () => asChecked(bob) };
  await asChecked(bob);
  await changeUserRole(root, { email: 'bob@kiosk.test', role: 'USER' });
  await expect(changeUserRole(late, { email: 'root@kiosk.test', role: 'USER' })).rejects.toMatchObject({ status: 409 });
  await expect(deleteUser(late, { email: 'root@kiosk.test' })).rejects.toMatchObject({ status: 409 });
  expect(await logged()).toMatchObject([
    { kind: 'CHANGE_USER_ROLE', actorUid: 'root', outcome: 'DONE' },
    { kind: 'CHANGE_USER_ROLE', actorUid: 'bob', outcome: 'FAILED', completedAt: testTime },
    { kind: 'DELETE_USER', actorUid: 'bob', outcome: 'FAILED', completedAt: testTime },
  ]);
});

/** The caller with admin rights as checked at the start of the request. */
async function asChecked(context: Context) {
  const signedIn = await context.signedIn();
  if (!signedIn?.record) throw new Error('nobody');
  return { ...signedIn, record: { ...signedIn.record, role: 'admin' as const } };
}

test('makes no change when the audit entry cannot be begun', async () => {
  await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  const auditEntries = { ...repositories().auditEntries, begin: () => Promise.reject(new UnavailableError()) };
  const mute = { ...repositories(), auditEntries };
  const muted = { ...root, repositories: mute };
  const email = 'ada@kiosk.test';
  await expect(changeUserRole(muted, { email, role: 'ADMIN' })).rejects.toMatchObject({ status: 503 });
  await expect(deleteUser(muted, { email })).rejects.toMatchObject({ status: 503 });
  const id = hex(await createProduct(await asUser(repositories(), 'bob'), { name: 'Lamp', price: 5 }));
  await expect(updateProduct(muted, { id, version: 1, price: 6 })).rejects.toMatchObject({ status: 503 });
  await expect(createProduct(muted, { name: 'Mug', price: 5 })).rejects.toMatchObject({ status: 503 });
  await expect(deleteStoreItem(muted, { id })).rejects.toMatchObject({ status: 503 });
  await expect(bulkUpdateProducts(muted, { ids: [id], action: 'DELETE' })).rejects.toMatchObject({ status: 503 });
  const rows = [
    { slug: 'lamp', price: '6' },
    { name: 'Mug', price: '6' },
  ];
  await expect(importProducts(muted, { rows, dryRun: false })).rejects.toMatchObject({ status: 503 });
  expect(await repositories().products.findBySlug('lamp')).toMatchObject({ version: 1 });
  expect(await repositories().products.countAll()).toBe(1);
  await expect(makeAdmin(mute, email, anyEmail)).rejects.toMatchObject({ status: 503 });
  const first = asViewer(mute, viewerNamed('ada'), { adminEmails: [email] });
  await expect(findMe(first)).rejects.toMatchObject({ status: 503 });
  expect(await repositories().users.findByUid('ada')).toMatchObject({ role: 'user' });
  expect(await repositories().jobs.find(10)).toEqual([]);
});

test('makes a change and returns it even when its entry cannot be completed', async () => {
  await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  const auditEntries = { ...repositories().auditEntries, complete: () => Promise.reject(new UnavailableError()) };
  const context = { ...root, repositories: { ...repositories(), auditEntries } };
  expect(await changeUserRole(context, { email: 'ada@kiosk.test', role: 'ADMIN' })).toMatchObject({ role: 'admin' });
  expect(await logged()).toMatchObject([{ outcome: 'PENDING', completedAt: null }]);
});
