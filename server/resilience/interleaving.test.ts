import { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { createRepositories } from '../collections/repositories';
import { createProduct } from '../products/products.service';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { addToStore, entryOf } from '../store/store.service';
import { asAdmin, asUser, asViewer, testTime, viewerNamed } from '../testing/contexts';
import { runBefore } from '../testing/runBefore';
import { useTestDatabase } from '../testing/useTestDatabase';
import { makeAdmin } from '../users/makeAdmin';
import { changeUserRole, deleteUser, registerUser } from '../users/users.service';

/** Settings of a shop that requires no verified e-mail. */
const anyEmail = { requireVerifiedEmail: false };

/** Each window between a read and the write that depends on it, with a rival call executed inside the window. */
const database = useTestDatabase();

const repositories = () => database.repositories;
const lamp = { name: 'Lamp', slug: 'lamp', price: 5 };

/** A context in which the rival call is executed in this window. */
function overtaken(context: Context, window: Parameters<typeof runBefore>[1], rival: () => Promise<unknown>): Context {
  return { ...context, repositories: createRepositories(runBefore(database.db, window, rival)) };
}

const activeOf = (ownerUid: string) =>
  database.db.collection('products').countDocuments({ ownerUid, status: 'active' });

test.each(['demotion', 'deletion'] as const)(
  'E11 B34: refuses the %s of the last admin with 409 when the acting admin is demoted meanwhile',
  async (how) => {
    const ada = await asAdmin(repositories(), 'ada');
    const bob = await asAdmin(repositories(), 'bob');
    const late = overtaken(bob, { collection: 'admins', write: 'updateOne' }, () =>
      changeUserRole(ada, { email: 'bob@kiosk.test', role: 'USER' }),
    );
    const attack =
      how === 'demotion'
        ? changeUserRole(late, { email: 'ada@kiosk.test', role: 'USER' })
        : deleteUser(late, { email: 'ada@kiosk.test' });
    await expect(attack).rejects.toMatchObject({ status: 409 });
    expect((await repositories().admins.get()).uids).toEqual(['ada']);
    expect(await repositories().users.findByUid('ada')).toMatchObject({ role: 'admin' });
    expect(await repositories().jobs.find(10)).toEqual([]);
  },
);

test('E11: a change of the admin list preserves a concurrent change', async () => {
  await asAdmin(repositories(), 'ada');
  await asUser(repositories(), 'bob');
  await asUser(repositories(), 'cy');
  const late = createRepositories(
    runBefore(database.db, { collection: 'admins', write: 'updateOne' }, () =>
      makeAdmin(repositories(), 'bob@kiosk.test', anyEmail),
    ),
  );
  await makeAdmin(late, 'cy@kiosk.test', anyEmail);
  expect((await repositories().admins.get()).uids).toEqual(['ada', 'bob', 'cy']);
});

test('E11: two users who become the first admin concurrently are both admins', async () => {
  await asUser(repositories(), 'ada');
  await asUser(repositories(), 'bob');
  const late = createRepositories(
    runBefore(database.db, { collection: 'admins', write: 'insertOne' }, () =>
      makeAdmin(repositories(), 'bob@kiosk.test', anyEmail),
    ),
  );
  await makeAdmin(late, 'ada@kiosk.test', anyEmail);
  expect((await repositories().admins.get()).uids).toEqual(['bob', 'ada']);
});

test('E11 B30: refuses a slug taken between check and write with 409 and renumbers a derived one', async () => {
  const ada = await asUser(repositories(), 'ada');
  const bob = await asUser(repositories(), 'bob');
  const window = { collection: 'products', write: 'updateOne' } as const;
  const late = overtaken(ada, window, () => createProduct(bob, lamp));
  await expect(createProduct(late, lamp)).rejects.toMatchObject({ status: 409, field: 'slug' });
  const later = overtaken(ada, window, () => createProduct(bob, { name: 'Mug', price: 5 }));
  expect((await createProduct(later, { name: 'Mug', price: 5 })).slug).toBe('mug-2');
});

test('E11 B36: adds nothing for a user who is deleted meanwhile', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  await createProduct(await asUser(repositories(), 'bob'), lamp);
  const late = overtaken(ada, { collection: 'storeEntries', write: 'insertMany' }, () =>
    deleteUser(root, { email: 'ada@kiosk.test' }),
  );
  await expect(addToStore(late, { slug: 'lamp' })).rejects.toMatchObject({ status: 403 });
  expect(await repositories().store.list.count({ ownerUid: 'ada' }, 10)).toBe(0);
});

