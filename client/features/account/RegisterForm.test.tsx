import { screen, waitFor } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { hold } from '../../testing/hold';
import { failWith, identity } from '../../testing/identity';
import { expectAddress, field, fillForm, findField, findHeading, findToast, main, submit } from '../../testing/page';
import { newPerson, type Person } from '../../testing/people';
import { registerUser } from '../../testing/registerUser';
import { renderApp } from '../../testing/renderApp';
import { networkFaults, refusal, refuse } from '../../testing/shop';
import { findAccountMenu } from '../../testing/signIn';

/** With the data of the home page, which a registration leads to. */
const resolvers = { registerUser, products: pageOf([]) };

async function openRegistration() {
  const app = renderApp('/register', { resolvers });
  await findHeading('Create Account');
  return app;
}
type App = Awaited<ReturnType<typeof openRegistration>>;

const fillAs = (user: App['user'], { name, email }: Pick<Person, 'name' | 'email'>) =>
  fillForm(user, { 'Full Name': name, Email: email, Password: 'secret-1', 'Confirm Password': 'secret-1' });

describe('registration', () => {
  test('M23 the form has the specified texts, fields and link', async () => {
    await openRegistration();
    expect(screen.getByText('Join us and start your shopping journey')).toBeVisible();
    for (const label of ['Full Name', 'Email', 'Password', 'Confirm Password']) expect(field(label)).toBeRequired();
    expect(field('Profile Image')).toHaveAttribute('accept', 'image/*');
    expect(field('Profile Image')).not.toBeRequired();
    expect(field('Profile Image')).toHaveAccessibleDescription(/Only the file’s name is kept/);
    expect(main().getByRole('button', { name: 'Sign up with Google' })).toBeVisible();
    expect(main().getByRole('link', { name: 'Already have an account? Sign in' })).toHaveAttribute('href', '/login');
  });

  test('M24 shows every error at its field and focuses the first invalid field', async () => {
    const { user } = await openRegistration();
    await fillForm(user, { 'Full Name': 'A', Email: 'anna@', Password: '12345', 'Confirm Password': '123' });
    await user.click(submit());
    await waitFor(() => expect(field('Full Name')).toHaveAccessibleDescription('Name is required'));
    expect(field('Email')).toHaveAccessibleDescription('Invalid email');
    expect(field('Password')).toHaveAccessibleDescription('Password must be at least 6 characters');
    expect(field('Confirm Password')).toHaveAccessibleDescription('Confirm password is required');
    await waitFor(() => expect(field('Full Name')).toHaveFocus());
    await fillForm(user, {
      'Full Name': 'Al',
      Email: 'anna@example.com',
      Password: '123456',
      'Confirm Password': '123457',
    });
    await user.click(submit());
    await waitFor(() => expect(field('Confirm Password')).toHaveAccessibleDescription('Passwords do not match'));
    await waitFor(() => expect(field('Confirm Password')).toHaveFocus());
    expect(main().queryByText('Name is required')).toBeNull();
  });

  test('M23 M26 E21 registers a new user with the name of their picture file and navigates home', async () => {
    const { user, shop, person } = await openRegistration();
    await fillAs(user, person);
    const name = 'harbour-canvas-tote-1-800.jpg';
    await user.upload(field('Profile Image'), new File(['a picture'], name, { type: 'image/jpeg' }));
    const { released, release } = hold();
    identity.intercept('signUp', () => released);
    await user.click(submit());
    await waitFor(() => expect(submit()).toHaveTextContent('Creating account...'));
    expect(submit()).toBeDisabled();
    expect(main().getByRole('button', { name: /Google/ })).toBeDisabled();
    release();
    await findToast('Account created successfully!');
    await expectAddress('/');
    expect(await findAccountMenu()).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('access-token')).toBeTruthy());
    expect(shop.callsOf('RegisterUser').map(({ variables }) => variables)).toEqual([
      { input: { name: 'Anna Meyer', email: person.email, photoURL: name } },
    ]);
  });

  test('M66 E21 shows the server’s error and keeps the input', async () => {
    const { user, shop, person } = await openRegistration();
    shop.intercept('RegisterUser', refuse('This e-mail belongs to another account.', 409));
    await fillAs(user, person);
    await user.click(submit());
    expect(await main().findByRole('alert')).toHaveTextContent('This e-mail belongs to another account.');
    await findToast('This e-mail belongs to another account.');
    expect(field('Full Name')).toHaveValue('Anna Meyer');
    expect(field('Password')).toHaveValue('secret-1');
    expect(submit()).toHaveTextContent(/^Create Account$/);
    expect(submit()).toBeEnabled();
    expect(localStorage.getItem('access-token')).toBeNull();
  });

  test('M66 E21 shows ‘Registration failed’ for a failure without a message, and a retry succeeds', async () => {
    const { user, shop, person } = await openRegistration();
    shop.intercept('RegisterUser', networkFaults['HTML']);
    await fillAs(user, person);
    await user.click(submit());
    expect(await main().findByRole('alert')).toHaveTextContent('Registration failed');
    await findToast('Registration failed');
    shop.intercept('RegisterUser', undefined);
    await user.click(submit());
    await findToast('Account created successfully!');
    expect(await findAccountMenu()).toBeVisible();
    expect(shop.callsOf('RegisterUser').at(-1)?.variables).toEqual({
      input: { name: 'Anna Meyer', email: person.email, photoURL: '' },
    });
  });

  test('a sign-in completes an incomplete registration', async () => {
    const { shop, user, person } = renderApp('/login', { resolvers: { ...resolvers, me: null } });
    await findHeading('Welcome Back');
    identity.add(person);
    await fillForm(user, { Email: person.email, Password: person.password });
    await user.click(submit());
    await waitFor(() => expect(shop.names()).toContain('RegisterUser'));
    expect(shop.callsOf('RegisterUser')[0]?.variables).toEqual({ input: { name: 'Anna Meyer', email: person.email } });
    await findAccountMenu();
  });

  test.each([true, false])(
    'a sign-in gives the record the new e-mail of its account, if it is verified: %s',
    async (emailVerified) => {
      const person = newPerson({ emailVerified });
      const record = {
        id: person.uid,
        name: 'Anna',
        email: 'old@kiosk.test',
        photoURL: '',
        emailVerified: true,
        role: 'USER',
      };
      const { shop, user } = renderApp('/login', { resolvers: { ...resolvers, me: record } });
      await findHeading('Welcome Back');
      identity.add(person);
      await fillForm(user, { Email: person.email, Password: person.password });
      await user.click(submit());
      await findAccountMenu();
      await waitFor(() => expect(shop.names()).toContain('OwnRecord'));
      if (emailVerified) await waitFor(() => expect(shop.names()).toContain('RegisterUser'));
      expect(shop.callsOf('RegisterUser').map(({ variables }) => variables)).toEqual(
        emailVerified ? [{ input: { name: 'Anna', email: person.email } }] : [],
      );
    },
  );

  const kept = () => localStorage.getItem('kiosk-registering');

  test('a registration that is cut off before the shop has answered is finished by the next page', async () => {
    const { user, shop, person, reload } = await openRegistration();
    shop.intercept('RegisterUser', () => new Promise(() => undefined));
    await fillAs(user, person);
    await user.click(submit());
    await waitFor(() => expect(shop.names()).toContain('RegisterUser'));
    shop.intercept('RegisterUser', undefined);
    shop.prepare({ me: null });
    reload();
    // The SDK is loaded with the first focus.
    await user.click(await findField('Email'));
    await waitFor(() => expect(shop.callsOf('RegisterUser')).toHaveLength(2));
    expect(shop.callsOf('RegisterUser')[1]?.variables).toEqual(shop.callsOf('RegisterUser')[0]?.variables);
    await waitFor(() => expect(kept()).toBeNull());
  });

  test('a cut-off registration that the shop refuses for good is forgotten, another one is kept', async () => {
    const person = newPerson();
    const { name, email } = person;
    localStorage.setItem('kiosk-registering', JSON.stringify({ name, email, photoURL: '' }));
    let code = 'RATE_LIMITED';
    const refused = () => {
      throw refusal('Not now.', code);
    };
    const { shop, reload } = renderApp('/privacy', { as: person, resolvers: { me: null, registerUser: refused } });
    await waitFor(() => expect(shop.callsOf('RegisterUser')).toHaveLength(1));
    code = 'CONFLICT';
    reload();
    await waitFor(() => expect(kept()).toBeNull());
    expect(shop.callsOf('RegisterUser')).toHaveLength(2);
    reload();
    await findAccountMenu();
    expect(shop.callsOf('RegisterUser')).toHaveLength(2);
  });

  test('a registration whose account could not be named can be tried again', async () => {
    const { user, shop, person } = await openRegistration();
    identity.intercept('rename', failWith('auth/network-request-failed'));
    await fillAs(user, person);
    await user.click(submit());
    expect(await main().findByRole('alert')).toHaveTextContent('Check your connection and try again');
    expect(localStorage.getItem('access-token')).toBeNull();
    identity.intercept('rename', undefined);
    await user.click(submit());
    await findToast('Account created successfully!');
    expect(shop.callsOf('RegisterUser')).toHaveLength(1);
  });

  test('a password that the rules of the project refuse says what is missing', async () => {
    const { user, person } = await openRegistration();
    const code = 'auth/password-does-not-meet-requirements';
    const missing = 'Password must contain at least 12 characters';
    identity.intercept('signUp', failWith(code, `Firebase: Missing password requirements: [${missing}] (${code}).`));
    await fillAs(user, person);
    await user.click(submit());
    expect(await main().findByRole('alert')).toHaveTextContent(`${missing}.`);
  });

  test('M66 rejects an e-mail that already has an account and shows a hint', async () => {
    const { user } = await openRegistration();
    const person = newPerson();
    identity.add(person);
    await fillAs(user, person);
    await user.click(submit());
    expect(await main().findByRole('alert')).toHaveTextContent('Registration failed');
    expect(main().getByRole('alert')).toHaveTextContent('There may be an account with this email already');
  });

  test('B23 a name with markup is rendered as text', async () => {
    const name = `<img src=x onerror="document.title='hit'"><script>alert(1)</script>`;
    const { user, person } = await openRegistration();
    await fillAs(user, { ...person, name });
    await user.click(submit());
    await user.click(await findAccountMenu());
    expect((await screen.findAllByText(name)).length).toBeGreaterThan(0);
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(document.title).not.toBe('hit');
  });
});
