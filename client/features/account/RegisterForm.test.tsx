import { screen, waitFor } from '@testing-library/dom';
import { identity } from '../../testing/identity';
import { field, fill, fillForm, findHeading, findToast, main, submit } from '../../testing/page';
import { type Person, newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { type Resolvers, networkFaults, refuse } from '../../testing/shop';

interface RegisterArguments {
  input: { name: string; email: string; photoURL?: string };
}

const registerUser = ({ input: { name, email, photoURL = '' } }: RegisterArguments) => ({
  user: { id: 'uid', name, email, emailVerified: false, role: 'USER', photoURL },
});

async function openRegistration(resolvers: Resolvers = { registerUser }) {
  const app = renderApp('/register', { resolvers });
  await findHeading('Create Account');
  return app;
}
type App = Awaited<ReturnType<typeof openRegistration>>;

const fillAs = (user: App['user'], { name, email }: Pick<Person, 'name' | 'email'>) =>
  fillForm(user, { 'Full Name': name, Email: email, Password: 'secret-1', 'Confirm Password': 'secret-1' });

const accountMenu = () => screen.findByRole('button', { name: /^Account menu/ });

describe('registration', () => {
  test('M23 the form has its words, its fields and its link', async () => {
    await openRegistration();
    expect(screen.getByText('Join us and start your shopping journey')).toBeVisible();
    for (const label of ['Full Name', 'Email', 'Password', 'Confirm Password']) expect(field(label)).toBeRequired();
    expect(field('Profile Image')).toHaveAttribute('accept', 'image/*');
    expect(field('Profile Image')).not.toBeRequired();
    expect(field('Profile Image')).toHaveAccessibleDescription(/Only the file’s name is kept/);
    expect(main().getByRole('button', { name: 'Sign up with Google' })).toBeVisible();
    expect(main().getByRole('link', { name: 'Already have an account? Sign in' })).toHaveAttribute('href', '/login');
  });

  test('M24 every message stands at its field, and the first wrong one has the cursor', async () => {
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

  test('M66 E21 the server’s own words are shown when it refuses, and the form keeps what was typed', async () => {
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

  test('M66 E21 a failure without words is ‘Registration failed’, and trying again completes it', async () => {
    const { user, shop, person } = await openRegistration();
    shop.intercept('RegisterUser', networkFaults['HTML']);
    await fillAs(user, person);
    await user.click(submit());
    expect(await main().findByRole('alert')).toHaveTextContent('Registration failed');
    await findToast('Registration failed');
    shop.intercept('RegisterUser', undefined);
    await user.click(submit());
    await findToast('Account created successfully!');
    expect(await accountMenu()).toBeVisible();
    expect(shop.callsOf('RegisterUser').at(-1)?.variables).toEqual({
      input: { name: 'Anna Meyer', email: person.email, photoURL: '' },
    });
  });

  test('a half-finished registration heals at the next sign-in', async () => {
    const { shop, user, person } = renderApp('/login', { resolvers: { me: null, registerUser } });
    await findHeading('Welcome Back');
    identity.add(person);
    await fillForm(user, { Email: person.email, Password: person.password });
    await user.click(submit());
    await waitFor(() => expect(shop.names()).toContain('RegisterUser'));
    expect(shop.callsOf('RegisterUser')[0]?.variables).toEqual({ input: { name: 'Anna Meyer', email: person.email } });
    await accountMenu();
  });

  test('M66 an e-mail that has an account already is refused with a way on', async () => {
    const { user } = await openRegistration();
    const person = newPerson();
    identity.add(person);
    await fillAs(user, person);
    await user.click(submit());
    expect(await main().findByRole('alert')).toHaveTextContent('Registration failed');
    expect(main().getByRole('alert')).toHaveTextContent('There may be an account with this email already');
  });

  test('B23 a name of markup stays text', async () => {
    const name = `<img src=x onerror="document.title='hit'"><script>alert(1)</script>`;
    const { user, person } = await openRegistration();
    await fillAs(user, { ...person, name });
    await user.click(submit());
    await user.click(await accountMenu());
    expect((await screen.findAllByText(name)).length).toBeGreaterThan(0);
    expect(document.querySelector('img[src="x"]')).toBeNull();
    expect(document.title).not.toBe('hit');
  });
});

const hints = {
  'popup-blocked': 'Allow pop-ups for this shop and try again',
  'unauthorized-domain': 'Use your email and password instead',
  'network-request-failed': 'Check your connection and try again',
  'web-storage-unsupported': 'Allow cookies and site data and try again',
  'internal-error': 'Try again in a moment',
};

for (const { path, label } of [
  { path: '/login', label: 'Continue with Google' },
  { path: '/register', label: 'Sign up with Google' },
]) {
  describe(path, () => {
    const google = () => screen.findByRole('button', { name: label });
    const chooser = () => screen.findByRole('dialog', { name: 'Choose a demo account' });

    test('M25 the chooser is marked as a demo, has a button per account, and gives the focus back', async () => {
      const { user } = renderApp(path);
      await user.click(await google());
      const dialog = await chooser();
      expect(dialog).toHaveTextContent('Demo');
      expect(dialog).toHaveTextContent('Google is not asked');
      for (const email of ['admin@kiosk.test', 'shopper@kiosk.test', 'other@kiosk.test', 'newcomer@kiosk.test']) {
        expect(screen.getByRole('button', { name: email })).toBeVisible();
      }
      await user.tab();
      expect(dialog).toContainElement(document.activeElement as HTMLElement);
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(async () => expect(await google()).toBeEnabled());
      await waitFor(async () => expect(await google()).toHaveFocus());
      expect(screen.queryByRole('alert')).toBeNull();
      expect(localStorage.getItem('access-token')).toBeNull();
    });

    for (const [code, hint] of Object.entries(hints)) {
      test(`M69 E21 ${code} is 'Google Sign In failed' with what can be done, and the page goes on`, async () => {
        const { user } = renderApp(path);
        const button = await google();
        await fill(user, field('Email'), 'anna@example.com');
        sessionStorage.setItem('kiosk-fault', `auth/${code}`);
        await user.click(button);
        const alert = await main().findByRole('alert');
        expect(alert).toHaveTextContent('Google Sign In failed');
        expect(alert).toHaveTextContent(hint);
        await findToast('Google Sign In failed');
        expect(field('Email')).toHaveValue('anna@example.com');
        expect(sessionStorage.getItem('kiosk-fault')).toBeNull();
        await user.click(button);
        expect(await chooser()).toBeVisible();
      });
    }

    for (const code of ['popup-closed-by-user', 'cancelled-popup-request']) {
      test(`M69 ${code} is silent`, async () => {
        const { user } = renderApp(path);
        const button = await google();
        sessionStorage.setItem('kiosk-fault', `auth/${code}`);
        await user.click(button);
        await waitFor(() => expect(sessionStorage.getItem('kiosk-fault')).toBeNull());
        await waitFor(() => expect(button).toBeEnabled());
        expect(screen.queryByRole('alert')).toBeNull();
        expect(screen.queryByRole('dialog')).toBeNull();
        expect(localStorage.getItem('access-token')).toBeNull();
      });
    }
  });
}

test('M25 M66 E21 what the server says to it is shown, else ‘Google Sign In failed’; nobody stays half signed in', async () => {
  const { user, shop } = renderApp('/register', { resolvers: { me: null, registerUser } });
  await findHeading('Create Account');
  for (const [words, act] of [
    ['This account has been deleted.', refuse('This account has been deleted.', 403)],
    ['Google Sign In failed', networkFaults['HTML']],
  ] as const) {
    shop.intercept('RegisterUser', act);
    await user.click(main().getByRole('button', { name: /Google/ }));
    await user.click(await screen.findByRole('button', { name: 'newcomer@kiosk.test' }));
    await waitFor(() => expect(main().getByRole('alert')).toHaveTextContent(words));
    await findToast(words);
    expect(localStorage.getItem('access-token')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Account menu/ })).toBeNull();
  }
});

test('M25 an account that tells no name is ‘No Name’', async () => {
  const { user, shop } = renderApp('/login', { resolvers: { me: null, registerUser } });
  await findHeading('Welcome Back');
  await user.click(main().getByRole('button', { name: /Google/ }));
  await user.click(await screen.findByRole('button', { name: 'nameless@kiosk.test' }));
  await findToast('Signed in with Google!');
  expect(shop.callsOf('RegisterUser')[0]?.variables).toEqual({
    input: { name: 'No Name', email: 'nameless@kiosk.test' },
  });
});