test('E11 B36: leaves no active product of a user who is deleted while creating it', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const late = overtaken(ada, { collection: 'products', write: 'updateOne' }, () =>
    deleteUser(root, { email: 'ada@kiosk.test' }),
  );
  await expect(createProduct(late, lamp)).rejects.toMatchObject({ status: 403 });
  expect(await activeOf('ada')).toBe(0);
});

test('E11: a promotion that overtakes a deletion, or is overtaken by it, leaves no deleted admin', async () => {
  const root = await asAdmin(repositories(), 'root');
  const cy = await asAdmin(repositories(), 'cy');
  for (const uid of ['ada', 'bob', 'dan']) await asUser(repositories(), uid);
  const promotion = overtaken(cy, { collection: 'admins', write: 'updateOne' }, () => deleteUser(root, { id: 'ada' }));
  await expect(changeUserRole(promotion, { id: 'ada', role: 'ADMIN' })).rejects.toMatchObject({ status: 404 });
  const deletion = overtaken(root, { collection: 'deletedUsers', write: 'updateOne' }, () =>
    changeUserRole(cy, { id: 'bob', role: 'ADMIN' }),
  );
  await deleteUser(deletion, { id: 'bob' });
  const byHand = { collection: 'admins', write: 'updateOne' } as const;
  const late = createRepositories(runBefore(database.db, byHand, () => deleteUser(root, { id: 'dan' })));
  await expect(makeAdmin(late, 'dan@kiosk.test', anyEmail)).rejects.toMatchObject({ status: 404 });
  expect((await repositories().admins.get()).uids).toEqual(['root', 'cy']);
});

