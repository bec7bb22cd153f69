import { ObjectId, type Document } from 'mongodb';
import type { Context } from '../context';
import { createProduct } from '../products/products.service';
import { asUser, asViewer, viewerNamed } from '../testing/contexts';
import { faulty, InjectedFault } from '../testing/faulty';
import { useTestDatabase } from '../testing/useTestDatabase';
import { restoreStoreItem } from './restoreStoreItem';
import { setStoreQuantity } from './setStoreQuantity';
import { addToStore, findCart } from './store.service';

const database = useTestDatabase();

/** A request of Ada; repeated ones carry the same key. */
const request = (store = database.repositories.store) =>
  asViewer({ ...database.repositories, store }, viewerNamed('ada'), { idempotencyKey: 'ada\nthe key' });

async function withProducts(...names: string[]): Promise<Context> {
  const ada = await asUser(database.repositories, 'ada');
  for (const name of names) await createProduct(ada, { name, price: 5 });
  return ada;
}

const inCart = async () => (await findCart(request(), {})).map(({ slug }) => slug).sort();
const times = (count: number, slug: string) => Array.from({ length: count }, () => slug);

test.each([
  [1, 4],
  [4, 1],
])('a retry completes a change from %d pieces to %d that was interrupted at any call', async (before, quantity) => {
  const ada = await withProducts('Lamp');
  let interrupted = 0;
  for (let isDone = false; !isDone; interrupted += 1) {
    await setStoreQuantity(ada, { slug: 'lamp', quantity: 0 });
    await setStoreQuantity(ada, { slug: 'lamp', quantity: before });
    let calls = 0;
    const broken = request(faulty(database.repositories.store, () => (calls += 1) > interrupted));
    const input = { slug: 'lamp', quantity };
    isDone = await setStoreQuantity(broken, input).then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(InjectedFault);
        return false;
      },
    );
    await setStoreQuantity(request(), input);
    expect(await inCart()).toEqual(times(quantity, 'lamp'));
  }
  expect(interrupted).toBeGreaterThan(6);
});

test.each([0, 5])(
  'mutations after it in a repeated document find their records again, from %d pieces',
  async (before) => {
    const ada = await withProducts('Lamp', 'Mug');
    await setStoreQuantity(ada, { slug: 'lamp', quantity: before });
    const send = async () => {
      const context = request();
      await setStoreQuantity(context, { slug: 'lamp', quantity: 3 });
      return addToStore(context, { slug: 'mug' });
    };
    const first = await send();
    expect((await send())._id).toEqual(first._id);
    expect(await inCart()).toEqual([...times(3, 'lamp'), 'mug']);
  },
);

test('an id under which another product was added is refused', async () => {
  await withProducts('Lamp', 'Mug');
  await addToStore(request(), { slug: 'lamp' });
  await expect(addToStore(request(), { slug: 'mug' })).rejects.toMatchObject({ status: 409 });
  expect(await inCart()).toEqual(['lamp']);
});

test('an entry that another call removes meanwhile counts as removed, and is not named', async () => {
  const ada = await withProducts('Lamp');
  await setStoreQuantity(ada, { slug: 'lamp', quantity: 4 });
  const { store } = database.repositories;
  let gone = '';
  const meanwhile = Object.assign(Object.create(store) as typeof store, {
    findByOwner: async (...args: Parameters<typeof store.findByOwner>) => {
      const entries = await store.findByOwner(...args);
      const [, , entry] = entries;
      if (!entry) throw new Error('There are four entries');
      gone = entry._id.toHexString();
      await store.delete(entry._id);
      return entries;
    },
  });
  const { removedIds } = await setStoreQuantity(request(meanwhile), { slug: 'lamp', quantity: 1 });
  expect(removedIds).toHaveLength(2);
  expect(removedIds).not.toContain(gone);
  expect(await inCart()).toEqual(['lamp']);
});

test('C07 a quantity for which the store has no room is refused whole, with how many more it takes', async () => {
  const ada = await withProducts('Lamp', 'Mug', 'Tote', 'Kettle', 'Bottle', 'Chair', 'Desk');
  for (const slug of ['mug', 'tote', 'kettle', 'bottle', 'chair']) await setStoreQuantity(ada, { slug, quantity: 99 });
  await setStoreQuantity(ada, { slug: 'lamp', quantity: 2 });
  await expect(setStoreQuantity(ada, { slug: 'desk', quantity: 90 })).rejects.toMatchObject({
    ...{ status: 409, field: 'quantity', message: 'Your store has room for 3 more: it holds 500 items at most.' },
  });
  expect((await inCart()).filter((slug) => slug === 'desk')).toEqual([]);
  await setStoreQuantity(ada, { slug: 'desk', quantity: 3 });
  await expect(setStoreQuantity(ada, { slug: 'desk', quantity: 4 })).rejects.toMatchObject({
    ...{ status: 409, message: 'Your store holds 500 items already. Remove one first.' },
  });
});

test('C07 beyond 500 removed pieces of a cart the oldest are dropped, and all of a call can be restored', async () => {
  const now = () => new Date();
  const ada = { ...(await withProducts('Lamp')), now };
  await setStoreQuantity(ada, { slug: 'lamp', quantity: 99 });
  const archived = database.db.collection<Document>('deletedItems');
  const earlier = Array.from({ length: 450 }, (_, piece) => ({
    ...{ _id: new ObjectId(), item: { ownerUid: 'ada', productId: new ObjectId() }, cartOwner: 'ada' },
    ...{ deletionId: new ObjectId(), expiresAt: new Date(Date.now() + 60_000 + piece) },
  }));
  await archived.insertMany(earlier);
  const { removedIds } = await setStoreQuantity(ada, { slug: 'lamp', quantity: 0 });
  const kept = (await archived.distinct('_id')).map(String).sort();
  expect(kept).toEqual([...earlier.slice(49).map(({ _id }) => String(_id)), ...removedIds].sort());
  for (const id of removedIds) await restoreStoreItem(ada, { id });
  expect(await inCart()).toEqual(times(99, 'lamp'));
}, 60_000);
