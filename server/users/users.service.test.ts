import { IdentityUnavailableError, UnavailableError } from '../errors';
import { createProduct } from '../products/products.service';
import { addToStore } from '../store/store.service';
import { asAdmin, asAnonymous, asUser, asViewer, testTime, viewerNamed } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { recordCommands } from '../testing/recordCommands';
import { silentLog } from '../testing/silentLog';
import { finishJobs } from '../collections/finishJobs';
import { getCounts } from '../counts/counts.service';
import { withAdmin } from './adminRules';
import { grantFirstAdmin } from './firstAdmin';
import { makeAdmin } from './makeAdmin';
import {
  changeUserRole,
  createAccessToken,
  deleteUser,
  findMe,
  findRole,
  registerUser,
  updateProfile,
} from './users.service';
import { listUsers } from './listUsers';

/** Settings of a shop that requires no verified e-mail. */
const anyEmail = { requireVerifiedEmail: false };

const database = useTestDatabase();

const repositories = () => database.repositories;

test('M43 registering creates a user; registering again updates the record and never the role', async () => {
  const ada = asViewer(repositories(), viewerNamed('ada'));
  expect(await findMe(ada)).toBeNull();
  const user = await registerUser(ada, { name: ' Ada ', email: 'ADA@kiosk.test', photoURL: 'C:\\fakepath\\me.png' });
  expect(user).toMatchObject({ _id: 'ada', name: 'Ada', email: 'ada@kiosk.test', role: 'user', photoURL: 'me.png' });
  await makeAdmin(repositories(), 'ada@kiosk.test', anyEmail);
  expect(await registerUser(ada, { name: 'Ada L.', email: 'ada@kiosk.test' })).toMatchObject({
    name: 'Ada L.',
    role: 'admin',
    photoURL: 'me.png',
  });
});

test('one command reads the caller’s record, role and deletion', async () => {
  const { users, admins, deletedUsers } = repositories();
  for (const uid of ['ada', 'admins', 'root', 'gone']) await asUser(repositories(), uid);
  for (const uid of ['root', 'ghost']) await admins.change((all) => withAdmin(all, uid));
  await deletedUsers.add('gone', testTime);
  await users.delete('gone');
  await deletedUsers.add('going', testTime);
  await asUser(repositories(), 'going');
  expect(await users.findAccount('ada')).toEqual({ record: await users.findByUid('ada'), isDeleted: false });
  expect(await users.findAccount('admins')).toMatchObject({
    record: { name: 'admins', role: 'user' },
    isDeleted: false,
  });
  expect(await users.findAccount('root')).toMatchObject({ record: { _id: 'root', role: 'admin' }, isDeleted: false });
  expect(await users.findAccount('going')).toMatchObject({ record: { name: 'going' }, isDeleted: true });
  expect(await users.findAccount('gone')).toEqual({ record: null, isDeleted: true });
  for (const uid of ['ghost', 'stranger']) {
    expect(await users.findAccount(uid)).toEqual({ record: null, isDeleted: false });
  }
  const watch = recordCommands(database);
  expect(await watch.readsOf(async () => findMe(asViewer(watch.repositories, viewerNamed('root'))))).toEqual(['users']);
  await watch.stop();
});

