import type { Buyer } from './buyer';
import type { TestServer } from './startTestServer';

/** The provider sends no notice for this card, so that nothing is written in the background of the test. */
const quietCard = '4000000000010050';

/** Places an order with an authorized payment; resolves to its number. */
export async function placeOrder(server: TestServer, buyer: Buyer, input: object): Promise<string> {
  const checkout = await buyer.begin(input);
  // The checkouts per caller and per address are limited.
  await server.db
    .collection<{ _id: string }>('checkouts')
    .updateOne({ _id: checkout.id }, [{ $set: { caller: '$_id' } }]);
  await buyer.pay(await buyer.submit(checkout), quietCard);
  const { orderNumber } = await buyer.call('confirmPayment', { id: checkout.id });
  if (orderNumber === null) throw new Error('Nothing was placed.');
  return orderNumber;
}
