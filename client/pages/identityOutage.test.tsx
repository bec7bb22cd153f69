import { kettle, placed, shopOfPurchase } from '../testing/checkout';
import { expectLogged } from '../testing/console';
import { failWith, identity } from '../testing/identity';
import { findToast, main, visit } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { findAccountMenu } from '../testing/signIn';

test('a signed-in person who cannot be identified now neither buys as a guest nor loses sight of their checkout', async () => {
  const purchase = shopOfPurchase(() => placed);
  const { user, shop } = renderApp(`/products/${kettle.slug}`, {
    as: 'user',
    resolvers: { ...purchase.resolvers, product: kettle },
  });
  await findAccountMenu();
  identity.intercept('token', failWith('auth/network-request-failed'));
  await user.click(await main().findByRole('button', { name: `Buy now: ${kettle.name}` }));
  await findToast('The checkout could not be opened');
  expect(shop.callsOf('StartCheckout')).toEqual([]);
  visit('/checkout/c1');
  expect(await main().findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(main().getByText('The checkout could not be loaded.')).toBeVisible();
  await expectLogged('Failed to load the checkout');
  expect(shop.callsOf('Checkout')).toEqual([]);
});
