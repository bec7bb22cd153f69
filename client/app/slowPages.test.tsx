import { screen, within } from '@testing-library/dom';
import { hold } from '../testing/hold';
import { findHeading, main } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import type * as pages from './dashboardPages';
import type * as pageModule from './lazyPage';

const mockCode = hold();

/** Its chunk loads when the test releases it. */
jest.mock('./dashboardPages', () => {
  const { dashboardPages } = jest.requireActual<typeof pages>('./dashboardPages');
  const { lazyPage } = jest.requireActual<typeof pageModule>('./lazyPage');
  const Profile = lazyPage(async () => {
    await mockCode.released;
    return { ProfilePage: () => <h1>My Profile</h1> };
  });
  return { dashboardPages: { ...dashboardPages, Profile } };
});

test('M30: while the chunk of a dashboard page loads, the dashboard stays and shows a progress bar', async () => {
  renderApp('/dashboard/profile', { as: 'user' });
  const page = within(await screen.findByTestId('dashboard-page'));
  expect(await page.findByRole('progressbar', { name: 'Loading' })).toBeInTheDocument();
  expect(main().getByRole('button', { name: 'Logout' })).toBeVisible();
  mockCode.release();
  await findHeading('My Profile');
  expect(page.queryByRole('progressbar')).toBeNull();
});
