import { screen } from '@testing-library/dom';
import { shopOfPurchase } from '../../testing/checkout';
import { expectLogged } from '../../testing/console';
import { findHeading, header } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';

jest.mock('./CheckoutFrame', () => {
  throw new Error('Failed to fetch dynamically imported module: http://localhost/CheckoutFrame.js');
});

test('C20 a checkout whose header cannot be loaded warns of test payments, too', async () => {
  sessionStorage.setItem('kiosk-checkout-c1', JSON.stringify({ token: 'token-1' }));
  renderApp('/checkout/c1', { resolvers: shopOfPurchase(() => ({})).resolvers });
  await findHeading('Checkout');
  expect(header().getByRole('searchbox', { name: 'Search products' })).toBeVisible();
  expect(await screen.findByRole('note')).toHaveTextContent('Test payments: no money moves. Never type a real card.');
  await expectLogged('A part of the page could not be loaded');
});
