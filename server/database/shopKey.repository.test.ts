import { useTestDatabase } from '../testing/useTestDatabase';
import { createRepositories } from '../collections/repositories';
import { readShopKey } from './shopKey.repository';

const database = useTestDatabase();
const stored = () => database.db.collection<{ _id: string }>('meta').countDocuments({ _id: 'shopKey' });

test('of twenty processes that start at once in an empty database all have one key, of 256 bits', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => readShopKey(database.db)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
  expect([keys[0]?.length, await stored()]).toEqual([32, 1]);
});

test('processes give equal texts equal codes, other texts others; another shop has other codes', async () => {
  const [first, second] = [createRepositories(database.db), createRepositories(database.db)];
  const code = await first.shopKey.mac('a call');
  expect(await second.shopKey.mac('a call')).toBe(code);
  expect(await second.shopKey.mac('another call')).not.toBe(code);
  await database.clear();
  expect(await createRepositories(database.db).shopKey.mac('a call')).not.toBe(code);
});

test('a database that was away when the key was asked for is asked again', async () => {
  let isAway = true;
  const collection = () => {
    if (isAway) throw new Error('away');
    return database.db.collection('meta');
  };
  const { shopKey } = createRepositories(
    new Proxy(database.db, {
      get: (target, name) =>
        name === 'collection'
          ? (wanted: string) => (wanted === 'meta' ? collection() : target.collection(wanted))
          : Reflect.get(target, name, target),
    }),
  );
  await expect(shopKey.mac('a call')).rejects.toThrow('away');
  isAway = false;
  expect(await shopKey.mac('a call')).toBe(await createRepositories(database.db).shopKey.mac('a call'));
});
