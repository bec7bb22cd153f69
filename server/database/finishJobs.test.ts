import type { ObjectId } from 'mongodb';
import { listProducts } from '../products/products.service';
import { buildProduct } from '../testing/builders';
import { asAnonymous, testTime } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { finishJobs } from './finishJobs';

const database = useTestDatabase();

const muchLater = new Date(testTime.getTime() + 60_001);
const warnings: unknown[] = [];
const log = { info: () => undefined, warn: (line: unknown) => void warnings.push(line) };
const identity = { disableAccount: () => Promise.resolve() };

function finish(now: Date): Promise<void> {
  return finishJobs({ repositories: database.repositories, identity, log, now: () => now });
}

function startSync(id: ObjectId): Promise<void> {
  const productId = id.toHexString();
  return database.repositories.jobs.start({
    _id: `syncSearch:${productId}`,
    kind: 'syncSearch',
    productId,
    startedAt: testTime,
  });
}

async function found(search: string): Promise<string[]> {
  const listing = await listProducts(asAnonymous(database.repositories), {
    sort: 'NEWEST',
    first: 10,
    filter: { search },
  });
  return (await listing.page()).rows.map(({ node }) => node.name);
}

test('a product that was stored when the process died is found by search afterwards', async () => {
  const product = buildProduct({ name: 'Walnut Desk' });
  await startSync(product._id);
  await database.repositories.products.insert(product);
  expect(await found('walnut')).toEqual([]);
  await finish(muchLater);
  expect(await found('walnut')).toEqual(['Walnut Desk']);
  expect(await database.repositories.jobs.find(10)).toEqual([]);
});

test('a product that was removed when the process died leaves nothing in search', async () => {
  const product = buildProduct({ name: 'Walnut Desk' });
  await database.repositories.productSearch.put(product);
  await startSync(product._id);
  await finish(muchLater);
  expect(await database.db.collection('productSearch').countDocuments()).toBe(0);
  expect(await database.repositories.jobs.find(10)).toEqual([]);
});

test('the record of a young job stays, for it may be of a process that is still at work', async () => {
  const product = buildProduct();
  await startSync(product._id);
  await finish(new Date(testTime.getTime() + 60_000));
  expect(await database.repositories.jobs.find(10)).toHaveLength(1);
});

test('finishing twice, or by two processes at once, is finishing once', async () => {
  const product = buildProduct({ name: 'Walnut Desk' });
  await database.repositories.products.insert(product);
  await startSync(product._id);
  await startSync(product._id);
  await Promise.all([finish(muchLater), finish(muchLater)]);
  await finish(muchLater);
  expect(await found('walnut')).toEqual(['Walnut Desk']);
  expect(await database.db.collection('productSearch').countDocuments()).toBe(1);
});

test('a job that cannot be finished does not hold up the next', async () => {
  const product = buildProduct({ name: 'Walnut Desk' });
  await database.repositories.products.insert(product);
  const broken = { _id: 'a', kind: 'syncSearch' as const, productId: 'no id', startedAt: testTime };
  await database.repositories.jobs.start(broken);
  await startSync(product._id);
  await finish(muchLater);
  expect(await found('walnut')).toEqual(['Walnut Desk']);
  expect((await database.repositories.jobs.find(10)).map(({ _id }) => _id)).toEqual(['a']);
  expect(warnings).toEqual([{ job: 'a', err: expect.any(Error) as Error }]);
});
