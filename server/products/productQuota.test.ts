import type { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { restoreStoreItem } from '../store/restoreStoreItem';
import { asAdmin, asUser, asViewer, viewerNamed } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { registerUser } from '../users/users.service';
import { importProducts } from './importProducts';
import { createProduct } from './products.service';

const database = useTestDatabase();
const repositories = () => database.repositories;
const now = () => new Date();
const idOf = ({ _id }: { readonly _id: ObjectId }) => ({ id: _id.toHexString() });
const owned = (ownerUid: string) => database.db.collection('products').countDocuments({ ownerUid });

async function fill(context: Context, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await createProduct(context, { name: `Lamp ${number}`, price: 5 });
}

const refusal = (count: string, advice = 'Delete one first.') => ({
  status: 409,
  message: `You have ${count} products already. ${advice}`,
});

test('refuses a product beyond the limit per user and stores nothing of it', async () => {
  const ada = await asUser(repositories(), 'ada', { maxProductsPerUser: 3, now });
  await fill(ada, 3);
  await expect(createProduct(ada, { name: 'One more', price: 5 })).rejects.toMatchObject(refusal('3'));
  expect(await owned('ada')).toBe(3);
  expect(await database.db.collection('removedProducts').countDocuments()).toBe(0);
  await createProduct(await asUser(repositories(), 'bob', { maxProductsPerUser: 3 }), { name: 'One more', price: 5 });
});

test('never exceeds the product limit under concurrent creation', async () => {
  const callers = Array.from({ length: 12 }, () => asUser(repositories(), 'ada', { maxProductsPerUser: 5, now }));
  const made = await Promise.allSettled(
    callers.map(async (caller, number) => createProduct(await caller, { name: `Lamp ${number}`, price: 5 })),
  );
  const kept = made.filter(({ status }) => status === 'fulfilled').length;
  expect(await owned('ada')).toBe(kept);
  expect(kept).toBeLessThanOrEqual(5);
  await fill(await asUser(repositories(), 'ada', { maxProductsPerUser: 5, now }), 5 - kept);
  expect(await owned('ada')).toBe(5);
});

test('applies the limit to a restore by the owner, not to one by an admin', async () => {
  const ada = await asUser(repositories(), 'ada', { maxProductsPerUser: 2, now });
  await fill(ada, 2);
  const [first] = await database.db.collection('products').find().toArray();
  if (!first) throw new Error('there is no product');
  await deleteStoreItem(ada, idOf(first));
  await createProduct(ada, { name: 'Another', price: 5 });
  const removals = () => database.db.collection('removedProducts').find().toArray();
  const before = await removals();
  await expect(restoreStoreItem(ada, idOf(first))).rejects.toMatchObject(refusal('2'));
  expect(await owned('ada')).toBe(2);
  expect(await removals()).toEqual(before);
  const root = await asAdmin(repositories(), 'root', { maxProductsPerUser: 2, now });
  expect(await restoreStoreItem(root, idOf(first))).toMatchObject({ ownerUid: 'ada' });
});

test('exempts admins from the limit, also in an import', async () => {
  const root = await asAdmin(repositories(), 'root', { maxProductsPerUser: 1, now });
  await fill(root, 2);
  const rows = [
    { name: 'Cup', price: '5' },
    { name: 'Mug', price: '5' },
  ];
  const results = await importProducts(root, { rows, dryRun: false });
  expect(results.map(({ outcome }) => outcome)).toEqual(['CREATED', 'CREATED']);
});

describe('with requireVerifiedEmail', () => {
  const settings = { requireVerifiedEmail: true, maxProductsPerUser: 25, now };

  async function registered(uid: string, emailVerified: boolean, overrides = {}): Promise<Context> {
    const context = asViewer(repositories(), viewerNamed(uid, { emailVerified }), { ...settings, ...overrides });
    await registerUser(context, { name: 'Eve', email: `${uid}@kiosk.test` });
    return context;
  }

  test('allows 20 products before the e-mail is verified and the usual limit afterwards', async () => {
    const eve = await registered('eve', false);
    await fill(eve, 20);
    const advice = 'Verify your e-mail to have more.';
    await expect(createProduct(eve, { name: 'More', price: 5 })).rejects.toMatchObject(refusal('20', advice));
    const proven = await registered('eve', true);
    await fill(proven, 5);
    await expect(createProduct(proven, { name: 'More', price: 5 })).rejects.toMatchObject(refusal('25'));
    // The token predates the verification; the account record decides.
    await deleteStoreItem(
      proven,
      idOf((await database.db.collection('products').findOne({ ownerUid: 'eve' })) ?? never()),
    );
    await createProduct(eve, { name: 'More', price: 5 });
  });

  test.each([
    ['an unverified', false],
    ['a verified', true],
  ])('applies a lower limit of the shop to %s account', async (_kind, emailVerified) => {
    const eve = await registered('eve', emailVerified, { maxProductsPerUser: 1 });
    await fill(eve, 1);
    await expect(createProduct(eve, { name: 'More', price: 5 })).rejects.toMatchObject(refusal('1'));
  });
});

function never(): never {
  throw new Error('there is no product');
}
