import type { Page } from '@playwright/test';
import { main } from './buyingParts';

/** Creates a key with the form of the open page; returns the key, which is shown only once. */
export async function makeKey(page: Page, scope = 'read:stock'): Promise<string> {
  await main(page).getByRole('textbox', { name: 'What is it for?' }).fill('Warehouse');
  await main(page)
    .getByRole('checkbox', { name: new RegExp(`^${scope}`) })
    .check();
  await main(page).getByRole('button', { name: 'Make key' }).click();
  return main(page).getByRole('textbox', { name: 'API key' }).inputValue();
}
