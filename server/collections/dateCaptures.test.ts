import type { OrderDocument, OrderPayment } from '../orders/orderDocument';
import { buildOrder } from '../testing/buildOrder';
import { useTestDatabase } from '../testing/useTestDatabase';
import { dateCaptures } from './dateCaptures';

const database = useTestDatabase();

const withoutCapture = ({ capturedAt: _, ...payment }: OrderPayment) => payment;

test('dates a capture without a date by the placement of its order and changes nothing else', async () => {
  const orders = database.db.collection<OrderDocument>('orders');
  const createdAt = new Date(1_000);
  const paid = buildOrder({ lines: [[1_000, 1]] }, { _id: 'K-AAAA-AAAA', createdAt, version: 3 });
  const payment = withoutCapture(paid.payment);
  const open = { ...payment, status: 'authorized' as const, capturedCents: 0 };
  const before = [
    { ...paid, payment },
    { ...paid, _id: 'K-BBBB-BBBB', payment: open },
    { ...paid, _id: 'K-CCCC-CCCC', payment: { ...payment, capturedAt: new Date(2_000) } },
  ];
  await orders.insertMany(before);
  await dateCaptures(database.db);
  await dateCaptures(database.db);
  expect(await orders.find({}, { sort: { _id: 1 } }).toArray()).toEqual([
    { ...before[0], payment: { ...payment, capturedAt: createdAt }, version: 4 },
    before[1],
    before[2],
  ]);
});
