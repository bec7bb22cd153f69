import type { UserSort } from '../__generated__/resolvers';
import { seed } from '../collections/seed';
import { amountOf } from '../testing/amountOf';
import { asAdmin, asUser, testTime } from '../testing/contexts';
import { useRecordedDatabase } from '../testing/useRecordedDatabase';
import { testOfPlans } from '../testing/recordCommands';
import { endCursorOf } from '../lists/connection';
import { foldText } from '../text/foldText';
import { withAdmin } from './adminRules';
import { listUsers } from './listUsers';

/** 3,000 users by default; KIOSK_LONG measures the 100,000 of the issue. */
const size = amountOf({ few: 1_110, usual: 3_000, long: 100_000 });
const sorts: UserSort[] = ['NEWEST', 'OLDEST', 'NAME', 'EMAIL'];
const pageSize = 24;

const shop = useRecordedDatabase(async ({ repositories }) => {
  await seed(repositories, { products: 0, users: size, entries: 0 });
  for (const [uid, name, email] of people) {
    await repositories.users.upsert({ uid, name, email, photoURL: '', createdAt: testTime });
  }
  await repositories.users.clearEmail('u4', 'zoe@example.com');
  for (const uid of ['u1', 'u3']) await repositories.admins.change((admins) => withAdmin(admins, uid));
}, 900_000);

const people = [
  ['u1', 'Ärna Żuk', 'arna.zuk@example.com'],
  ['u2', 'bob (b.) %', 'bob@example.com'],
  ['u3', 'Carla', 'bob.carla@example.org'],
  ['u4', 'Zoë', 'zoe@example.com'],
  ['u5', 'carla', 'second@example.org'],
] as const;

interface Question {
  readonly filter?: unknown;
  readonly sort?: UserSort;
}

async function walk(question: Question, first: number): Promise<string[]> {
  const root = await asAdmin(shop.watch.repositories, 'v-root');
  const uids: string[] = [];
  for (let after: string | null = null; ;) {
    const page = await (await listUsers(root, { ...question, first, after })).page();
    uids.push(...page.rows.map(({ _id }) => _id));
    if (!page.hasNextPage) return uids;
    after = endCursorOf(page);
  }
}

test.each([
  ['bob', ['u3', 'u2']],
  ['BOB@', ['u2']],
  ['żuk', ['u1']],
  ['carla', ['u5', 'u3']],
  ['.carla@example.org', ['u3']],
  ['(b.) %', ['u2']],
  ['zoe@example.com', []],
  ['nobody has this', []],
])('a search for %j finds the users whose name or e-mail contains it', async (search, uids) => {
  expect(await walk({ filter: { search } }, 1)).toEqual(uids);
  expect((await walk({ filter: { search }, sort: 'EMAIL' }, 10)).sort()).toEqual([...uids].sort());
});

test('filters users by role, alone and with a text', async () => {
  expect(await walk({ filter: { role: 'ADMIN' }, sort: 'NAME' }, 1)).toEqual(['u1', 'u3', 'v-root']);
  expect(await walk({ filter: { role: 'ADMIN', search: 'carla' } }, 10)).toEqual(['u3']);
  expect(await walk({ filter: { role: 'USER', search: 'carla' } }, 10)).toEqual(['u5']);
});

test.each(sorts)(
  'pages by %s have no gaps, with a frequent text and without one',
  async (sort) => {
    const stored = await shop.database.db.collection<{ _id: string }>('users').find().toArray();
    const key = (user: (typeof stored)[number]) => {
      const values = user as { name?: string; email?: string; createdAt?: Date };
      if (sort === 'NAME') return foldText(values.name ?? '');
      return sort === 'EMAIL' ? (values.email ?? '') : (values.createdAt?.toISOString() ?? '');
    };
    const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    const direction = sort === 'NEWEST' ? -1 : 1;
    const expected = stored
      .sort((a, b) => direction * (bytes(key(a), key(b)) || bytes(a._id, b._id)))
      .map(({ _id }) => _id)
      .slice(0, 5_000);
    expect((await walkSome({ sort }, expected.length)).slice(0, expected.length)).toEqual(expected);
    const generated = expected.filter((uid) => uid.startsWith('generated-'));
    expect(
      (await walkSome({ sort, filter: { search: 'person' } }, generated.length)).slice(0, generated.length),
    ).toEqual(generated);
  },
  120_000,
);

async function walkSome(question: Question, rows: number): Promise<string[]> {
  const root = await asAdmin(shop.watch.repositories, 'v-root');
  const uids: string[] = [];
  for (let after: string | null = null; uids.length < rows;) {
    const page = await (await listUsers(root, { ...question, first: 97, after })).page();
    uids.push(...page.rows.map(({ _id }) => _id));
    if (!page.hasNextPage) break;
    after = endCursorOf(page);
  }
  return uids;
}

