import type { APIRequestContext, Page } from '@playwright/test';
import { ask, type Shopper } from './shopper';

export const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cart/ });
export const drawer = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' });
export const add = (page: Page, name: string) => page.getByRole('button', { name: `Add ${name}`, exact: true });

/** Entries made beside the browser. */
export async function fill(request: APIRequestContext, { token }: Shopper, ...slugs: string[]): Promise<void> {
  for (const slug of slugs) {
    await ask(request, token, 'mutation($slug: String!) { addToStore(input: { slug: $slug }) { storeEntry { id } } }', {
      slug,
    });
  }
}

export const entriesOf = async (request: APIRequestContext, { token }: Shopper) =>
  (await ask<{ cart: { name: string }[] }>(request, token, '{ cart { name } }')).cart.map(({ name }) => name);
