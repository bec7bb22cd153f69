import { waitFor } from '@testing-library/dom';
import { identity } from '../../testing/identity';
import { findHeading, main } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';

// In a file of its own: the client caches the settings after the first read.
test('the SDK can prepare the window of Google before the click, so that no browser blocks it', async () => {
  const order: string[] = [];
  identity.intercept('popupResolver', () => order.push('prepared'));
  identity.intercept('google', () => order.push('opened'));
  const { user } = renderApp('/login', { settings: { mode: 'firebase', authEmulatorUrl: null } });
  await findHeading('Welcome Back');
  await waitFor(() => expect(order).toEqual(['prepared']));
  await user.click(main().getByRole('button', { name: 'Continue with Google' }));
  await waitFor(() => expect(order).toEqual(['prepared', 'opened']));
});
