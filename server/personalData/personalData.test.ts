import type { ObjectId } from 'bson';
import { EJSON } from 'bson';
import { buildOrder } from '../testing/buildOrder';
import { asAdmin, asAnonymous, asUser, asViewer, viewerNamed } from '../testing/contexts';
import { shopCollections } from '../testing/shopCollections';
import { homeAddress } from '../testing/buyer';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createApiKey } from '../apiKeys/apiKeys.service';
import { adjustStock } from '../inventory/inventory.service';
import { createEndpoint } from '../webhooks/endpoints.service';
import { saveAddress } from '../addresses/addresses.service';
import type { Context } from '../context';
import { endCursorOf } from '../lists/connection';
import { queueMessage } from '../mail/queueMessage';
import { sendContactMessage } from '../messages/messages.service';
import { createProduct } from '../products/products.service';
import { updateProduct } from '../products/updateProduct';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { addToStore } from '../store/store.service';
import { purgeDeletedUser } from '../users/finishUserDeletion';
import { changeUserRole, deleteUser, registerUser } from '../users/users.service';
import { listPersonalData } from './personalData.service';

const database = useTestDatabase();
const repositories = () => database.repositories;
/** Real time, because the database expires documents by its own clock. */
const now = () => new Date();
const idOf = ({ _id }: { readonly _id: ObjectId }) => ({ id: _id.toHexString() });

interface Told {
  readonly kind: string;
  readonly document: Record<string, unknown>;
}

/** All personal data, page by page, as it is sent. */
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

/** A user with data in every collection. */
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
  await sendContactMessage(context, { ...message, email: `${uid}@kiosk.test` });
  await sendContactMessage(context, { ...message, email: `${uid}@elsewhere.test` });
  const order = `K-${uid.toUpperCase()}0-0001`;
  const bought = {
    _id: order,
    buyerUid: uid,
    email: `${uid}@kiosk.test`,
    note: `For ${uid}`,
    status: 'delivered',
  } as const;
  await repositories().orders.insertPlaced(buildOrder({ lines: [[500, 1]] }, bought));
  await queueMessage(context, {
    content: { kind: 'ORDER_CONFIRMATION' },
    order,
    recipient: `${uid}@kiosk.test`,
    buyerUid: uid,
  });
  await saveAddress(context, { address: { ...homeAddress, fullName: uid } });
  await changeUserRole(root, { id: uid, role: 'ADMIN' });
  const own = await createProduct(context, { name: `By the admin ${uid}`, price: 5 });
  await updateProduct(context, { ...idOf(own), version: 1, price: 6 });
  await changeUserRole(root, { id: uid, role: 'USER' });
  // Idempotency keys are written by the HTTP layer only.
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

test('C71 exports everything stored about a person, in pages of any size, and nothing about others', async () => {
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
    // One without sign-in, two from the account.
    CONTACT_MESSAGE: 3,
    // Two actions by the person, two about the person.
    AUDIT_ENTRY: 4,
    REQUEST: 2,
  });
  expect(told[0]?.document).toMatchObject({ _id: 'ada', email: 'ada@kiosk.test', name: 'ada', role: 'user' });
  expect(JSON.stringify(told)).not.toMatch(/bob|root/);
  expect(await everythingOf(ada, 100)).toEqual(told);
  expect(await everythingOf(ada, 1)).toEqual(told);
});

