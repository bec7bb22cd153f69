import { ObjectId } from 'mongodb';
import type { StoreItemSort } from '../__generated__/resolvers';
import type { Context } from '../context';
import { createRandom } from '../collections/random';
import { seed } from '../collections/seed';
import type { ProductDocument } from '../products/products.repository';
import { amountOf } from '../testing/amountOf';
import { buildProduct } from '../testing/builders';
import { asAdmin, asUser } from '../testing/contexts';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { useRecordedDatabase } from '../testing/useRecordedDatabase';
import { testOfPlans } from '../testing/recordCommands';
import { endCursorOf } from '../lists/connection';
import { foldText } from '../text/foldText';
import { entryOf, isStoreEntry, type StoreItemDocument } from './store.service';
import { listStoreItems } from './storeItems';

const sorts: StoreItemSort[] = ['NEWEST', 'OLDEST', 'NAME', 'PRICE_ASC', 'PRICE_DESC'];
const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

interface Question {
  readonly email?: string;
  readonly filter?: {
    readonly search?: string;
    readonly status?: string;
    readonly inStock?: boolean;
    readonly kind?: string;
    readonly createdFrom?: Date;
    readonly createdTo?: Date;
  };
  readonly sort: StoreItemSort;
}

const asInput = ({ email, ...question }: Partial<Question>) => ({
  ...question,
  ...(email !== undefined && { owner: { email } }),
});

async function walk(context: Context, question: Question, first: number, rows = Infinity): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const page = await (await listStoreItems(context, { ...asInput(question), first, after })).page();
    ids.push(...page.rows.map(({ _id }) => _id.toHexString()));
    if (!page.hasNextPage || ids.length >= rows) return ids;
    after = endCursorOf(page);
  }
}

