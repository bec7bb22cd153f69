import { screen, waitFor, within } from '@testing-library/dom';
import { failWith, identity } from '../testing/identity';
import { field, fill, findHeading, main, submit, textsOf } from '../testing/page';
import { renderApp } from '../testing/renderApp';

test('a mail that cannot be sent shows an error and keeps the address', async () => {
  const { user } = renderApp('/account/action');
  await findHeading('Reset your password');
  identity.intercept('sendMail', failWith('auth/network-request-failed'));
  await fill(user, field('Email'), 'anna@example.com');
  await user.click(submit());
  expect(await main().findByRole('alert')).toHaveTextContent('The mail could not be sent.');
  expect(field('Email')).toHaveValue('anna@example.com');
  expect(submit()).toBeEnabled();
});

test('an unknown account gets the same response, and no mail is sent', async () => {
  const { user, person } = renderApp('/account/action');
  identity.add(person);
  await findHeading('Reset your password');
  await user.click(submit());
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Invalid email'));
  await waitFor(() => expect(field('Email')).toHaveFocus());
  const outbox = within(await screen.findByRole('region', { name: 'Demo outbox' }));
  for (const [email, mails] of [
    ['nobody@example.com', []],
    [person.email, [`Reset your password to ${person.email}`]],
  ] as const) {
    await fill(user, field('Email'), email);
    await user.click(submit());
    await waitFor(() =>
      expect(main().getByRole('status')).toHaveTextContent(
        `If there is an account for ${email}, a mail with a link is on its way.`,
      ),
    );
    await user.click(outbox.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(textsOf(outbox.queryAllByRole('link'))).toEqual(mails));
    expect(outbox.queryAllByText('No mail is waiting.')).toHaveLength(mails.length === 0 ? 1 : 0);
  }
});

test('an invalid link shows an error', async () => {
  identity.intercept('readLink', failWith('auth/invalid-action-code'));
  const { unmount } = renderApp('/account/action?mode=resetPassword&oobCode=%3Cscript%3E', { as: 'user' });
  await findHeading('This link no longer works');
  unmount();
  renderApp('/account/action?mode=somethingElse&oobCode=1');
  await findHeading('Reset your password');
});

test('a link that could not be checked shows how to retry', async () => {
  identity.intercept('readLink', failWith('auth/network-request-failed'));
  renderApp('/account/action?mode=resetPassword&oobCode=abc');
  await findHeading('The link could not be checked');
  expect(screen.getByText(/open the link again/)).toBeVisible();
});
