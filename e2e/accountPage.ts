import type { Page } from '@playwright/test';
import { ask } from './shopper';

export const newEmail = () => `new-${crypto.randomUUID()}@example.com`;
export const main = (page: Page) => page.getByRole('main');
export const submit = (page: Page) => main(page).locator('button[type="submit"]');
export const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
export const toast = (page: Page, text: string) => page.locator('.notistack-SnackbarContainer').getByText(text);
export const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('access-token'));

/** The claims of the stored token; iat is in seconds. */
export async function storedClaims(page: Page) {
  const [, claims = ''] = (await storedToken(page))?.split('.') ?? [];
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number; email_verified: boolean };
}

interface Me {
  me: { name: string; email: string; role: string; photoURL: string } | null;
}

/** The shop's record of the signed-in user. */
export async function recordOf(page: Page) {
  const { me } = await ask<Me>(page.request, (await storedToken(page)) ?? '', '{ me { name email role photoURL } }');
  return me;
}