test('E11: the first admin whose account is deleted meanwhile is none, and the e-mail is not used up', async () => {
  const root = await asAdmin(repositories(), 'root');
  const adminEmails = ['ada@kiosk.test'];
  const ada = asViewer(repositories(), viewerNamed('ada'), { adminEmails });
  await repositories().deletedUsers.add('ada', testTime);
  await expect(registerUser(ada, { name: 'Ada', email: 'ada@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  expect(await repositories().admins.get()).toMatchObject({ uids: ['root'], grantedEmails: [] });
  const bob = asViewer(repositories(), viewerNamed('bob'), { adminEmails: ['bob@kiosk.test'] });
  const late = overtaken(bob, { collection: 'admins', write: 'updateOne' }, () => deleteUser(root, { id: 'bob' }));
  await expect(registerUser(late, { name: 'Bob', email: 'bob@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  expect((await repositories().admins.get()).uids).toEqual(['root']);
});

test('E11: registering does not restore a user who is deleted meanwhile', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const late = overtaken(ada, { collection: 'users', write: 'updateOne' }, () =>
    deleteUser(root, { email: 'ada@kiosk.test' }),
  );
  await expect(registerUser(late, { name: 'Ada', email: 'ada@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  expect(await repositories().users.findByUid('ada')).toBeNull();
});

test('E11: deleteUser returns the user even if a concurrent registration removed the record first', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const tombstone = () => repositories().deletedUsers.has('ada');
  const registration = overtaken(ada, { collection: 'users', write: 'updateOne' }, async () => {
    const late = overtaken(root, { collection: 'users', write: 'deleteOne' }, () => repositories().users.delete('ada'));
    expect(await deleteUser(late, { email: 'ada@kiosk.test' })).toMatchObject({ _id: 'ada' });
    expect(await tombstone()).toBe(true);
  });
  await expect(registerUser(registration, { name: 'Ada', email: 'ada@kiosk.test' })).rejects.toMatchObject({
    status: 403,
  });
  expect(await repositories().users.findByUid('ada')).toBeNull();
});

test('E11: answers 403 to a registration whose user is deleted right after the write', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const { upsert } = repositories().users;
  const users = {
    ...repositories().users,
    upsert: async (user: Parameters<typeof upsert>[0]) => {
      const outcome = await upsert(user);
      await deleteUser(root, { email: 'ada@kiosk.test' });
      return outcome;
    },
  };
  const late = { ...ada, repositories: { ...repositories(), users } };
  await expect(registerUser(late, { name: 'Ada', email: 'ada@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  expect(await repositories().users.findByUid('ada')).toBeNull();
});

test('E11: gives an e-mail to its verified owner, even if others register with it each time it is free', async () => {
  const email = 'ada@kiosk.test';
  const squat = (number: number) =>
    registerUser(asViewer(repositories(), viewerNamed(`squatter${number}`, { email, emailVerified: false })), {
      name: 'Squatter',
      email,
    });
  let squatters = 0;
  await squat(squatters);
  // Calls 3, 5, 7 ...: the e-mail has just been cleared from its holder.
  const when = (call: number) => call >= 3 && call % 2 === 1 && squatters < 10;
  const late = overtaken(
    asViewer(repositories(), viewerNamed('ada')),
    { collection: 'users', write: 'updateOne', when },
    () => squat((squatters += 1)),
  );
  expect(await registerUser(late, { name: 'Ada', email })).toMatchObject({ _id: 'ada', email });
  expect(squatters).toBe(10);
});

test('E11: fills the last free place of a store once', async () => {
  const ada = await asUser(repositories(), 'ada');
  const product = await createProduct(ada, lamp);
  const ids = Array.from({ length: 499 }, () => new ObjectId());
  await repositories().store.insertMany(
    ids.map((_id) => entryOf(product, { _id, ownerUid: 'ada', createdAt: testTime })),
  );
  const late = overtaken(ada, { collection: 'storeEntries', write: 'insertMany' }, () =>
    addToStore(ada, { slug: 'lamp' }),
  );
  await expect(addToStore(late, { slug: 'lamp' })).rejects.toMatchObject({ status: 409 });
  expect(await repositories().store.list.count({ ownerUid: 'ada' }, 1_000)).toBe(500);
});

test.each(['products', 'storeEntries'] as const)(
  'E11 R11: answers 404 for an item that was deleted concurrently (%s)',
  async (collection) => {
    const ada = await asUser(repositories(), 'ada');
    const product = await createProduct(ada, lamp);
    const entry = await addToStore(ada, { slug: 'lamp' });
    const input = { id: (collection === 'products' ? product : entry)._id.toHexString() };
    const late = overtaken(ada, { collection, write: 'deleteOne' }, () => deleteStoreItem(ada, input));
    await expect(deleteStoreItem(late, input)).rejects.toMatchObject({ status: 404 });
  },
);

test('E11 B29: of two concurrent claims of an abandoned key one takes it over', async () => {
  const request = { scope: 'ada', key: 'k', mac: 'f', asAdmin: false, holder: 'h', now: testTime };
  await repositories().idempotency.claim(request);
  const later = { ...request, now: new Date(testTime.getTime() + 61_000) };
  let rival: unknown;
  const late = createRepositories(
    runBefore(database.db, { collection: 'idempotencyKeys', write: 'updateOne' }, async () => {
      rival = await repositories().idempotency.claim(later);
    }),
  );
  expect(await late.idempotency.claim(later)).toEqual({ state: 'inProgress' });
  expect(rival).toEqual({ state: 'claimed' });
});
