import { screen, waitFor } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { identity } from '../../testing/identity';
import {
  expectAddress,
  field,
  fill,
  findField,
  findHeading,
  findToast,
  footer,
  main,
  submit,
} from '../../testing/page';
import { newPerson, type Person } from '../../testing/people';
import { registerUser } from '../../testing/registerUser';
import { renderApp } from '../../testing/renderApp';
import { networkFaults, refuse } from '../../testing/shop';

/** With the data of the home page, which a sign-in leads to. */
const resolvers = { registerUser, products: pageOf([]) };

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

    test('M25 the demo dialog is labelled as a demo, has a button per account and restores the focus', async () => {
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
      test(`M69 E21 ${code} shows 'Google Sign In failed' with a hint, and the page stays usable`, async () => {
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
      test(`M69 ${code} shows no error`, async () => {
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

test('M25 M66 E21 shows the server’s error or ‘Google Sign In failed’, and signs the user out again', async () => {
  const { user, shop } = renderApp('/register', { resolvers: { ...resolvers, me: null } });
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

test('M25 registers an account without a name as ‘No Name’', async () => {
  const { user, shop } = renderApp('/login', { resolvers: { ...resolvers, me: null } });
  await findHeading('Welcome Back');
  await user.click(main().getByRole('button', { name: /Google/ }));
  await user.click(await screen.findByRole('button', { name: 'nameless@kiosk.test' }));
  await findToast('Signed in with Google!');
  expect(shop.callsOf('RegisterUser')[0]?.variables).toEqual({
    input: { name: 'No Name', email: 'nameless@kiosk.test' },
  });
});

type App = ReturnType<typeof renderApp>;

async function comeWithGoogle({ user }: App, email: string): Promise<void> {
  await findHeading('Welcome Back');
  await user.click(main().getByRole('button', { name: 'Continue with Google' }));
  await user.click(await screen.findByRole('button', { name: email }));
  await findToast('Signed in with Google!');
}

const greeting = (words: string) => waitFor(() => expect(screen.queryByTestId('welcome')?.textContent).toBe(words));

async function openDashboard({ user }: App): Promise<void> {
  await expectAddress('/');
  await user.click(await footer().findByRole('link', { name: 'My Account' }));
}

test('M25 M30 an existing user keeps their name at a Google sign-in', async () => {
  const app = renderApp('/login', { resolvers });
  identity.add(newPerson({ email: 'other@kiosk.test', name: 'Olive Other' }));
  await comeWithGoogle(app, 'other@kiosk.test');
  await openDashboard(app);
  await greeting('Welcome, Olive Other (user)');
});

/** The shop's record of a person, which `updateProfile` changes. */
function recordOf({ uid, name, email }: Person) {
  let record = { id: uid, name, email, emailVerified: false, role: 'USER', photoURL: '' };
  return {
    me: () => record,
    updateProfile: ({ input }: { input: { name: string; photoURL: string } }) => {
      record = { ...record, ...input };
      return { user: record };
    },
  };
}

test('M25 M42 a Google sign-in keeps a name that was changed in My Profile', async () => {
  const olive = newPerson({ email: 'other@kiosk.test', name: 'Olive Other' });
  const app = renderApp('/dashboard/profile', { as: olive, resolvers: { ...resolvers, ...recordOf(olive) } });
  await fill(app.user, await findField('Display name'), 'Olive Otherwise');
  await app.user.click(submit());
  await greeting('Welcome, Olive Otherwise (user)');
  await app.user.click(main().getByRole('button', { name: 'Logout' }));
  await comeWithGoogle(app, 'other@kiosk.test');
  await openDashboard(app);
  await greeting('Welcome, Olive Otherwise (user)');
});

test('M25 M22 an existing user returns to the requested page and is greeted with the stored name', async () => {
  const admin = newPerson({ email: 'admin@kiosk.test', name: 'Kiosk Admin', role: 'ADMIN' });
  const app = renderApp('/dashboard/userProduct', { resolvers: { ...resolvers, storeItems: pageOf([]) } });
  identity.add(admin);
  await expectAddress('/login');
  await comeWithGoogle(app, 'admin@kiosk.test');
  await expectAddress('/dashboard/userProduct');
  await waitFor(() => expect(localStorage.getItem('access-token')).toBeTruthy());
  await greeting('Welcome, Kiosk Admin (admin)');
  // Registrations are limited, and nothing has changed.
  expect(app.shop.callsOf('RegisterUser')).toEqual([]);
});

test('a name of Google that no record can have is cut or replaced', async () => {
  for (const [name, kept] of [
    ['O', 'No Name'],
    [`${'n'.repeat(99)}\u{1f600}`, 'n'.repeat(99)],
  ] as const) {
    const app = renderApp('/login', { resolvers: { ...resolvers, me: null } });
    identity.renameGoogle(name);
    await comeWithGoogle(app, 'other@kiosk.test');
    expect(app.shop.callsOf('RegisterUser')[0]?.variables).toEqual({
      input: { name: kept, email: 'other@kiosk.test' },
    });
    app.unmount();
    identity.reset();
    localStorage.clear();
  }
});

test.each([
  ['No Name', 'O'],
  ['n'.repeat(100), 'n'.repeat(101)],
  ['Olive Other', 'Olive\u0007Other\u202e'],
])('a name of Google that no record can have stays as it is at Google: %s', async (name, ofGoogle) => {
  const renamed = jest.fn();
  identity.intercept('rename', renamed);
  const person = newPerson({ email: 'other@kiosk.test', name });
  const app = renderApp('/login', { resolvers: { ...resolvers, ...recordOf(person) } });
  identity.add(person);
  identity.renameGoogle(ofGoogle);
  await comeWithGoogle(app, person.email);
  expect(renamed).not.toHaveBeenCalled();
});

test('a record follows the verified e-mail of its account', async () => {
  const person = newPerson({ email: 'other@kiosk.test', name: 'Olive Other', emailVerified: true });
  const { me } = recordOf({ ...person, email: 'old@kiosk.test' });
  const app = renderApp('/login', { resolvers: { ...resolvers, me } });
  identity.add(person);
  await comeWithGoogle(app, person.email);
  expect(app.shop.callsOf('RegisterUser')[0]?.variables).toEqual({
    input: { name: 'Olive Other', email: person.email },
  });
});
