import { screen, waitFor } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { googleEmail, identity } from '../../testing/identity';
import { findHeading, main } from '../../testing/page';
import { registerUser } from '../../testing/registerUser';
import { renderApp } from '../../testing/renderApp';

// In a file of its own: the client caches the settings after the first read.
const settings = { mode: 'firebase', authEmulatorUrl: null };

function recordOrder(): string[] {
  const order: string[] = [];
  identity.intercept('preparePopup', () => order.push('prepared'));
  identity.intercept('google', () => order.push('opened'));
  return order;
}

test('the window of Google is prepared before the click, so that no browser blocks it, and signs in', async () => {
  const order = recordOrder();
  const { user, shop } = renderApp('/login', { settings, resolvers: { registerUser, me: null, products: pageOf([]) } });
  await findHeading('Welcome Back');
  await waitFor(() => expect(order).toEqual(['prepared']));
  await user.click(main().getByRole('button', { name: 'Continue with Google' }));
  await waitFor(() => expect(order).toEqual(['prepared', 'opened']));
  await waitFor(() => expect(shop.callsOf('RegisterUser')).toHaveLength(1));
  expect(shop.callsOf('RegisterUser')[0]?.variables).toMatchObject({ input: { email: googleEmail } });
});

test('it is prepared, too, where another page has started the SDK', async () => {
  let isStarted = false;
  identity.intercept('ready', () => (isStarted = true));
  const order = recordOrder();
  const { user } = renderApp('/cart', { settings });
  await waitFor(() => expect(isStarted).toBe(true));
  expect(order).toEqual([]);
  await user.click(await screen.findByRole('link', { name: 'Sign in' }));
  await findHeading('Welcome Back');
  await waitFor(() => expect(order).toEqual(['prepared']));
});