describe('a small shop, each query compared with a reference implementation', () => {
  let database: TestDatabase;
  let root: Context;
  let stored: StoreItemDocument[];
  beforeAll(async () => {
    database = await startTestDatabase();
    const { repositories } = database;
    root = await asAdmin(repositories, 'root');
    for (const uid of ['ada', 'bob', 'lampert']) await asUser(repositories, uid);
    // More 'lamp' items than are read whole, fewer of every other word; many ties in every sort key.
    const random = createRandom(7);
    const products = Array.from({ length: amountOf({ few: 720, usual: 1_400 }) }, (_, number) =>
      buildProduct({
        name: `${random.pick(['Lamp', 'lamp', 'Älamp', 'Torch'])} ${random.pick(['Red', 'blue', 'L%(x)'])}${number % 97 === 0 ? ' Rare' : ''}`,
        price: 1 + random.below(5),
        status: random.below(5) === 0 ? 'inactive' : 'active',
        inStock: number % 7 !== 0,
        ownerUid: random.pick(['ada', 'ada', 'bob', 'lampert']),
        createdAt: day(1 + random.below(20)),
      }),
    );
    await repositories.products.insertMany(products);
    const entries = products.slice(0, products.length / 2).map((product) =>
      entryOf(product, {
        _id: new ObjectId(),
        ownerUid: random.pick(['ada', 'bob']),
        createdAt: day(1 + random.below(20)),
      }),
    );
    await repositories.store.insertMany(entries);
    stored = [...products, ...entries];
  }, 120_000);
  afterAll(() => database.stop());

  function expected({ email, filter = {}, sort }: Question): string[] {
    const { search = '', status, inStock, kind, createdFrom, createdTo } = filter;
    const text = foldText(search);
    const key = (item: StoreItemDocument) => (sort.startsWith('PRICE') ? item.priceCents : item.createdAt.getTime());
    const compare = (a: StoreItemDocument, b: StoreItemDocument) =>
      (sort === 'NAME' ? bytes(foldText(a.name), foldText(b.name)) : key(a) - key(b)) ||
      bytes(a._id.toHexString(), b._id.toHexString());
    const direction = sort === 'NEWEST' || sort === 'PRICE_DESC' ? -1 : 1;
    return stored
      .filter((item) => email === undefined || `${item.ownerUid}@kiosk.test` === email)
      .filter((item) => kind === undefined || kind === (isStoreEntry(item) ? 'STORE_ENTRY' : 'PRODUCT'))
      .filter((item) => inStock === undefined || (isStoreEntry(item) || item.inStock) === inStock)
      .filter((item) => status === undefined || statusOf(item) === status.toLowerCase())
      .filter(({ createdAt }) => (!createdFrom || createdAt >= createdFrom) && (!createdTo || createdAt < createdTo))
      .filter(
        ({ name, ownerUid }) =>
          foldText(name).includes(text) || (email === undefined && `${ownerUid}@kiosk.test`.includes(text)),
      )
      .sort((a, b) => direction * compare(a, b))
      .map(({ _id }) => _id.toHexString());
  }

  const statusOf = (item: StoreItemDocument) => (isStoreEntry(item) ? 'active' : (item as ProductDocument).status);

  const filters: NonNullable<Question['filter']>[] = [
    { inStock: true },
    { inStock: false },
    { inStock: false, status: 'ACTIVE', createdFrom: day(3) },
    { inStock: true, kind: 'PRODUCT', status: 'INACTIVE', createdTo: day(15) },
    { inStock: false, search: 'lamp' },
    { inStock: true, search: 'rare', kind: 'PRODUCT' },
    {},
    { search: 'LAMP' },
    { search: 'älamp red' },
    { search: 'rare' },
    { search: '%(x) r' },
    { search: 'ada@' },
    { search: 'lampert@kiosk' },
    { search: 'no such thing' },
    { status: 'INACTIVE' },
    { status: 'ACTIVE', search: 'torch' },
    { kind: 'STORE_ENTRY', search: 'lamp' },
    { kind: 'STORE_ENTRY', status: 'INACTIVE' },
    { createdFrom: day(3), createdTo: day(4) },
    { createdFrom: day(2), search: 'lamp', status: 'INACTIVE' },
  ];
  const questions = filters.flatMap((filter) =>
    [undefined, 'ada@kiosk.test'].map(
      (email) => [JSON.stringify(filter), email ?? 'everybody', filter, email] as const,
    ),
  );

  const asked = amountOf({ few: 2, usual: sorts.length });
  test.each(
    questions.map(
      (question, number) =>
        [
          ...question,
          sorts.map((_, at) => sorts[(number + at) % sorts.length] as StoreItemSort).slice(0, asked),
        ] as const,
    ),
  )(
    `M36 M37 M38: %s of %s, in ${asked === sorts.length ? 'every order' : 'some of the orders'}`,
    async (_, __, filter, email, orders) => {
      for (const sort of orders) {
        const question = { filter, sort, ...(email !== undefined && { email }) };
        expect(await walk(root, question, 50 + sorts.indexOf(sort) * 12)).toEqual(expected(question));
      }
    },
    60_000,
  );

  test.each(questions)('totalCount of %s of %s is exact up to 1,000', async (_, __, filter, email) => {
    const question = { filter, ...(email !== undefined && { email }) };
    const { length } = expected({ ...question, sort: 'NEWEST' });
    const counted = await (await listStoreItems(root, { ...asInput(question), first: 1 })).count();
    expect(counted).toEqual({ count: Math.min(length, 1_000), isExact: length <= 1_000 });
  });

  test('a list continues without gaps after a page that ends within a batch of one kind', async () => {
    const question = { filter: { search: 'lamp' }, sort: 'NAME' } as const;
    expect(await walk(root, question, 1, 40)).toEqual(expected(question).slice(0, 40));
  });

  test('a filter changes no permissions, and a cursor is valid for its own query only', async () => {
    const ada = await asUser(database.repositories, 'ada');
    const attempt = (context: Context, input: object) => listStoreItems(context, { first: 1, ...input });
    await expect(attempt(ada, { filter: { search: 'lamp' } })).rejects.toMatchObject({ status: 403 });
    await expect(attempt(ada, { owner: { email: 'bob@kiosk.test' }, sort: 'NAME' })).rejects.toMatchObject({
      status: 403,
    });
    await expect(attempt(root, { filter: { search: 'x'.repeat(201) } })).rejects.toMatchObject({ field: 'search' });
    const endCursor = endCursorOf(await (await attempt(root, { sort: 'NAME' })).page());
    const other = attempt(root, { sort: 'PRICE_ASC', after: endCursor });
    await expect(other).rejects.toMatchObject({ status: 400, field: 'after' });
  });
});

