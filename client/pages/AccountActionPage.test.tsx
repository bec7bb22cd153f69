import { screen, waitFor, within } from '@testing-library/dom';
import { failWith, identity, linkEmail } from '../testing/identity';
import { field, fill, findHeading, main, submit, textsOf } from '../testing/page';
import { newPerson } from '../testing/people';
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

test.each([
  ['verifyEmail', 'Is this your email?', 'Verify this email', 'Your email is verified'],
  ['verifyAndChangeEmail', 'Is this your new email?', 'Change to this email', 'Your email has been changed'],
  ['recoverEmail', 'Is this your old email?', 'Bring it back', 'Your old email is back'],
])(
  'the link of %s shows the e-mail and changes nothing before its button is pressed',
  async (mode, asked, name, done) => {
    const used = jest.fn();
    identity.intercept('useLink', used);
    const { user } = renderApp(`/account/action?mode=${mode}&oobCode=abc`);
    const heading = await findHeading(asked);
    await waitFor(() => expect(heading).toHaveFocus());
    expect(main().getByText(linkEmail)).toBeVisible();
    expect(used).not.toHaveBeenCalled();
    await user.click(main().getByRole('button', { name }));
    const result = await findHeading(done);
    await waitFor(() => expect(result).toHaveFocus());
    expect(used).toHaveBeenCalledTimes(1);
  },
);

test('a link that has expired before its button is pressed shows an error', async () => {
  const { user } = renderApp('/account/action?mode=verifyEmail&oobCode=abc');
  await findHeading('Is this your email?');
  identity.intercept('useLink', failWith('auth/expired-action-code'));
  await user.click(main().getByRole('button', { name: 'Verify this email' }));
  await findHeading('This link no longer works');
});

test('a press without an answer keeps the button, and the next one finds what the first has done', async () => {
  const person = newPerson({ email: linkEmail, emailVerified: false });
  const { user } = renderApp('/account/action?mode=verifyEmail&oobCode=abc', { as: person });
  await findHeading('Is this your email?');
  const press = () => user.click(main().getByRole('button', { name: 'Verify this email' }));
  identity.intercept('useLink', failWith('auth/network-request-failed'));
  await press();
  expect(await main().findByRole('alert')).toHaveTextContent('There was no answer.');
  identity.add({ ...person, emailVerified: true });
  identity.intercept('useLink', failWith('auth/invalid-action-code'));
  await press();
  await findHeading('Your email is verified');
});

test('a new password that the rules of the project refuse says what is missing, and the link stays usable', async () => {
  const { user } = renderApp('/account/action?mode=resetPassword&oobCode=abc');
  await findHeading('Choose a new password');
  const code = 'auth/password-does-not-meet-requirements';
  const missing = 'Password must contain a numeric character';
  for (const [message, hint] of [
    [`Firebase: Missing password requirements: [${missing}] (${code}).`, `${missing}.`],
    [code, 'Choose a longer one'],
  ] as const) {
    identity.intercept('useLink', failWith(code, message));
    for (const label of ['New Password', 'Confirm Password']) await fill(user, field(label), 'secret');
    await user.click(submit());
    await waitFor(() => expect(main().getByRole('alert')).toHaveTextContent(hint));
  }
  identity.intercept('useLink', undefined);
  await user.click(submit());
  await findHeading('Your password has been changed');
});

test('a link that could not be checked shows how to retry', async () => {
  identity.intercept('readLink', failWith('auth/network-request-failed'));
  renderApp('/account/action?mode=resetPassword&oobCode=abc');
  await findHeading('The link could not be checked');
  expect(screen.getByText(/open the link again/)).toBeVisible();
});
