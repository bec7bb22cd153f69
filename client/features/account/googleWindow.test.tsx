import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { waitFor } from '@testing-library/dom';
import { identity } from '../../testing/identity';
import { findHeading, main } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';

// In a file of its own: the client caches the settings after the first read.
test('what the window of Google needs is loaded before the click, so that no browser blocks it', async () => {
  const order: string[] = [];
  identity.intercept('preparePopup', () => order.push('prepared'));
  identity.intercept('google', () => order.push('opened'));
  const { user } = renderApp('/login', { settings: { mode: 'firebase', authEmulatorUrl: null } });
  await findHeading('Welcome Back');
  await waitFor(() => expect(order).toEqual(['prepared']));
  await user.click(main().getByRole('button', { name: 'Continue with Google' }));
  await waitFor(() => expect(order).toEqual(['prepared', 'opened']));
});

test('the SDK prepares its window as the client expects', () => {
  const nodeBuild = createRequire(require.resolve('firebase/auth')).resolve('@firebase/auth');
  const { browserPopupRedirectResolver: Resolver } = jest.requireActual<{
    browserPopupRedirectResolver: new () => object;
  }>(join(dirname(nodeBuild), '../browser-cjs/index.js'));
  expect(new Resolver()).toHaveProperty('_initialize', expect.any(Function));
});
