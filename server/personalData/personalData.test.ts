import type { ObjectId } from 'bson';
import { EJSON } from 'bson';
import { asAdmin, asAnonymous, asUser, asViewer, testTime, viewerNamed } from '../testing/contexts';
import { shopCollections } from '../testing/shopCollections';
import { homeAddress } from '../testing/buyer';
import { useTestDatabase } from '../testing/useTestDatabase';
import { saveAddress } from '../addresses/addresses.service';
import type { Context } from '../context';
import { endCursorOf } from '../lists/connection';
import { queueMessage } from '../mail/queueMessage';
import { sendContactMessage } from '../messages/messages.service';
import { createProduct } from '../products/products.service';
import { updateProduct } from '../products/updateProduct';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { addToStore } from '../store/store.service';
import { changeUserRole, deleteUser } from '../users/users.service';
import { listPersonalData } from './personalData.service';

const database = useTestDatabase();
const repositories = () => database.repositories;
/** The database removes what has run out by its own clock. */
const now = () => new Date();
const idOf = ({ _id }: { readonly _id: ObjectId }) => ({ id: _id.toHexString() });

interface Told {
  readonly kind: string;
  readonly document: Record<string, unknown>;
}

/** Everything, page by page, as it is sent. */
async function everythingOf(context: Context, first = 2): Promise<Told[]> {
  const told: Told[] = [];
  for (let after: string | null = null; ;) {
    const page = await (await listPersonalData(context, { first, after })).page();
    told.push(
      ...page.rows.map(({ kind, document }) => ({
        kind,
        document: JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
      })),
    );
    if (!page.hasNextPage) return told;
    after = endCursorOf(page);
  }
}

const message = { name: 'Ada Lovelace', message: 'When does my lamp arrive?' };

/** A person of whom something stands in every collection. */
async function fullLife(uid: string): Promise<Context> {
  const context = await asUser(repositories(), uid, { now });
  const root = await asAdmin(repositories(), 'root', { now });
  for (let number = 0; number < 5; number += 1)
    await createProduct(context, { name: `Lamp ${number} of ${uid}`, price: 5, slug: `${uid}-lamp-${number}` });
  await addToStore(context, { slug: `${uid}-lamp-0` });
  await addToStore(context, { slug: `${uid}-lamp-1` });
  const gone = await createProduct(context, { name: `Gone of ${uid}`, price: 5 });
  await deleteStoreItem(context, idOf(gone));
  await sendContactMessage(asAnonymous(repositories(), { now }), { ...message, email: `${uid}@kiosk.test` });
  await repositories().orders.insert({
    _id: `order of ${uid}`,
    buyerUid: uid,
    lines: [],
    totalCents: 500,
    status: 'placed',
    createdAt: testTime,
  });
  await queueMessage(context, {
    content: { kind: 'ORDER_CONFIRMATION' },
    order: `order of ${uid}`,
    recipient: `${uid}@kiosk.test`,
    buyerUid: uid,
  });
  await saveAddress(context, { address: { ...homeAddress, fullName: uid } });
  await changeUserRole(root, { id: uid, role: 'ADMIN' });
  const own = await createProduct(context, { name: `By the admin ${uid}`, price: 5 });
  await updateProduct(context, { ...idOf(own), version: 1, price: 6 });
  await changeUserRole(root, { id: uid, role: 'USER' });
  // What holds requests is known to the HTTP layer alone.
  for (const scope of [uid, `${uid} admin`, `${uid}2`])
    await database.db.collection<{ _id: string }>('idempotencyKeys').insertOne({
      _id: `${scope}\nkey`,
      state: 'done',
      status: 200,
      body: `{"data":{"email":"${scope.split(' ')[0]}@kiosk.test"}}`,
      claimedAt: now(),
      expiresAt: new Date(Date.now() + 60_000),
    } as never);
  return context;
}

