import { useTestDatabase } from '../testing/useTestDatabase';
import { createRepositories } from '../collections/repositories';
import { readShopKey } from './shopKey.repository';

const database = useTestDatabase();
const stored = () => database.db.collection<{ _id: string }>('meta').countDocuments({ _id: 'shopKey' });

test('twenty processes that start concurrently on an empty database share one key of 256 bits', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => readShopKey(database.db)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
  expect([keys[0]?.length, await stored()]).toEqual([32, 1]);
});

test('processes compute equal MACs for equal texts; other texts and other shops have other MACs', async () => {
  const [first, second] = [createRepositories(database.db), createRepositories(database.db)];
  const code = await first.shopKey.mac('a call');
  expect(await second.shopKey.mac('a call')).toBe(code);
  expect(await second.shopKey.mac('another call')).not.toBe(code);
  await database.clear();
  expect(await createRepositories(database.db).shopKey.mac('a call')).not.toBe(code);
});

test('retries reading the key after the database was unreachable', async () => {
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
