import type { Operation } from '../policy';
import { Buyer, countedProduct, homeAddress } from './buyer';
import type { TestServer } from './startTestServer';

export interface CheckoutTarget {
  /** Values of the path parameters. */
  readonly keys: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The token of a guest. */
  readonly checkoutToken: string | null;
}

export const checkoutOperations: readonly Operation[] = [
  ...(['startCheckout', 'checkout', 'updateCheckout', 'submitCheckout', 'confirmPayment'] as const),
  ...(['extendHold', 'cancelCheckout', 'order'] as const),
];

/** A new checkout in the state that the operation requires. */
export async function checkoutTarget(
  server: TestServer,
  operation: Operation,
  idToken?: string,
): Promise<CheckoutTarget> {
  // A caller may hold at most three at a time: those of the calls before count no more.
  await server.db.collection('checkouts').updateMany({ caller: { $ne: null } }, { $set: { caller: null } });
  const { slug } = await countedProduct(server, 9);
  const buyer = new Buyer(server, idToken === undefined ? {} : { idToken });
  const checkout = await buyer.begin({ slug });
  const { id } = checkout;
  const { checkoutToken } = buyer;
  const of = (body: CheckoutTarget['body'], number = '') => ({ keys: { id, number }, body, checkoutToken });
  const expectedTotal = checkout.total.amount;
  if (operation === 'startCheckout') return of({ slug, quantity: 2 });
  if (operation === 'updateCheckout')
    return of({ email: 'bob@example.com', shippingAddress: homeAddress, billingAddress: null, note: 'Ring twice' });
  if (operation === 'submitCheckout') return of({ expectedTotal });
  const submitted = await buyer.call('submitCheckout', { id, expectedTotal });
  if (operation !== 'order') return of({});
  // The provider sends no notice for this card, which would interfere with later measurements.
  await buyer.pay(submitted, '4000000000010050');
  return of({}, (await buyer.call('confirmPayment', { id })).orderNumber ?? '');
}