test('C71 every document that names a person is exported, or only indexes the person', async () => {
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

test('exports keys, webhooks and stock counts of an admin as audit entries, by name', async () => {
  const ada = await asAdmin(repositories(), 'ada', { now });
  const bob = await asUser(repositories(), 'bob', { now });
  await createApiKey(ada, { name: 'The till', scopes: ['READ_STOCK'] });
  await createEndpoint(ada, { url: 'https://till.kiosk.test/events', events: ['ORDER_PLACED'] });
  const lamp = await createProduct(bob, { name: "Bob's lamp", price: 5 });
  await adjustStock(ada, { ...idOf(lamp), count: 6, reason: 'DELIVERY' });
  const told = (await everythingOf(ada)).filter(({ kind }) => kind === 'AUDIT_ENTRY');
  const subjects = told.map(({ document }) => String(document['subject'])).sort();
  expect(subjects).toEqual(["Bob's lamp", expect.stringMatching(/^The till/), 'https://till.kiosk.test/events']);
});

test.each([true, false])(
  'omits messages under an unverified e-mail, whoever may become admin: %s',
  async (required) => {
    await fullLife('ada');
    const unproven = asViewer(repositories(), viewerNamed('ada', { emailVerified: false }), {
      requireVerifiedEmail: required,
    });
    await database.db.collection<{ _id: string }>('users').updateOne({ _id: 'ada' }, { $unset: { emailVerified: '' } });
    const movedAccordingTo = async (context: Context) => (await everythingOf(context)).filter(isMessage).map(senderOf);
    expect(await movedAccordingTo(unproven)).toEqual(['ada', 'ada']);
    const proven = asViewer(repositories(), viewerNamed('ada'), { requireVerifiedEmail: required });
    expect(await movedAccordingTo(proven)).toEqual(['ada', 'ada', undefined]);
    // Another sender with the same e-mail stays anonymous.
    const bob = await asUser(repositories(), 'bob', { now });
    await sendContactMessage(bob, { ...message, email: 'ada@kiosk.test' });
    expect(await movedAccordingTo(proven)).toEqual(['ada', 'ada', undefined, undefined]);
  },
);

test('a verified e-mail of the account gives none of the messages under an unverified one of its record', async () => {
  const signedUp = viewerNamed('mallory', { email: 'victim@kiosk.test', emailVerified: false });
  await registerUser(asViewer(repositories(), signedUp, { now }), { name: 'Mallory', email: 'victim@kiosk.test' });
  for (const email of ['victim@kiosk.test', 'mallory@kiosk.test'])
    await sendContactMessage(asAnonymous(repositories(), { now }), { ...message, email });
  const changed = asViewer(repositories(), viewerNamed('mallory'), { requireVerifiedEmail: true, now });
  const told = (await everythingOf(changed)).filter(isMessage);
  expect(told.map(({ document }) => document['email'])).toEqual(['mallory@kiosk.test']);
});

const isMessage = ({ kind }: Told) => kind === 'CONTACT_MESSAGE';
const senderOf = ({ document }: Told) => document['senderUid'];

test('deleting an account deletes the messages sent from it, and those under its e-mail if verified', async () => {
  await fullLife('ada');
  const root = await asAdmin(repositories(), 'root', { now });
  const squatter = viewerNamed('squatter', { email: 'owner@kiosk.test', emailVerified: false });
  const unproven = asViewer(repositories(), squatter, { now });
  await registerUser(unproven, { name: 'Squatter', email: 'owner@kiosk.test' });
  await sendContactMessage(asAnonymous(repositories(), { now }), { ...message, email: 'owner@kiosk.test' });
  await sendContactMessage(unproven, { ...message, email: 'owner@kiosk.test' });
  const left = () => database.db.collection('contactMessages').distinct('email');
  await deleteUser(root, { id: 'squatter' });
  expect((await left()).sort()).toEqual(['ada@elsewhere.test', 'ada@kiosk.test', 'owner@kiosk.test']);
  expect(await database.db.collection('contactMessages').countDocuments({ email: 'owner@kiosk.test' })).toBe(1);
  await deleteUser(root, { id: 'ada' });
  expect(await left()).toEqual(['owner@kiosk.test']);
});

test('the next purge deletes a message that was being stored while its account was deleted', async () => {
  const ada = await asUser(repositories(), 'ada', { now });
  const root = await asAdmin(repositories(), 'root', { now });
  const { messages: kept } = repositories();
  const insert = async (each: Parameters<typeof kept.insert>[0]) => {
    await deleteUser(root, { id: 'ada' });
    return kept.insert(each);
  };
  const slow = { ...ada, repositories: { ...repositories(), messages: { ...kept, insert } } };
  await sendContactMessage(slow, { ...message, email: 'ada@elsewhere.test' });
  expect(await database.db.collection('contactMessages').countDocuments()).toBe(1);
  await purgeDeletedUser(repositories(), 'ada', now());
  expect(await database.db.collection('contactMessages').countDocuments()).toBe(0);
});

test.each([
  'x',
  Buffer.from(JSON.stringify(['0 5', 'a', 'x'])).toString('base64url'),
  Buffer.from(JSON.stringify(['-9 5', 'a', 'x'])).toString('base64url'),
])('refuses a cursor of another list: %s', async (after) => {
  const ada = await asUser(repositories(), 'ada');
  await expect(listPersonalData(ada, { first: 1, after })).rejects.toMatchObject({ status: 400, field: 'after' });
  await expect(listPersonalData(asAnonymous(repositories()), { first: 1 })).rejects.toMatchObject({ status: 401 });
});

test('C71 after a deletion no document names the person, and the rest refers to the uid only', async () => {
  await fullLife('ada');
  await fullLife('bob');
  const root = await asAdmin(repositories(), 'root', { now });
  await deleteUser(root, { email: 'ada@kiosk.test' });
  const left: Record<string, number> = {};
  for (const name of await shopCollections(database.db)) {
    for (const document of await database.db.collection(name).find().toArray()) {
      const text = EJSON.stringify(document);
      expect({ name, text }).not.toMatchObject({
        text: expect.stringMatching(/ada@kiosk|For ada/) as string,
      });
      if (/"ada"|"ada\\n|ada admin/.test(text)) left[name] = (left[name] ?? 0) + 1;
    }
  }
  expect(left).toEqual({ products: 6, auditEntries: 5, deletedUsers: 1 });
  expect(await database.db.collection('idempotencyKeys').countDocuments()).toBe(4);
  const senders = await database.db.collection('contactMessages').distinct('email');
  expect(senders.sort()).toEqual(['bob@elsewhere.test', 'bob@kiosk.test']);
  expect(await database.db.collection('products').distinct('status', { ownerUid: 'ada' })).toEqual(['inactive']);
});
