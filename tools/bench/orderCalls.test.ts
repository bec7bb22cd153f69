import { generatedOrders } from '../../server/collections/generatedOrders';
import { seed } from '../../server/collections/seed';
import { orderNumberIn } from '../../server/orders/orderNumber';
import { signUp, type Principal } from '../../server/testing/principals';
import { startTestServer, type TestServer } from '../../server/testing/startTestServer';
import { orderCalls } from './orderCalls';

const amounts = { products: 40, users: 20, entries: 0, orders: 400 };
let shop: TestServer;
let admin: Principal;
beforeAll(async () => {
  shop = await startTestServer();
  admin = await signUp(shop, 'admin');
  await seed(shop.repositories, amounts);
});
afterAll(() => shop.stop());

interface Answer {
  readonly data?: Readonly<Record<string, { readonly nodes?: readonly object[]; readonly totalCount?: number }>>;
  readonly errors?: unknown;
}

test('generated orders are deterministic, have valid numbers, and add up to the cent', async () => {
  expect(generatedOrders(0, 50, amounts)).toEqual(generatedOrders(0, 50, amounts));
  for (const order of generatedOrders(0, 200, amounts)) {
    expect(orderNumberIn(order._id)).toBe(order._id);
    const { lines, subtotalCents, shippingCents, taxCents, totalCents, payment } = order;
    expect(lines.reduce((sum, line) => sum + line.totalCents, 0)).toBe(subtotalCents);
    expect(subtotalCents + shippingCents + taxCents).toBe(totalCents);
    expect([0, totalCents]).toContain(payment.capturedCents);
    expect(payment.refundedCents ?? 0).toBeLessThanOrEqual(payment.capturedCents);
  }
  await seed(shop.repositories, amounts);
  expect(await shop.db.collection('orders').countDocuments()).toBe(amounts.orders);
});

test('C41 every measured call is answered and finds rows where it should', async () => {
  const [known] = generatedOrders(0, 1, amounts);
  if (!known) throw new Error('No order was generated.');
  await shop.db.collection<{ _id: string }>('orders').updateOne({ _id: known._id }, { $set: { buyerUid: admin.uid } });
  const { _id: number, email, shippingAddress } = known;
  const found = new Map<string, number>();
  for (const { name, body } of orderCalls({ number, email, name: shippingAddress.fullName })) {
    const { query, variables } = JSON.parse(body) as { query: string; variables: object };
    const { status, json } = await shop.graphql(query, variables, { token: admin.token });
    const { data, errors } = json as Answer;
    expect({ name, status, errors }).toEqual({ name, status: 200, errors: undefined });
    const [answer] = Object.values(data ?? {});
    found.set(name, answer?.nodes?.length ?? Number(answer != null));
  }
  expect(found.get('All orders, search, nothing')).toBe(0);
  expect(found.get('All orders, search, one number')).toBe(1);
  expect(found.get('Orders, own')).toBe(1);
  const empty = [...found].filter(([name, rows]) => rows === 0 && !name.endsWith('nothing'));
  expect(empty).toEqual([]);
});