test('totalCount counts the matches, exactly up to 1,000', async () => {
  const root = await asAdmin(shop.watch.repositories, 'v-root');
  const count = async (filter?: unknown) => (await listUsers(root, { filter, first: 1 })).count();
  expect(await count()).toEqual({ count: 1_000, isExact: false });
  expect(await count({ search: 'example.com' })).toEqual({ count: 2, isExact: true });
  expect(await count({ search: 'generated' })).toEqual({ count: 1_000, isExact: false });
  expect(await count({ search: 'generated', role: 'USER' })).toEqual({ count: 1_000, isExact: false });
  expect(await count({ role: 'ADMIN' })).toEqual({ count: 3, isExact: true });
  expect(await count({ role: 'USER' })).toEqual({ count: 1_000, isExact: false });
});

testOfPlans(
  `a page of ${size} users examines little more than its rows in every order, and a search stays within its budget`,
  async () => {
    const root = await asAdmin(shop.watch.repositories, 'v-root');
    const examined = async (question: Question) => {
      const page = await shop.watch.examinedBy(async () =>
        (await listUsers(root, { ...question, first: pageSize })).page(),
      );
      return { examined: page.examined, rows: page.result.rows.length };
    };
    // The calling admin, and the roles.
    const overhead = 20;
    let most = 0;
    for (const sort of sorts) {
      expect((await examined({ sort })).examined).toBeLessThanOrEqual(pageSize + 1 + overhead);
      for (const search of ['e', 'person', 'person 12', 'person-9', '-99', '@generated.test', 'bob', 'zzz', '1', '%']) {
        const page = await examined({ sort, filter: { search } });
        most = Math.max(most, page.examined);
      }
      expect((await examined({ sort, filter: { role: 'ADMIN' } })).examined).toBeLessThanOrEqual(3 + overhead);
      expect((await examined({ sort, filter: { role: 'USER' } })).examined).toBeLessThanOrEqual(4 * (pageSize + 1));
    }
    console.log(`most documents examined for a page of a search: ${most} of ${size}`);
    expect(most).toBeLessThanOrEqual(5_000 + overhead);
  },
  900_000,
);

test('reads the admins once per list of users, whatever it shows', async () => {
  const root = await asAdmin(shop.watch.repositories, 'u1-root');
  const list = (filter: unknown) => async () => {
    const people = await listUsers(root, { filter, first: pageSize });
    await Promise.all([people.page(), people.count()]);
  };
  expect(await shop.watch.readsOf(list({}))).toEqual(['users', 'users', 'admins', 'users']);
  const reads = await shop.watch.readsOf(list({ role: 'USER' }));
  expect(reads.filter((collection) => collection === 'admins')).toEqual(['admins']);
  expect(reads).toEqual(['users', 'admins', 'users', 'users']);
});

test('finds a changed name and a moved e-mail at once, and no longer the old ones', async () => {
  const { users } = shop.watch.repositories;
  await asUser(shop.watch.repositories, 'dora');
  await users.updateProfile('dora', { name: 'Theodora' });
  expect(await walk({ filter: { search: 'theodora' } }, 10)).toEqual(['dora']);
  await users.updateProfile('dora', { name: 'Eleonora' });
  expect(await walk({ filter: { search: 'eleonora' } }, 10)).toEqual(['dora']);
  expect(await walk({ filter: { search: 'theodora' } }, 10)).toEqual([]);
  await users.setEmail('dora', 'moved@kiosk.test', 'dora@kiosk.test');
  expect(await walk({ filter: { search: 'moved@' } }, 10)).toEqual(['dora']);
  expect(await walk({ filter: { search: 'dora@kiosk' } }, 10)).toEqual([]);
  await users.clearEmail('dora', 'moved@kiosk.test');
  expect(await walk({ filter: { search: 'moved@' } }, 10)).toEqual([]);
});

test('refuses an invalid query on its field', async () => {
  const root = await asAdmin(shop.watch.repositories, 'v-root');
  const attempt = (input: object) => listUsers(root, { first: 1, ...input });
  await expect(attempt({ filter: { search: 'x'.repeat(201) } })).rejects.toMatchObject({ field: 'search' });
  await expect(attempt({ filter: { role: 'OWNER' } })).rejects.toMatchObject({ field: 'role' });
  const endCursor = endCursorOf(await (await attempt({ sort: 'NAME' })).page());
  await expect(attempt({ sort: 'EMAIL', after: endCursor })).rejects.toMatchObject({ status: 400, field: 'after' });
});