/** 2,000 products by default; KIOSK_LONG measures 100,000 and 20,000 entries. */
const size = amountOf({ few: 300, usual: 2_000, long: 100_000 });
/** More users than are queried by their uids. */
const amounts = { products: size, users: Math.max(120, size / 10), entries: size / 5 };
const pageSize = 24;
const budget = 5_000;
const overhead = 200;
/** Users whom a text can match by their e-mail, and the caller. */
const fewPeople = 102;

describe(`documents examined for a page, of ${size} products`, () => {
  const shop = useRecordedDatabase(({ repositories }) => seed(repositories, amounts), 900_000);
  let root: Context;
  beforeAll(async () => {
    root = await asAdmin(shop.watch.repositories, 'root');
  });

  const examinedFor = (question: Question) =>
    shop.watch.examinedBy(async () => (await listStoreItems(root, { ...question, first: pageSize })).page());
  const examined = async (question: Question) => (await examinedFor(question)).examined;

  testOfPlans.each(sorts)('by %s it is little more than the page, of everybody and of one owner', async (sort) => {
    const most = 2 * (pageSize + 1) + 10;
    expect(await examined({ sort })).toBeLessThanOrEqual(most);
    expect(await examined({ sort, email: 'person-3@generated.test' })).toBeLessThanOrEqual(most);
    expect(await examined({ sort, filter: { status: 'INACTIVE' } })).toBeLessThanOrEqual(most);
    if (sort === 'NEWEST' || sort === 'OLDEST')
      expect(await examined({ sort, filter: { inStock: false } })).toBeLessThanOrEqual(most);
  });

  test('does not read products twice when an e-mail search matches nearly everybody', async () => {
    const reads = await shop.watch.readsOf(async () => {
      const { rows } = await (
        await listStoreItems(root, { filter: { search: 'generated.test' }, first: pageSize })
      ).page();
      expect(rows).toHaveLength(pageSize);
    });
    expect(reads.filter((collection) => collection === 'products')).toHaveLength(1);
  });

  test('does not count a list that its first page shows whole', async () => {
    const owned = [];
    for (let number = 0; owned.length < 1 && number < 50; number += 1) {
      const email = `person-${number}@generated.test`;
      const { page, count } = await listStoreItems(root, { owner: { email }, sort: 'NEWEST', first: pageSize });
      const { rows } = await page();
      if (rows.length > 0) owned.push({ email, rows: rows.length, count: await count() });
    }
    const [whole] = owned;
    expect(whole?.count).toEqual({ count: whole?.rows, isExact: true });
    const reads = (first: number) => async () => {
      const items = await listStoreItems(root, { owner: { email: whole?.email }, sort: 'NEWEST', first });
      await Promise.all([items.count(), items.page()]);
    };
    expect((await shop.watch.readsOf(reads(pageSize))).slice(-2)).toEqual(['products', 'storeEntries']);
    expect(
      (await shop.watch.readsOf(async () => (await listStoreItems(root, { sort: 'NEWEST', first: 1 })).count())).slice(
        -2,
      ),
    ).toEqual(['products', 'storeEntries']);
  });

  testOfPlans(
    'a search stays within its budget in every order, and looks up the owner of each item at most once',
    async () => {
      let most = 0;
      const ask = async (question: Question) => {
        const { examined: all, examinedIn } = await examinedFor(question);
        const items = all - examinedIn('users');
        expect(examinedIn('users')).toBeLessThanOrEqual(items + fewPeople);
        most = Math.max(most, items);
      };
      for (const sort of sorts) {
        for (const search of [
          'e',
          'leather',
          'zanzibar',
          'wallet with the',
          'person-12',
          '@generated',
          '%',
          'for two',
        ]) {
          await ask({ sort, filter: { search } });
          await ask({ sort, email: 'person-3@generated.test', filter: { search } });
        }
        await ask({ sort, filter: { createdFrom: day(-300), createdTo: day(-299) } });
      }
      console.log(`most items examined for a page of a search: ${most} of ${amounts.products + amounts.entries}`);
      expect(most).toBeLessThanOrEqual(budget + overhead);
    },
    900_000,
  );
});
