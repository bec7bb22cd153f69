import type { APIRequestContext } from '@playwright/test';

interface Settings {
  authEmulatorUrl: string;
}

export interface ProductInput {
  name: string;
  price: number;
  slug?: string;
  description?: string;
  discount?: number;
  photos?: string[];
  categories?: string[];
  inStock?: boolean;
}

/** The ID token of a demo account, from the identity emulator. */
async function tokenOf(request: APIRequestContext, email: string, password: string): Promise<string> {
  const { authEmulatorUrl } = (await (await request.get('/config.json')).json()) as Settings;
  const answer = await request.post(
    `${authEmulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key`,
    { data: { email, password, returnSecureToken: true } },
  );
  return ((await answer.json()) as { idToken: string }).idToken;
}

/** Creates products of the second demo shopper through the API, and deletes them again. */
export async function shopkeeper(request: APIRequestContext) {
  const token = await tokenOf(request, 'other@kiosk.test', 'kiosk-other');
  const ids: string[] = [];
  const ask = async (query: string, input: object): Promise<unknown> => {
    const answer = await request.post('/graphql', {
      headers: { authorization: `Bearer ${token}` },
      data: { query, variables: { input } },
    });
    const { data, errors } = (await answer.json()) as { data?: unknown; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  return {
    async create(input: ProductInput): Promise<{ id: string; slug: string }> {
      const query = 'mutation P($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }';
      const data = (await ask(query, input)) as { createProduct: { product: { id: string; slug: string } } };
      ids.push(data.createProduct.product.id);
      return data.createProduct.product;
    },
    async change(input: { id: string; version: number; slug: string }): Promise<void> {
      await ask('mutation U($input: UpdateProductInput!) { updateProduct(input: $input) { product { id } } }', input);
    },
    async clear(): Promise<void> {
      const query = 'mutation D($input: DeleteStoreItemInput!) { deleteStoreItem(input: $input) { storeItem { id } } }';
      for (const id of ids.splice(0)) {
        // The test may have deleted some itself.
        await ask(query, { id }).catch((error: unknown) => {
          if (!String(error).includes('NOT_FOUND')) throw error;
        });
      }
    },
  };
}