test('registering refuses another e-mail, a short name and a password', async () => {
  const ada = asViewer(repositories(), viewerNamed('ada'));
  await expect(registerUser(ada, { name: 'Ada', email: 'bob@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  await expect(registerUser(ada, { name: 'A', email: 'ada@kiosk.test' })).rejects.toMatchObject({
    message: 'Name is required',
    field: 'name',
  });
  const withPassword = { name: 'Ada', email: 'ada@kiosk.test', password: 'secret' };
  await expect(registerUser(ada, withPassword)).rejects.toMatchObject({ field: 'password', status: 400 });
  expect(await repositories().users.countAll()).toBe(0);
});

test('moves a verified e-mail from an account that has not verified it to its owner', async () => {
  const squatter = asViewer(repositories(), viewerNamed('squatter', { email: 'ada@kiosk.test', emailVerified: false }));
  await registerUser(squatter, { name: 'Squatter', email: 'ada@kiosk.test' });
  const ada = asViewer(repositories(), viewerNamed('ada'));
  expect(await registerUser(ada, { name: 'Ada', email: 'ada@kiosk.test' })).toMatchObject({ email: 'ada@kiosk.test' });
  expect(await findMe(squatter)).toMatchObject({ name: 'Squatter', email: null });
  await expect(registerUser(squatter, { name: 'Squatter', email: 'ada@kiosk.test' })).rejects.toMatchObject({
    message: 'This e-mail belongs to another account.',
    status: 409,
  });
});

test('makes an account of ADMIN_EMAILS an admin once, at its first verified sign-in', async () => {
  const adminEmails = ['root@kiosk.test'];
  const unverified = asViewer(repositories(), viewerNamed('root', { emailVerified: false }), { adminEmails });
  expect(await registerUser(unverified, { name: 'Root', email: 'root@kiosk.test' })).toMatchObject({ role: 'user' });
  const root = asViewer(repositories(), viewerNamed('root'), { adminEmails });
  expect(await findMe(root)).toMatchObject({ role: 'admin' });
  const other = await asAdmin(repositories(), 'other');
  await changeUserRole(other, { email: 'root@kiosk.test', role: 'USER' });
  expect(await findMe(root)).toMatchObject({ role: 'user' });
});

test('a deletion that comes during the grant leaves an address of ADMIN_EMAILS to be granted', async () => {
  const viewer = viewerNamed('root');
  await asUser(repositories(), 'root');
  const { admins, deletedUsers } = repositories();
  const change: typeof admins.change = async (each) => {
    await deletedUsers.add('root', testTime);
    await admins.change(each);
  };
  const deps = {
    ...asViewer(repositories(), viewer),
    repositories: { ...repositories(), admins: { ...admins, change } },
  };
  for (const repeated of [deps, asViewer(repositories(), viewer)]) {
    expect(await grantFirstAdmin(repeated, viewer, ['root@kiosk.test'])).toBe(false);
    expect(await admins.get()).toMatchObject({ uids: [], grantedEmails: [] });
  }
});

test('M49 returns the token of the request, for its own e-mail only', async () => {
  const ada = await asUser(repositories(), 'ada');
  expect(await createAccessToken(ada, { email: 'Ada@Kiosk.test' })).toBe('token of ada');
  await expect(createAccessToken(ada, { email: 'root@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  await expect(createAccessToken(ada, { email: 'ada' })).rejects.toMatchObject({ status: 400, field: 'email' });
  await expect(createAccessToken(asAnonymous(repositories()), { email: 'ada@kiosk.test' })).rejects.toMatchObject({
    status: 401,
  });
});

test('M48 M55 shows a role to its owner and to admins; an unknown e-mail has the role user', async () => {
  const ada = await asUser(repositories(), 'ada');
  const root = await asAdmin(repositories(), 'root');
  expect(await findRole(ada, { email: 'ada@kiosk.test' })).toBe('user');
  expect(await findRole(root, { email: 'root@kiosk.test' })).toBe('admin');
  expect(await findRole(root, { email: 'nobody@kiosk.test' })).toBe('user');
  await expect(findRole(ada, { email: 'root@kiosk.test' })).rejects.toMatchObject({ status: 403 });
  await expect(findRole(ada, { email: 'nobody@kiosk.test' })).rejects.toMatchObject({ status: 403 });
});

test('an account whose e-mail was changed keeps its role under either, and its record takes the verified one', async () => {
  await asAdmin(repositories(), 'root');
  const moved = asViewer(repositories(), viewerNamed('root', { email: 'new@kiosk.test' }));
  for (const email of ['root@kiosk.test', 'new@kiosk.test']) expect(await findRole(moved, { email })).toBe('admin');
  await expect(changeUserRole(moved, { email: 'new@kiosk.test', role: 'USER' })).rejects.toMatchObject({
    message: 'You cannot change your own role!',
  });
  expect(await registerUser(moved, { name: 'Root', email: 'new@kiosk.test' })).toMatchObject({
    email: 'new@kiosk.test',
    emailVerified: true,
    role: 'admin',
  });
  expect(await repositories().users.findByEmail('root@kiosk.test')).toBeNull();
});

test('M56 M57 admins list users and change the roles of others', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  expect(await changeUserRole(root, { email: 'ADA@kiosk.test', role: 'ADMIN' })).toMatchObject({ role: 'admin' });
  const page = await (await listUsers(ada, { first: 24 })).page();
  expect(page.rows.map(({ email, role }) => [email, role])).toEqual([
    ['root@kiosk.test', 'admin'],
    ['ada@kiosk.test', 'admin'],
  ]);
  await expect(changeUserRole(root, { email: 'Root@kiosk.test', role: 'USER' })).rejects.toMatchObject({
    message: 'You cannot change your own role!',
    status: 403,
  });
  await expect(changeUserRole(root, { email: 'nobody@kiosk.test', role: 'USER' })).rejects.toMatchObject({
    status: 404,
  });
  await changeUserRole(root, { email: 'ada@kiosk.test', role: 'USER' });
  await asUser(repositories(), 'bob');
  const countOf = async (role: string) => (await listUsers(root, { filter: { role }, first: 1 })).count();
  // An admin without a user record is not counted.
  await repositories().admins.change((admins) => withAdmin(admins, 'gone'));
  expect(await countOf('USER')).toEqual({ count: 2, isExact: true });
  expect(await countOf('ADMIN')).toEqual({ count: 1, isExact: true });
  await expect(listUsers(ada, { first: 24 })).rejects.toMatchObject({ status: 403 });
});

test('M42: users change their own name and photo, and nothing else', async () => {
  const ada = await asUser(repositories(), 'ada');
  const before = await findMe(ada);
  expect(await updateProfile(ada, { name: '  Ada  L. ' })).toEqual({ ...before, name: 'Ada  L.' });
  const photoURL = 'https://example.com/a.png';
  expect(await updateProfile(ada, { photoURL })).toEqual({ ...before, name: 'Ada  L.', photoURL });
  expect(await updateProfile(ada, { name: null, photoURL: 'C:\\me.png' })).toMatchObject({ photoURL: 'me.png' });
  expect(await updateProfile(ada, { photoURL: '' })).toMatchObject({ name: 'Ada  L.', photoURL: '' });
  const same = await findMe(ada);
  expect(await updateProfile(ada, {})).toEqual(same);
});

const noPhoto = 'photoURL must be a web address without user name and password, or the name of a file';

test.each([
  [{ name: ' A ' }, 'name', 'Name is required'],
  [{ name: 'a'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
  [{ photoURL: 'a'.repeat(2_049) }, 'photoURL', 'photoURL must be at most 2048 characters'],
  [{ photoURL: 'https://me@example.com/p.jpg' }, 'photoURL', noPhoto],
  [{ photoURL: 'https://:secret@example.com/p.jpg' }, 'photoURL', noPhoto],
  [{ photoURL: 'ftp://example.com/p.jpg' }, 'photoURL', noPhoto],
  [{ photoURL: '//example.com/p.jpg' }, 'photoURL', noPhoto],
  [{ photoURL: 'data:image/png;base64,AA' }, 'photoURL', noPhoto],
  [{ photoURL: 'javascript:alert(1)' }, 'photoURL', noPhoto],
  [{ photoURL: 'javascript:alert(1)/x' }, 'photoURL', noPhoto],
  [{ photoURL: 'javascript:alert(1)\\x' }, 'photoURL', noPhoto],
  [{ photoURL: '...' }, 'photoURL', noPhoto],
  [{ role: 'ADMIN' }, 'role', 'Role is not a known field'],
  [{ email: 'bob@kiosk.test' }, 'email', 'Email is not a known field'],
])('updateProfile refuses wrong input %# on its field', async (input, field, message) => {
  const ada = await asUser(repositories(), 'ada');
  await expect(updateProfile(ada, input)).rejects.toMatchObject({ message, field, status: 400 });
});

test('updateProfile answers 404 without a record and 401 without sign-in', async () => {
  const stranger = asViewer(repositories(), viewerNamed('stranger'));
  await expect(updateProfile(stranger, { name: 'Stranger' })).rejects.toMatchObject({ status: 404 });
  expect(await repositories().users.findByUid('stranger')).toBeNull();
  await expect(updateProfile(asAnonymous(repositories()), { name: 'Nobody' })).rejects.toMatchObject({ status: 401 });
});

test('M58 deleting a user locks the account, deletes its store entries and deactivates its products', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const { _id } = await createProduct(ada, { name: 'Lamp', price: 5 });
  await addToStore(ada, { slug: 'lamp' });
  expect(await deleteUser(root, { email: 'ada@kiosk.test' })).toMatchObject({ _id: 'ada' });
  expect(await getCounts(root)).toEqual({ users: 1, products: 1, orders: 0 });
  expect(await repositories().store.list.count({ ownerUid: 'ada' }, 10)).toBe(0);
  expect(await repositories().products.findById(_id)).toMatchObject({ status: 'inactive' });
  await expect(registerUser(ada, { name: 'Ada', email: 'ada@kiosk.test' })).rejects.toMatchObject({
    message: 'This account has been deleted.',
    status: 403,
  });
  await expect(deleteUser(root, { email: 'ada@kiosk.test' })).rejects.toMatchObject({ status: 404 });
  await expect(deleteUser(root, { email: 'root@kiosk.test' })).rejects.toMatchObject({
    message: 'You cannot delete your own account!',
    status: 403,
  });
});

const steps = [
  'admins.change',
  'deletedUsers.add',
  'store.deleteByOwner',
  'products.deactivateByOwner',
  'orders.anonymizeBuyer',
  'users.delete',
  'jobs.finish',
];

test.each([...steps, 'identity.disableAccount'])(
  'the next start completes a deletion that stopped at %s',
  async (step) => {
    const root = await asAdmin(repositories(), 'root');
    const ada = await asUser(repositories(), 'ada');
    await createProduct(ada, { name: 'Lamp', price: 5 });
    await addToStore(ada, { slug: 'lamp' });
    const stopped = () => Promise.reject(new UnavailableError());
    const refused = () => Promise.reject(new IdentityUnavailableError({ code: 'auth/insufficient-permission' }));
    const [part = '', method = ''] = step.split('.');
    const broken =
      part === 'identity'
        ? { ...root, identity: { ...root.identity, disableAccount: refused } }
        : {
            ...root,
            repositories: {
              ...repositories(),
              [part]: { ...repositories()[part as 'users'], [method]: stopped },
            },
          };
    const deleted = deleteUser(broken, { email: 'ada@kiosk.test' });
    if (part === 'identity') await deleted;
    else await expect(deleted).rejects.toMatchObject({ status: 503 });
    const disabled: string[] = [];
    const identity = {
      disableAccount: (uid: string) => {
        disabled.push(uid);
        return Promise.resolve(null);
      },
    };
    await finishJobs({ repositories: repositories(), identity, log: silentLog, now: () => new Date() });
    expect(disabled).toEqual(['ada']);
    expect(await repositories().users.findByUid('ada')).toBeNull();
    expect(await repositories().store.list.count({ ownerUid: 'ada' }, 10)).toBe(0);
    expect(await repositories().products.findBySlug('lamp')).toMatchObject({ status: 'inactive' });
    expect(await repositories().jobs.find(10)).toEqual([]);
    await expect(findMe(ada)).rejects.toMatchObject({ status: 403 });
  },
);

test('a deletion that has only to wait for the identity provider is answered, and goes on', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const unanswered = new IdentityUnavailableError(new Error('No answer in 1500 ms.'));
  const away = { ...root.identity, disableAccount: () => Promise.reject(unanswered) };
  expect(await deleteUser({ ...root, identity: away }, { id: 'ada' })).toMatchObject({ _id: 'ada' });
  await expect(findMe(ada)).rejects.toMatchObject({ status: 403 });
  expect((await (await listUsers(root, { first: 24 })).page()).rows.map(({ _id }) => _id)).toEqual(['root']);
  expect(await getCounts(root)).toMatchObject({ users: 1 });
  expect(await repositories().jobs.find(10)).toHaveLength(1);
  await finishJobs({ repositories: repositories(), identity: root.identity, log: silentLog, now: () => new Date() });
  expect(await repositories().jobs.find(10)).toEqual([]);
});

test('make-admin reports errors and its result', async () => {
  await asUser(repositories(), 'ada');
  await expect(makeAdmin(repositories(), 'ada', anyEmail)).rejects.toThrow("'ada' is not an e-mail address.");
  await expect(makeAdmin(repositories(), 'bob@kiosk.test', anyEmail)).rejects.toThrow(
    'Nobody is registered as bob@kiosk.test',
  );
  expect(await makeAdmin(repositories(), 'Ada@kiosk.test', anyEmail)).toBe('ada@kiosk.test is an admin now.');
  expect(await makeAdmin(repositories(), 'ada@kiosk.test', anyEmail)).toBe('ada@kiosk.test is an admin already.');
});