test('a person is told everything that is stored about them, in pages of any size, and nothing about others', async () => {
  const ada = await fullLife('ada');
  await fullLife('bob');
  const told = await everythingOf(ada);
  const counts: Record<string, number> = {};
  for (const { kind } of told) counts[kind] = (counts[kind] ?? 0) + 1;
  expect(counts).toEqual({
    ACCOUNT: 1,
    PRODUCT: 6,
    STORE_ENTRY: 2,
    DELETED_ITEM: 1,
    ORDER: 1,
    OUTBOX_MESSAGE: 1,
    ADDRESSES: 1,
    CONTACT_MESSAGE: 1,
    // Two by them, two about them.
    AUDIT_ENTRY: 4,
    REQUEST: 2,
  });
  expect(told[0]?.document).toMatchObject({ _id: 'ada', email: 'ada@kiosk.test', name: 'ada', role: 'user' });
  expect(JSON.stringify(told)).not.toMatch(/bob|root/);
  expect(await everythingOf(ada, 100)).toEqual(told);
  expect(await everythingOf(ada, 1)).toEqual(told);
});

test('whatever names the person in some collection is told, or is only an index of it', async () => {
  const ada = await fullLife('ada');
  const told = new Set((await everythingOf(ada, 100)).map(({ document }) => String(document['_id'])));
  for (const name of await shopCollections(database.db)) {
    for (const document of await database.db.collection(name).find().toArray()) {
      const names = EJSON.stringify(document).match(/\bada\b|ada@kiosk\.test/);
      if (names && !['admins', 'deletedUsers', 'meta'].includes(name) && !told.has(String(document._id)))
        throw new Error(`${name} ${EJSON.stringify(document)}`);
    }
  }
});

test('messages under an e-mail that is not proven are not told where the shop asks for proof', async () => {
  await fullLife('ada');
  const unproven = asViewer(repositories(), viewerNamed('ada', { emailVerified: false }), {
    requireVerifiedEmail: true,
  });
  await database.db.collection<{ _id: string }>('users').updateOne({ _id: 'ada' }, { $unset: { emailVerified: '' } });
  expect((await everythingOf(unproven)).map(({ kind }) => kind)).not.toContain('CONTACT_MESSAGE');
  const proven = asViewer(repositories(), viewerNamed('ada'), { requireVerifiedEmail: true });
  expect((await everythingOf(proven)).map(({ kind }) => kind)).toContain('CONTACT_MESSAGE');
});

test.each([
  'x',
  Buffer.from(JSON.stringify(['0 5', 'a', 'x'])).toString('base64url'),
  Buffer.from(JSON.stringify(['-9 5', 'a', 'x'])).toString('base64url'),
])('a cursor of another list is refused: %s', async (after) => {
  const ada = await asUser(repositories(), 'ada');
  await expect(listPersonalData(ada, { first: 1, after })).rejects.toMatchObject({ status: 400, field: 'after' });
  await expect(listPersonalData(asAnonymous(repositories()), { first: 1 })).rejects.toMatchObject({ status: 401 });
});

test('after a deletion nothing in the database names the person, and what stays bears the uid alone', async () => {
  await fullLife('ada');
  await fullLife('bob');
  const root = await asAdmin(repositories(), 'root', { now });
  await deleteUser(root, { email: 'ada@kiosk.test' });
  const left: Record<string, number> = {};
  for (const name of await shopCollections(database.db)) {
    for (const document of await database.db.collection(name).find().toArray()) {
      const text = EJSON.stringify(document);
      expect({ name, text }).not.toMatchObject({
        text: expect.stringMatching(/ada@kiosk/) as string,
      });
      if (/"ada"|"ada\\n|ada admin/.test(text)) left[name] = (left[name] ?? 0) + 1;
    }
  }
  expect(left).toEqual({ products: 6, orders: 1, auditEntries: 5, deletedUsers: 1 });
  expect(await database.db.collection('idempotencyKeys').countDocuments()).toBe(4);
  expect(await database.db.collection('contactMessages').distinct('email')).toEqual(['bob@kiosk.test']);
  expect(await database.db.collection('products').distinct('status', { ownerUid: 'ada' })).toEqual(['inactive']);
});
