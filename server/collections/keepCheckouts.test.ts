import { SagaShop } from '../testing/sagaShop';
import { useTestDatabase } from '../testing/useTestDatabase';
import { keepCheckouts } from './keepCheckouts';

const database = useTestDatabase();

test('C26 no checkout that is being bought expires any more', async () => {
  const shop = new SagaShop(database.repositories);
  const expiresAt = new Date(Date.now() + 60 * 60_000);
  const wishes = [{ productId: await shop.product(9), quantity: 1 }];
  const insert = (status: 'OPEN' | 'HOLDING' | 'PAID' | 'RELEASING' | 'PLACED') =>
    shop.submit(wishes, { status, expiresAt });
  const ids = [await insert('OPEN'), await insert('HOLDING'), await insert('PAID'), await insert('RELEASING')];
  ids.push(await insert('PLACED'));
  for (let run = 0; run < 2; run += 1) await keepCheckouts(database.db);
  const kept = await Promise.all(ids.map(async (id) => (await shop.find(id))?.expiresAt));
  expect(kept).toEqual([expiresAt, null, null, null, expiresAt]);
});
