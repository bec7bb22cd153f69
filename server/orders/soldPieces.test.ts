import { MongoClient, ObjectId, type Document } from 'mongodb';
import { createRepositories } from '../collections/repositories';
import { longRunningOptions } from '../database/clientOptions';
import { asAdmin } from '../testing/contexts';
import { buildOrder } from '../testing/buildOrder';
import { useTestDatabase } from '../testing/useTestDatabase';
import type { OrderDocument, StoredRefund } from './orderDocument';

const database = useTestDatabase();
const [lamp, chair, rug] = [new ObjectId(), new ObjectId(), new ObjectId()];

/** Two lamps, three chairs and another lamp. */
function orderOf(number: number, changes: Partial<OrderDocument> = {}): OrderDocument {
  const { lines, ...order } = buildOrder({
    lines: [
      [1_000, 2],
      [500, 3],
      [900, 1],
    ],
  });
  const products = [lamp, chair, lamp];
  const sold = lines.map((line, index) => ({ ...line, productId: products[index] ?? null }));
  return { ...order, lines: sold, _id: `K-${number}`, ...changes };
}

/** A refund of a piece of the line, sent before or not. */
const refundOf = (line: number, open: number, step: StoredRefund['step'] = 'done'): StoredRefund => ({
  ...{ id: `r-${line}-${open}-${step}`, kind: 'refund', step, reason: '', restock: false, byUid: 'root' },
  lines: [{ line, quantity: 1, open, amountCents: 500 }],
  ...{ shippingCents: 0, extraCents: 0, amountCents: 500, taxCents: 0 },
  ...{ begunAt: new Date(), doneAt: step === 'done' ? new Date() : null },
});

const soldOf = async (repositories = database.repositories) => {
  const { soldById } = (await asAdmin(repositories, 'root')).loaders;
  return Promise.all([lamp, chair, rug].map((id) => soldById.load(id.toHexString())));
};

test('C04 what is sold is without cancelled orders and without pieces refunded before they were sent', async () => {
  await database.repositories.orders.insertMany([
    orderOf(1),
    orderOf(2, { status: 'cancelled' }),
    orderOf(3, { refunds: [refundOf(0, 1), refundOf(1, 0)] }),
    orderOf(4, { refunds: [refundOf(2, 1, 'refused'), refundOf(1, 1, 'money')] }),
    orderOf(5, { lines: orderOf(5).lines.map((line) => ({ ...line, productId: null })) }),
  ]);
  expect(await soldOf()).toEqual([3 + 2 + 3, 3 + 3 + 2, 0]);
});

test('C04 what is sold is summed from replies of bounded size, whose orders are not kept', async () => {
  const orders = 1_201;
  await database.repositories.orders.insertMany(
    Array.from({ length: orders }, (_, number) => orderOf(number, number === 7 ? { refunds: [refundOf(1, 1)] } : {})),
  );
  const client = new MongoClient(database.uri, { ...longRunningOptions, monitorCommands: true });
  const replies: Document[][] = [];
  client.on('commandSucceeded', ({ reply }) => {
    const { cursor } = reply as { cursor?: { firstBatch?: Document[]; nextBatch?: Document[] } };
    const batch = cursor?.firstBatch ?? cursor?.nextBatch ?? [];
    if (batch.some((document) => 'lines' in document)) replies.push(batch);
  });
  expect(await soldOf(createRepositories(client.db(database.databaseName)))).toEqual([3 * orders, 3 * orders - 1, 0]);
  await client.close();
  expect(replies.map((batch) => batch.length)).toEqual([500, 500, 201]);
  const fields = new Set(replies.flat().flatMap((order) => Object.keys(order)));
  expect([...fields].sort()).toEqual(['lines', 'refunds']);
});
