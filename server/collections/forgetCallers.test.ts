import { SagaShop } from '../testing/sagaShop';
import { useTestDatabase } from '../testing/useTestDatabase';
import { forgetCallers } from './forgetCallers';

const database = useTestDatabase();

test('a checkout that holds nothing loses the hash of its guest’s network address, others keep it', async () => {
  const shop = new SagaShop(database.repositories);
  const wishes = [{ productId: await shop.product(9), quantity: 1 }];
  const caller = 'address hash';
  const open = { status: 'OPEN', heldUntil: null } as const;
  const placed = { status: 'PLACED', heldUntil: null } as const;
  const insert = (fields: Parameters<SagaShop['submit']>[1]) =>
    shop.submit(wishes, { buyerUid: null, caller, ...fields });
  const ids = [
    await insert(open),
    await insert(placed),
    await insert({ ...placed, buyerUid: 'anna' }),
    await insert({}),
  ];
  for (let run = 0; run < 2; run += 1) await forgetCallers(database.db);
  const kept = await Promise.all(ids.map(async (id) => (await shop.find(id))?.caller));
  expect(kept).toEqual([null, null, null, caller]);
});
