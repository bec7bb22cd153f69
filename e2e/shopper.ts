import { expect, type APIRequestContext, type Page } from '@playwright/test';

export interface Shopper {
  email: string;
  password: string;
  name: string;
  token: string;
}

interface Settings {
  authEmulatorUrl: string;
  firebase: { apiKey: string };
}

/** Registers a new user like the browser: an account at the provider, then the record. */
export async function newShopper(request: APIRequestContext, name = 'Anna Meyer'): Promise<Shopper> {
  const email = `test-${crypto.randomUUID()}@example.com`;
  const password = 'secret-1';
  const settings = (await (await request.get('/config.json')).json()) as Settings;
  const account = await request.post(
    `${settings.authEmulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${settings.firebase.apiKey}`,
    { data: { email, password, displayName: name, returnSecureToken: true } },
  );
  const { idToken: token } = (await account.json()) as { idToken: string };
  const input = { name: name || 'No Name', email, photoURL: '' };
  await ask(request, token, 'mutation($input: RegisterUserInput!) { registerUser(input: $input) { user { id } } }', {
    input,
  });
  return { email, password, name, token };
}

/** One GraphQL call outside the browser. */
export async function ask<Data>(
  request: APIRequestContext,
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const answer = await request.post('/graphql', {
    headers: { authorization: `Bearer ${token}` },
    data: { query, variables },
  });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

/** Deletes a product of a test, as the catalogue is shared. */
export async function discard(
  request: APIRequestContext,
  { token }: Pick<Shopper, 'token'>,
  id: string,
): Promise<void> {
  await ask(request, token, 'mutation($id: ID!) { deleteStoreItem(input: { id: $id }) { storeItem { id } } }', { id });
}

export const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ });

/** Fills in and sends the sign-in form of the open page. */
export async function fillSignIn(page: Page, { email, password }: Pick<Shopper, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Login successful!')).toBeVisible();
}

export async function signIn(page: Page, shopper: Pick<Shopper, 'email' | 'password'>): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, shopper);
  await expect(page).not.toHaveURL(/\/login/);
}

export async function signOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

export const demo = {
  admin: { email: 'admin@kiosk.test', password: 'kiosk-admin' },
  shopper: { email: 'shopper@kiosk.test', password: 'kiosk-shopper' },
};
