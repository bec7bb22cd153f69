import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { fillForm, findHeading, findToast, submit } from './page';
import type { Person } from './people';

export const findAccountMenu = () => screen.findByRole('button', { name: /^Account menu/ });

/** Signs in on the sign-in page, which leads to the previous page or home. */
export async function signIn(user: UserEvent, { email, password }: Person): Promise<void> {
  await findHeading('Welcome Back');
  await fillForm(user, { Email: email, Password: password });
  await user.click(submit());
  await findToast('Login successful!');
  await waitFor(() => expect(location.pathname).not.toBe('/login'));
}

export async function signOut(user: UserEvent): Promise<void> {
  await user.click(await findAccountMenu());
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
}
