import type { OrderDocument } from '../orders/orderDocument';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { forgetDeclines } from './forgetDeclines';

const database = useTestDatabase();

test('C71 finished orders of deleted people lose the cards that were declined, all others keep them', async () => {
  const scene = new ShopScene(database);
  const declines = [{ at: new Date(), reason: 'CARD_DECLINED', card: { brand: 'Visa', last4: '0341' } }] as const;
  const place = async (change: Partial<OrderDocument>) => {
    const number = await scene.place([1]);
    await database.db.collection<OrderDocument>('orders').updateOne({ _id: number }, { $set: { declines, ...change } });
    return number;
  };
  const finished = await place({ buyerUid: '', forgetAt: null });
  const open = await place({ buyerUid: '', forgetAt: new Date() });
  const others = await place({});
  for (let run = 0; run < 2; run += 1) await forgetDeclines(database.db);
  expect((await scene.order(finished)).declines).toEqual([]);
  expect((await scene.order(open)).declines).toEqual(declines);
  expect((await scene.order(others)).declines).toEqual(declines);
});
