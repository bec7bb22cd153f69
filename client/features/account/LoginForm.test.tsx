import { screen, waitFor } from '@testing-library/dom';
import { bottle, findAdd, storeWith } from '../../testing/cart';
import { failWith, identity } from '../../testing/identity';
import { hold } from '../../testing/hold';
import {
  expectAddress,
  field,
  fill,
  fillForm,
  findHeading,
  findToast,
  header,
  main,
  press,
  submit,
  visit,
} from '../../testing/page';
import { newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { pageOf } from '../../testing/builders';
import { signIn } from '../../testing/signIn';

async function openLogin() {
  // With the data of the home page, which a sign-in leads to.
  const app = renderApp('/login', { resolvers: { products: pageOf([]) } });
  await findHeading('Welcome Back');
  return app;
}
type App = Awaited<ReturnType<typeof openLogin>>;

async function fillIn({ user }: App, email: string, password: string): Promise<void> {
  await fill(user, field('Email'), email);
  await fill(user, field('Password'), password);
}

describe('sign-in', () => {
  test('M21 the form has the specified texts, fields and link', async () => {
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

  test('M21 empty fields show errors, nothing is sent, and the first invalid field has the focus', async () => {
    const signIn = jest.fn();
    const { user } = await openLogin();
    identity.intercept('signIn', signIn);
    await user.click(submit());
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Email is required'));
    expect(field('Password')).toHaveAccessibleDescription('Password is required');
    await waitFor(() => expect(field('Email')).toHaveFocus());
    await fill(user, field('Email'), 'anna@example.com');
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(field('Password')).toHaveFocus());
    expect(field('Email')).toHaveAttribute('aria-invalid', 'false');
    expect(signIn).not.toHaveBeenCalled();
  });

  test('M21 M27 disables the submit button and shows ‘Signing in...’ while the sign-in is pending', async () => {
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

  for (const [what, fault] of [
    ['a wrong password', undefined],
    ['a provider that cannot be reached', failWith('auth/network-request-failed')],
    ['a provider that fails', failWith('auth/internal-error')],
  ] as const) {
    test(`M22 E21 ${what} shows 'Invalid email or password' inline and as a toast, and keeps the input`, async () => {
      const app = await openLogin();
      identity.add(newPerson({ email: 'shopper@kiosk.test' }));
      identity.intercept('signIn', fault);
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

  test('M22 a sign-in returns to the requested page and replaces the sign-in page in the history', async () => {
    const { user, person } = renderApp('/products', { resolvers: { products: pageOf([]), storeItems: pageOf([]) } });
    identity.add(person);
    await findHeading('Shop Our Products');
    visit('/dashboard/userProduct?sort=name#top');
    await expectAddress('/login');
    await signIn(user, person);
    await expectAddress('/dashboard/userProduct?sort=name#top');
    history.back();
    await expectAddress('/products');
    await findHeading('Shop Our Products');
  });

  test('M22 M65 E21 the success toast lasts 2000 ms, and a direct sign-in leads home', async () => {
    const app = await openLogin();
    identity.add(app.person);
    await fillIn(app, app.person.email, app.person.password);
    jest.useFakeTimers();
    let [seen, stood] = [0, 0];
    const watch = new MutationObserver(() => {
      const isThere = screen.queryByTestId('toast')?.textContent.includes('Login successful!') ?? false;
      if (isThere && seen === 0) seen = performance.now();
      if (!isThere && seen > 0 && stood === 0) stood = performance.now() - seen;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await app.user.click(submit());
    await findToast('Login successful!');
    for (let step = 0; step < 30; step += 1) await jest.advanceTimersByTimeAsync(100);
    watch.disconnect();
    await expectAddress('/');
    // The exit animation takes another 200 ms.
    expect(stood).toBeGreaterThanOrEqual(2_000);
    expect(stood).toBeLessThan(2_900);
  });

  test('an unknown account gets the same error as a wrong password', async () => {
    const app = await openLogin();
    await fillIn(app, 'nobody@example.com', 'secret-1');
    await app.user.click(submit());
    expect(await main().findByRole('alert')).toHaveTextContent(/^Invalid email or password$/);
  });

  test('a demo account button fills in the form', async () => {
    const { user } = await openLogin();
    identity.add(newPerson({ email: 'shopper@kiosk.test', password: 'kiosk-shopper' }));
    await user.click(await screen.findByRole('button', { name: 'Shopper' }));
    expect(field('Email')).toHaveValue('shopper@kiosk.test');
    await user.click(submit());
    await findToast('Login successful!');
  });

  test('the form can be filled in and sent by keyboard alone', async () => {
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

test('M70: toasts have the durations of the constants: 4000 ms for an error, 2000 for a sign-in, 3000 for the rest', async () => {
  // Records the requested timeouts: measured durations would depend on the machine.
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
  test(`${path}: ${label} is shown and hidden by mouse and by key, and aria-pressed follows`, async () => {
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
