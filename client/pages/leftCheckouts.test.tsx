import { waitFor } from '@testing-library/dom';
import {
  declined,
  kettle,
  money,
  newCartSummary,
  newLine,
  newOrder,
  placed,
  shippingMethods,
  shopOfPurchase,
} from '../testing/checkout';
import { hold } from '../testing/hold';
import { address, findHeading, main, visit } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { after } from '../testing/shop';

/** The browser remembers each checkout that it has started. */
const expectStarted = (id: string) =>
  waitFor(() => expect(sessionStorage.getItem(`kiosk-checkout-${id}`)).not.toBeNull());

const stayAfterLeaving = async (release: () => void) => {
  visit('/faq');
  await findHeading('Frequently asked questions');
  release();
  await expectStarted('c1');
  expect(address()).toBe('/faq');
};

/** Opens the checkout of a cart, which waits for the answer to this operation. */
async function openUntil(operation: string) {
  const { resolvers } = shopOfPurchase(() => placed);
  const cartSummary = newCartSummary([newLine(kettle)]);
  const { shop } = renderApp('/checkout', { as: 'user', resolvers: { ...resolvers, addresses: [], cartSummary } });
  const answer = hold();
  shop.intercept(operation, after(answer.released));
  await waitFor(() => expect(shop.callsOf(operation)).toHaveLength(1));
  return { shop, answer };
}

test('a checkout of the cart that starts after the buyer has left does not pull them in', async () => {
  const { answer } = await openUntil('StartCheckout');
  await stayAfterLeaving(answer.release);
});

test('a cart that is read after the buyer has left starts no checkout', async () => {
  const { shop, answer } = await openUntil('CartToBuy');
  visit('/faq');
  await findHeading('Frequently asked questions');
  answer.release();
  visit('/contact');
  await findHeading('Contact us');
  expect(shop.callsOf('StartCheckout')).toHaveLength(0);
});

async function buyNow() {
  const { resolvers } = shopOfPurchase(() => placed);
  const { user, shop } = renderApp(`/products/${kettle.slug}`, { resolvers: { ...resolvers, product: kettle } });
  const answer = hold();
  shop.intercept('StartCheckout', after(answer.released));
  await user.click(await main().findByRole('button', { name: `Buy now: ${kettle.name}` }));
  await waitFor(() => expect(shop.callsOf('StartCheckout')).toHaveLength(1));
  return answer;
}

test('a Buy now that is answered after the buyer has left does not pull them in', async () => {
  const answer = await buyNow();
  await stayAfterLeaving(answer.release);
});

test('a Buy now that is answered while the next page loads does not pull the buyer in', async () => {
  const answer = await buyNow();
  // The router shows the product until the page of this address is loaded.
  history.pushState(null, '', '/faq');
  answer.release();
  await expectStarted('c1');
  expect(address()).toBe('/faq');
});

/** A signed-in user's checkout of the cart, complete with the card. */
async function openComplete(begun: Parameters<typeof shopOfPurchase>[1]) {
  const [shippingMethod = null] = shippingMethods;
  const purchase = shopOfPurchase(() => placed, {
    ...{ fromCart: true, email: 'anna@example.com', shippingAddress: { ...newOrder().shippingAddress } },
    ...{ taxZone: 'California', lines: [newLine(kettle)], subtotal: money(8_400), total: money(8_400) },
    ...{ shippingMethods, shippingMethod },
    ...begun,
  });
  const { user, shop } = renderApp('/checkout/c1', {
    as: 'user',
    resolvers: { ...purchase.resolvers, addresses: [], order: () => newOrder() },
  });
  purchase.serve(shop);
  await user.click(await main().findByRole('button', { name: /4242/ }));
  return { user, shop, purchase };
}

test('an order that is placed after the buyer has left is not shown, but its lines leave the cart', async () => {
  const { user, shop, purchase } = await openComplete({});
  const answer = hold();
  shop.intercept('ConfirmPayment', after(answer.released));
  await user.click(main().getByRole('button', { name: /^Place order/ }));
  await waitFor(() => expect(shop.callsOf('ConfirmPayment')).toHaveLength(1));
  visit('/faq');
  await findHeading('Frequently asked questions');
  const before = shop.callsOf('Cart').length;
  answer.release();
  await waitFor(() => expect(shop.callsOf('Cart').length).toBeGreaterThan(before));
  expect(purchase.state.paid).toHaveLength(1);
  expect(address()).toBe('/faq');
});

test('a checkout that starts again after the buyer has left does not pull them in', async () => {
  const heldUntil = new Date(Date.now() + 15 * 60_000).toISOString();
  const { user, shop, purchase } = await openComplete({ ...declined, heldUntil });
  purchase.state.started = 1;
  const answer = hold();
  shop.intercept('StartCheckout', after(answer.released));
  await user.click(await main().findByRole('button', { name: 'Change them' }));
  await waitFor(() => expect(shop.callsOf('StartCheckout')).toHaveLength(1));
  visit('/faq');
  await findHeading('Frequently asked questions');
  answer.release();
  await expectStarted('c2');
  expect(address()).toBe('/faq');
});
