import type { Buyer } from './buyer';
import type { TestServer } from './startTestServer';

/** Its notice never comes: nothing is written behind the test. */
const quietCard = '4000000000010050';

/** Buys, and answers the order's number. The money is reserved. */
export async function placeOrder(server: TestServer, buyer: Buyer, input: object): Promise<string> {
  const checkout = await buyer.begin(input);
  // Nobody may hold many at a time, from one address neither.
  await server.db
    .collection<{ _id: string }>('checkouts')
    .updateOne({ _id: checkout.id }, [{ $set: { caller: '$_id' } }]);
  await buyer.pay(await buyer.submit(checkout), quietCard);
  const { orderNumber } = await buyer.call('confirmPayment', { id: checkout.id });
  if (orderNumber === null) throw new Error('Nothing was placed.');
  return orderNumber;
}
