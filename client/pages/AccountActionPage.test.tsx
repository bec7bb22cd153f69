import { screen } from '@testing-library/dom';
import { failWith, identity } from '../testing/identity';
import { field, fill, findHeading, main, submit } from '../testing/page';
import { renderApp } from '../testing/renderApp';

test('a mail that cannot be sent says so and keeps the address', async () => {
  const { user } = renderApp('/account/action');
  await findHeading('Reset your password');
  identity.intercept('sendMail', failWith('auth/network-request-failed'));
  await fill(user, field('Email'), 'anna@example.com');
  await user.click(submit());
  expect(await main().findByRole('alert')).toHaveTextContent('The mail could not be sent.');
  expect(field('Email')).toHaveValue('anna@example.com');
  expect(submit()).toBeEnabled();
});

test('a link that makes no sense is told so', async () => {
  identity.intercept('readLink', failWith('auth/invalid-action-code'));
  const { unmount } = renderApp('/account/action?mode=resetPassword&oobCode=%3Cscript%3E', { as: 'user' });
  await findHeading('This link no longer works');
  unmount();
  renderApp('/account/action?mode=somethingElse&oobCode=1');
  await findHeading('Reset your password');
});

test('a link that cannot be checked may be opened again', async () => {
  identity.intercept('readLink', failWith('auth/network-request-failed'));
  renderApp('/account/action?mode=resetPassword&oobCode=abc');
  await findHeading('The link could not be checked');
  expect(screen.getByText(/open the link again/)).toBeVisible();
});
