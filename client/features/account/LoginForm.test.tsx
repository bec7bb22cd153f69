import { screen, waitFor } from '@testing-library/dom';
import { bottle, findAdd, storeWith } from '../../testing/cart';
import { failWith, identity } from '../../testing/identity';
import { hold } from '../../testing/hold';
import { field, fill, fillForm, findHeading, findToast, header, main, press, submit } from '../../testing/page';
import { newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { pageOf } from '../../testing/builders';

async function openLogin() {
  const app = renderApp('/login');
  await findHeading('Welcome Back');
  return app;
}
type App = Awaited<ReturnType<typeof openLogin>>;

async function fillIn({ user }: App, email: string, password: string): Promise<void> {
  await fill(user, field('Email'), email);
  await fill(user, field('Password'), password);
}

describe('sign-in', () => {
  test('M21 the form has its words, its fields and its link', async () => {
    await openLogin();
    expect(screen.getByText('Sign in to your account to continue shopping')).toBeVisible();
    expect(field('Email')).toHaveAttribute('type', 'email');
    expect(field('Email')).toBeRequired();
    expect(field('Password')).toHaveAttribute('type', 'password');
    expect(field('Password')).toBeRequired();
    expect(field('Remember Me')).toBeChecked();
    expect(submit()).toHaveTextContent(/^Sign In$/);
    expect(main().getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
  });

  test('M21 empty fields are named, sent nowhere, and the first has the cursor', async () => {
    const signIn = jest.fn();
    const { user } = await openLogin();
    identity.intercept('signIn', signIn);
    await user.click(submit());
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Email is required'));
    expect(field('Password')).toHaveAccessibleDescription('Password is required');
    await waitFor(() => expect(field('Email')).toHaveFocus());
    await fill(user, field('Email'), 'anna@example.com');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field('Password')).toHaveFocus());
    expect(field('Email')).toHaveAttribute('aria-invalid', 'false');
    expect(signIn).not.toHaveBeenCalled();
  });

  test('M21 M27 while it is pending the button is disabled and says so', async () => {
    const app = await openLogin();
    identity.add(app.person);
    const { released, release } = hold();
    identity.intercept('signIn', () => released);
    await fillIn(app, app.person.email, app.person.password);
    await app.user.click(submit());
    await waitFor(() => expect(submit()).toHaveTextContent('Signing in...'));
    expect(submit()).toBeDisabled();
    expect(main().getByRole('button', { name: /Google/ })).toBeDisabled();
    release();
    expect(await screen.findByRole('button', { name: /^Account menu/ })).toBeVisible();
  });

  for (const [what, code] of [
    ['a provider that cannot be reached', 'auth/network-request-failed'],
    ['a provider that fails', 'auth/internal-error'],
  ] as const) {
    test(`M22 E21 ${what} is 'Invalid email or password', inline and as a toast, and keeps what was typed`, async () => {
      const app = await openLogin();
      identity.intercept('signIn', failWith(code));
      await fillIn(app, 'shopper@kiosk.test', 'wrong-password');
      await app.user.click(field('Remember Me'));
      await app.user.click(submit());
      expect(await main().findByRole('alert')).toHaveTextContent(/^Invalid email or password$/);
      await findToast('Invalid email or password');
      expect(field('Email')).toHaveValue('shopper@kiosk.test');
      expect(field('Password')).toHaveValue('wrong-password');
      expect(field('Remember Me')).not.toBeChecked();
      await waitFor(() => expect(field('Password')).toHaveFocus());
      expect(field('Password')).toHaveAccessibleDescription('Invalid email or password');
      await waitFor(() => expect(submit()).toBeEnabled());
      expect(submit()).toHaveTextContent(/^Sign In$/);
      expect(localStorage.getItem('access-token')).toBeNull();
    });
  }

  test('an unknown account is told nothing else', async () => {
    const app = await openLogin();
    await fillIn(app, 'nobody@example.com', 'secret-1');
    await app.user.click(submit());
    expect(await main().findByRole('alert')).toHaveTextContent(/^Invalid email or password$/);
  });

  test('the demo accounts fill the form in', async () => {
    const { user } = await openLogin();
    identity.add(newPerson({ email: 'shopper@kiosk.test', password: 'kiosk-shopper' }));
    await user.click(await screen.findByRole('button', { name: 'Shopper' }));
    expect(field('Email')).toHaveValue('shopper@kiosk.test');
    await user.click(submit());
    await findToast('Login successful!');
  });

  test('the keyboard is enough', async () => {
    const { user, person } = await openLogin();
    identity.add(person);
    field('Email').focus();
    await user.keyboard(person.email);
    await user.tab();
    await user.keyboard(person.password);
    await user.tab();
    expect(screen.getByRole('button', { name: 'Show password' })).toHaveFocus();
    await user.tab();
    await user.keyboard(' ');
    expect(field('Remember Me')).not.toBeChecked();
    await user.keyboard('{Enter}');
    await findToast('Login successful!');
  });
});

test('M70: toasts have the times of the constants: 4000 ms for an error, 2000 for a sign-in, 3000 for the rest', async () => {
  // What the page waits for: how long that takes would depend on the machine's pace.
  const { setTimeout: wait } = window;
  const waits: unknown[] = [];
  window.setTimeout = ((act: TimerHandler, time?: number, ...rest: unknown[]) => {
    waits.push(time);
    return wait(act, time, ...rest);
  }) as typeof setTimeout;
  const waitsFor = (time: number) => waits.filter((each) => each === time).length;
  const { user, person } = renderApp('/login', { resolvers: { ...storeWith().resolvers, products: pageOf([bottle]) } });
  await findHeading('Welcome Back');
  identity.add(person);
  const [errors, signIns, others] = [4_000, 2_000, 3_000].map(waitsFor);
  await fillForm(user, { Email: person.email, Password: 'wrong-password' });
  await user.click(submit());
  await findToast('Invalid email or password');
  await waitFor(() => expect(waitsFor(4_000)).toBe((errors ?? 0) + 1));
  await fillForm(user, { Password: person.password });
  await user.click(submit());
  await findToast('Login successful!');
  await waitFor(() => expect(waitsFor(2_000)).toBe((signIns ?? 0) + 1));
  await user.click(await findAdd(bottle.name));
  await user.click(header().getAllByRole('link', { name: 'Products' })[0] as HTMLElement);
  await findHeading('Shop Our Products');
  await user.click(await findAdd(bottle.name));
  await findToast(`Added "${bottle.name}" to store!`);
  await waitFor(() => expect(waitsFor(3_000)).toBe((others ?? 0) + 1));
  window.setTimeout = wait;
});

for (const [path, label] of [
  ['/login', 'Password'],
  ['/register', 'Password'],
  ['/register', 'Confirm Password'],
] as const) {
  test(`${path}: ${label} is shown and hidden by mouse and by key, and the button says which it is`, async () => {
    const { user } = renderApp(path);
    await findHeading(/Welcome Back|Create Account/);
    await fill(user, field(label), 'secret-1');
    const button = main().getByRole('button', { name: `Show ${label.toLowerCase()}` });
    expect(button).toHaveAttribute('aria-pressed', 'false');
    await user.click(button);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(field(label)).toHaveAttribute('type', 'text');
    expect(field(label)).toHaveValue('secret-1');
    await press(user, button, 'Enter');
    expect(button).toHaveAttribute('aria-pressed', 'false');
    expect(field(label)).toHaveAttribute('type', 'password');
  });
}
