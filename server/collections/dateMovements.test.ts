import { reconcileDay } from '../reconciliation/reconcileDay';
import { dayAt } from '../reconciliation/reconciledDay';
import { refundOrder } from '../shopOrders/refundOrder';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { dateMovements } from './dateMovements';

const database = useTestDatabase();

test('C60 dates the movements of an earlier ledger, so that its day can be reconciled', async () => {
  const scene = new ShopScene(database);
  const number = await scene.placePaid([2]);
  await refundOrder(await scene.admin(), { number, amount: 300 });
  await scene.place([1]);
  const ledger = database.db.collection('testPayments');
  const before = await ledger.find({}, { sort: { _id: 1 } }).toArray();
  const undated = { capturedAt: '', 'refunds.$[].madeAt': '' };
  await ledger.updateMany({ capturedCents: { $gt: 0 } }, { $unset: undated });
  const check = () => reconcileDay(scene.reconcileDeps(), dayAt(scene.shop.now()));
  expect(await check()).toMatchObject({ movements: 0 });
  await dateMovements(database.db);
  await dateMovements(database.db);
  const dated = await ledger.find({}, { sort: { _id: 1 } }).toArray();
  expect(dated.map(({ version: _, ...payment }) => payment)).toEqual(
    before.map(({ version: _, ...payment }) => payment),
  );
  expect(await check()).toMatchObject({ movements: 2, differences: [] });
});
