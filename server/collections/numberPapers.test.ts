import type { OrderDocument, StoredRefund } from '../orders/orderDocument';
import { buildOrder } from '../testing/buildOrder';
import { expectPapersInOrder } from '../testing/purchaseJudge';
import { useTestDatabase } from '../testing/useTestDatabase';
import { numberPapers } from './numberPapers';

const database = useTestDatabase();
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 0, minutes));

function paidAt(_id: string, minutes: number, refunds: readonly number[] = []): OrderDocument {
  const order = buildOrder({ lines: [[1_000, 3]] }, { _id, checkout: _id });
  const made = refunds.map((doneAt, index): StoredRefund => ({
    ...{ id: `${_id}:${index}`, kind: 'refund', lines: [], shippingCents: 0, extraCents: 100, taxCents: 0 },
    ...{ amountCents: 100, reason: '', restock: false, byUid: 'root', begunAt: at(doneAt), doneAt: at(doneAt) },
    step: 'done',
  }));
  return { ...order, payment: { ...order.payment, capturedAt: at(minutes) }, refunds: made };
}

const numbers = async () =>
  (
    await database.db
      .collection<OrderDocument>('orders')
      .find({}, { sort: { _id: 1 } })
      .toArray()
  ).map(({ invoice, refunds = [] }) => [invoice?.number, ...refunds.map(({ creditNote }) => creditNote?.number)]);

test('C48 numbers earlier orders in the order of payment, also when run concurrently and twice', async () => {
  const { orders } = database.repositories;
  await orders.insertPlaced(paidAt('K-AAAA-AAAA', 30, [50, 40]));
  await orders.insertPlaced(paidAt('K-BBBB-BBBB', 10, [45]));
  await orders.insertPlaced(paidAt('K-CCCC-CCCC', 20));
  const open = buildOrder({ lines: [[1_000, 1]] }, { _id: 'K-DDDD-DDDD' });
  await orders.insertPlaced({ ...open, payment: { ...open.payment, status: 'authorized', capturedCents: 0 } });
  // A demo order without a payment.
  await orders.insert({
    ...{ _id: 'demo-order-1', buyerUid: 'anna', lines: [], totalCents: 100, status: 'delivered', createdAt: at(0) },
  });
  await Promise.all([numberPapers(database.db), numberPapers(database.db)]);
  expect(await numbers()).toEqual([[3, 3, 1], [1, 2], [2], [undefined], [undefined]]);
  await expectPapersInOrder(database.db);
  await numberPapers(database.db);
  expect(await numbers()).toEqual([[3, 3, 1], [1, 2], [2], [undefined], [undefined]]);
});
