import { ObjectId } from 'mongodb';
import { useTestDatabase } from '../testing/useTestDatabase';

const database = useTestDatabase();
const minute = 60_000;

test.each([
  ['an earlier version', 3],
  ['the same version', 4],
])('an interrupted deletion of %s has no event beside the one that removed the product', async (_what, version) => {
  const { productDeletions } = database.repositories;
  const product = new ObjectId();
  const interrupted = await productDeletions.begin(product, version, []);
  await database.db
    .collection<{ _id: string }>('productDeletions')
    .updateOne({ _id: interrupted }, { $set: { begunAt: new Date(Date.now() - 2 * minute) } });
  const inProgress = await productDeletions.begin(product, 4, []);
  const pending = async (at = Date.now()) =>
    (await productDeletions.findPendingEvents(9, new Date(at))).map(({ _id }) => _id);
  // The product is gone, and its deletion not yet recorded.
  expect(await pending()).toEqual([]);
  await productDeletions.end(inProgress, product, true);
  expect(await pending()).toEqual([inProgress]);
  expect(await pending(Date.now() + 2 * minute)).toEqual([inProgress]);
});

test('of deletions that were interrupted at one version, the last one has the event', async () => {
  const { productDeletions } = database.repositories;
  const product = new ObjectId();
  const deletions = [await productDeletions.begin(product, 2, []), await productDeletions.begin(product, 2, [])];
  const moved = { $set: { begunAt: new Date(Date.now() - minute) } };
  await database.db.collection<{ _id: string }>('productDeletions').updateOne({ _id: deletions[0] ?? '' }, moved);
  const later = new Date(Date.now() + 2 * minute);
  expect((await productDeletions.findPendingEvents(9, later)).map(({ _id }) => _id)).toEqual([deletions[1]]);
  expect((await productDeletions.findPendingEvents(9, later)).map(({ _id }) => _id)).toEqual([deletions[1]]);
  expect(await database.db.collection('productDeletions').countDocuments()).toBe(1);
});

test('of deletions that become certain at the same moment one has the event, until the product comes back', async () => {
  const { productDeletions } = database.repositories;
  const product = new ObjectId();
  const deleteByTwo = async () => {
    const ids = await Promise.all([productDeletions.begin(product, 2, []), productDeletions.begin(product, 2, [])]);
    await Promise.all(ids.map((id) => productDeletions.end(id, product, true)));
    return ids;
  };
  const pending = async () => (await productDeletions.findPendingEvents(9, new Date())).map(({ _id }) => String(_id));
  const [ids, [first = '', ...others]] = [await deleteByTwo(), await pending()];
  expect([others, ids]).toEqual([[], expect.arrayContaining([first])]);
  await productDeletions.comesBack(product, new Date());
  const [again, certain] = [await deleteByTwo(), await pending()];
  expect([certain.length, [...again, first]]).toEqual([2, expect.arrayContaining(certain)]);
});
