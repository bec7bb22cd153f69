import type { APIRequestContext, Page } from '@playwright/test';
import { ask, type Shopper } from './shopper';

export const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Cart/ });
export const drawer = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' });
export const add = (page: Page, name: string) => page.getByRole('button', { name: `Add ${name}`, exact: true });

/** Adds entries through the API. */
export async function fill(request: APIRequestContext, { token }: Shopper, ...slugs: string[]): Promise<void> {
  for (const slug of slugs) {
    await ask(request, token, 'mutation($slug: String!) { addToStore(input: { slug: $slug }) { storeEntry { id } } }', {
      slug,
    });
  }
}

export const entriesOf = async (request: APIRequestContext, { token }: Shopper) =>
  (await ask<{ cart: { name: string }[] }>(request, token, '{ cart { name } }')).cart.map(({ name }) => name);

export interface Good {
  id: string;
  slug: string;
  name: string;
}

/** Creates products of the shopper through the API, at $12.50 each. */
export async function makeGoods<Names extends string[]>(
  request: APIRequestContext,
  { token }: Shopper,
  ...names: Names
): Promise<{ [Index in keyof Names]: Good }> {
  const goods: Good[] = [];
  const text =
    'mutation($name: String!) { createProduct(input: { name: $name, price: 12.5 }) { product { id slug name } } }';
  for (const name of names) {
    goods.push((await ask<{ createProduct: { product: Good } }>(request, token, text, { name })).createProduct.product);
  }
  return goods as { [Index in keyof Names]: Good };
}

/** Changes a product that has not been changed before, as its owner. */
export async function change(
  request: APIRequestContext,
  { token }: Shopper,
  { id, ...changes }: { id: string; inStock?: boolean; price?: number },
): Promise<void> {
  await ask(
    request,
    token,
    'mutation($input: UpdateProductInput!) { updateProduct(input: $input) { product { id } } }',
    {
      input: { id, version: 1, ...changes },
    },
  );
}
