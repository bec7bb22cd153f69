import { screen, waitFor, within } from '@testing-library/dom';
import { failWith, identity, linkEmail } from '../testing/identity';
import { field, fill, findHeading, main, submit, textsOf } from '../testing/page';
import { newPerson, type Person } from '../testing/people';
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

const buttons = {
  verifyEmail: 'Verify this email',
  verifyAndChangeEmail: 'Change to this email',
  recoverEmail: 'Bring it back',
} as const;

/** Presses the button of a link twice: nothing answers, and then the link was used. */
async function pressTwice(mode: keyof typeof buttons, as?: Person) {
  const { user } = renderApp(`/account/action?mode=${mode}&oobCode=abc`, as && { as });
  const press = async () => user.click(await main().findByRole('button', { name: buttons[mode] }));
  identity.intercept('useLink', failWith('auth/network-request-failed'));
  await press();
  await main().findByText(/^There was no answer/);
  identity.intercept('useLink', failWith('auth/invalid-action-code'));
  await press();
}

test.each(['verifyAndChangeEmail', 'recoverEmail'] as const)(
  'a press of %s without an answer, which has ended the session, does not make the link a dead one',
  async (mode) => {
    identity.intercept('reload', failWith('auth/user-token-expired'));
    await pressTwice(mode, newPerson({ email: 'old@example.com' }));
    await findHeading('It may be done already');
    expect(main().getByText(`Sign in with ${linkEmail} to see.`)).toBeVisible();
    expect(main().getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
    expect(screen.queryByText('This link no longer works')).toBeNull();
  },
);

test.each([
  ['verifyAndChangeEmail', 'Your email has been changed'],
  ['recoverEmail', 'Your old email is back'],
] as const)('a press of %s without an answer is told as done where the account shows it', async (mode, done) => {
  await pressTwice(mode, newPerson({ email: linkEmail, emailVerified: true }));
  await findHeading(done);
});

test.each(Object.keys(buttons) as (keyof typeof buttons)[])(
  'a press of %s without an answer may have been done also where nobody is signed in',
  async (mode) => {
    await pressTwice(mode);
    await findHeading('It may be done already');
  },
);

test.each([
  ['auth/email-already-in-use', 'There may be an account with this email already'],
  ['auth/too-many-requests', 'There were too many tries. Wait a moment and try again.'],
  ['auth/operation-not-allowed', 'Try again in a moment.'],
])('a press that is refused with %s says why, and the link is dead if it was used', async (code, hint) => {
  const { user } = renderApp('/account/action?mode=verifyAndChangeEmail&oobCode=abc');
  const press = async () => user.click(await main().findByRole('button', { name: 'Change to this email' }));
  identity.intercept('useLink', failWith(code));
  await press();
  const alert = await main().findByRole('alert');
  expect(alert).toHaveTextContent('Your email was not changed.');
  expect(alert).toHaveTextContent(hint);
  identity.intercept('useLink', failWith('auth/invalid-action-code'));
  await press();
  await findHeading('This link no longer works');
});

test('a press that is refused after one without an answer does not deny what the first may have done', async () => {
  const { user } = renderApp('/account/action?mode=verifyAndChangeEmail&oobCode=abc');
  const press = async () => user.click(await main().findByRole('button', { name: 'Change to this email' }));
  identity.intercept('useLink', failWith('auth/network-request-failed'));
  await press();
  await main().findByText(/^There was no answer/);
  identity.intercept('useLink', failWith('auth/too-many-requests'));
  await press();
  const alert = (await main().findByText(/^It may be done already\./)).closest('[role="alert"]');
  expect(alert).toHaveTextContent('There were too many tries. Wait a moment and try again.');
  expect(screen.queryByText(/was not changed/)).toBeNull();
});

// What the SDK makes of Google's answer 500 or 503.
const serverFailures = ['auth/internal-error-encountered.', 'auth/the-service-is-currently-unavailable.'];

test.each(serverFailures)('a press that ends with %s may have been done', async (code) => {
  const { user } = renderApp('/account/action?mode=recoverEmail&oobCode=abc');
  const press = async () => user.click(await main().findByRole('button', { name: 'Bring it back' }));
  identity.intercept('useLink', failWith(code));
  await press();
  expect(await main().findByRole('alert')).toHaveTextContent('There was no answer.');
  identity.intercept('useLink', failWith('auth/invalid-action-code'));
  await press();
  await findHeading('It may be done already');
});

test('a link that could not be checked because of too many tries asks to wait', async () => {
  identity.intercept('readLink', failWith('auth/too-many-requests'));
  renderApp('/account/action?mode=verifyEmail&oobCode=abc');
  await findHeading('The link could not be checked');
  expect(screen.getByText('Wait a moment and open the link again.')).toBeVisible();
});

/** The second time the link was used. */
async function saveTwice(first: string, ...words: readonly string[]) {
  const { user } = renderApp('/account/action?mode=resetPassword&oobCode=abc');
  await findHeading('Choose a new password');
  for (const label of ['New Password', 'Confirm Password']) await fill(user, field(label), 'secret-2');
  identity.intercept('useLink', failWith(first));
  await user.click(submit());
  const alert = await main().findByRole('alert');
  for (const each of words) expect(alert).toHaveTextContent(each);
  identity.intercept('useLink', failWith('auth/invalid-action-code'));
  await user.click(submit());
}

test('a new password whose answer was lost may have been changed', async () => {
  const hint = 'Check your connection and save it again.';
  await saveTwice('auth/network-request-failed', 'There was no answer.', hint);
  await findHeading('It may have been changed already');
  expect(screen.getByText('Try to sign in with the new password.')).toBeVisible();
  expect(main().getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  expect(main().getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/account/action');
});

test('a new password that is refused after one without an answer may have been changed', async () => {
  const { user } = renderApp('/account/action?mode=resetPassword&oobCode=abc');
  await findHeading('Choose a new password');
  for (const label of ['New Password', 'Confirm Password']) await fill(user, field(label), 'secret-2');
  identity.intercept('useLink', failWith('auth/internal-error-encountered.'));
  await user.click(submit());
  expect(await main().findByRole('alert')).toHaveTextContent('There was no answer.');
  identity.intercept('useLink', failWith('auth/too-many-requests'));
  await user.click(submit());
  const hint = 'There were too many tries. Wait a moment and try again.';
  await waitFor(() => expect(main().getByRole('alert')).toHaveTextContent(hint));
  expect(main().getByRole('alert')).toHaveTextContent('It may have been changed already.');
});

test('a new password that was refused because of too many tries says so', async () => {
  const hint = 'There were too many tries. Wait a moment and try again.';
  await saveTwice('auth/too-many-requests', 'The password was not changed.', hint);
  await findHeading('This link no longer works');
});

test('a press without an answer that was not done, as the account shows, leaves a dead link', async () => {
  await pressTwice('verifyEmail', newPerson({ email: linkEmail, emailVerified: false }));
  await findHeading('This link no longer works');
  expect(main().getByRole('button', { name: 'Send a new link' })).toBeVisible();
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
