import { screen, waitFor } from '@testing-library/dom';
import { bottle } from '../testing/cart';
import { kettle, newCartSummary, newLine } from '../testing/checkout';
import { findHeading, main } from '../testing/page';
import { renderApp } from '../testing/renderApp';

const settings = { paymentProvider: 'none' };
const closed = () => main().findByText('Buying is closed.');
const banner = () => screen.queryByText(/Test payments/);

test('without a payment provider Buy now shows that buying is closed and starts no checkout', async () => {
  const { user, shop } = renderApp(`/products/${kettle.slug}`, { settings, resolvers: { product: kettle } });
  await user.click(await main().findByRole('button', { name: `Buy now: ${kettle.name}` }));
  const words = await closed();
  expect(words).toBeVisible();
  await waitFor(() => expect(words.parentElement).toHaveFocus());
  expect(main().queryByRole('button', { name: /^Buy/ })).toBeNull();
  expect(shop.callsOf('StartCheckout')).toHaveLength(0);
});

test('the cart shows its lines but no Checkout', async () => {
  renderApp('/cart', {
    settings,
    as: 'user',
    resolvers: { cart: [], cartSummary: newCartSummary([newLine(bottle)]) },
  });
  await findHeading('Your cart');
  expect(await closed()).toBeVisible();
  expect(main().getByTestId('cart-subtotal')).toBeVisible();
  expect(main().queryByRole('button', { name: 'Checkout' })).toBeNull();
});

test('C20 the checkout does not start and shows no warning of test payments', async () => {
  const { shop } = renderApp('/checkout', { settings, as: 'user' });
  expect(await closed()).toBeVisible();
  expect(banner()).toBeNull();
  expect(shop.callsOf('StartCheckout')).toHaveLength(0);
});
