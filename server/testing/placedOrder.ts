import type { Buyer } from './buyer';

/** The provider sends no notice for this card, so that nothing is written in the background of the test. */
const quietCard = '4000000000010050';

/** Places an order with an authorized payment; resolves to its number. */
export async function placeOrder(buyer: Buyer, input: object): Promise<string> {
  const checkout = await buyer.begin(input);
  await buyer.pay(await buyer.submit(checkout), quietCard);
  const { orderNumber } = await buyer.call('confirmPayment', { id: checkout.id });
  if (orderNumber === null) throw new Error('Nothing was placed.');
  return orderNumber;
}
