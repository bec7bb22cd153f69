import type { Page } from '@playwright/test';
import { interceptCall, refuse } from './calls';
import { shopkeeper } from './shopApi';
import { ask, demo, signIn } from './shopper';
import { signedIn } from './signedIn';
import type { State } from './state';

const as =
  (who: keyof typeof demo, path: string, act: (page: Page) => Promise<unknown>) =>
  async (page: Page): Promise<void> => {
    await signIn(page, demo[who]);
    await page.goto(path);
    await act(page);
  };

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
const submit = (page: Page) => main(page).locator('button[type="submit"]').click();
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click();
const alert = (page: Page) => main(page).getByRole('alert').waitFor();

const beanie = {
  Name: 'Ribbed wool beanie',
  Description: 'Knitted in one piece from undyed wool, so there is no seam to itch.',
  'Price ($)': '76',
  'Discount (%)': '20',
};

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

async function fillCreate(page: Page, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const photos = '/pictures/ember-crew-neck-sweater-1-800.avif, /pictures/no-such-picture.avif';
  await fill(page, { ...beanie, Photos: photos, Categories: 'Home and Garden, Hats', ...more });
  // The preview is debounced.
  await main(page).locator('img[src*="ember-crew-neck-sweater"]').first().waitFor();
}

const file = (lines: readonly string[]) => ({
  name: 'products.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

const rows = [
  'slug,name,price,discount,inStock,categories,description',
  'alder-ceramic-table-lamp,,,,,,',
  'ribbed-wool-beanie,Ribbed wool beanie,76,20,true,"Fashion\nHats","Knitted in one piece from undyed wool,\nso there is no seam to itch."',
  'blue-mug,"Mug, blue",five,0,yes,Home & Garden,Holds tea',
  'green-mug,,5.50,0,yes,Home & Garden,Holds tea',
];

const chosen = async (page: Page) => {
  await page.getByLabel('CSV file').setInputFiles(file(rows));
  await page.getByRole('region', { name: 'First rows' }).waitFor();
};

/** An edit that conflicts with a concurrent change. */
async function stale(page: Page): Promise<void> {
  await signIn(page, demo.admin);
  const keeper = await shopkeeper(page.request);
  const { id, slug } = await keeper.create({
    name: beanie.Name,
    description: beanie.Description,
    price: 76,
    discount: 20,
    photos: ['/pictures/ember-crew-neck-sweater-1-800.avif'],
    categories: ['Fashion', 'Hats'],
  });
  try {
    await page.goto(`/dashboard/editProduct/${slug}`);
    await fill(page, { 'Price ($)': '60', Description: 'Knitted in one piece.' });
    const token = (await page.evaluate(() => localStorage.getItem('access-token'))) ?? '';
    const query = 'mutation($input: UpdateProductInput!) { updateProduct(input: $input) { product { id } } }';
    await ask(page.request, token, query, { input: { id, version: 1, price: 70, description: 'Warm, and no seam.' } });
    await submit(page);
    await alert(page);
    await press(page, 'Load its present state');
    await page.getByRole('region', { name: 'Present state' }).waitFor();
  } finally {
    await keeper.clear();
  }
}

/** The edit form of a product that an admin has deactivated, as its owner sees it. */
async function locked(page: Page): Promise<void> {
  const keeper = await shopkeeper(page.request);
  try {
    const { id, slug } = await keeper.create({ name: 'Held mug', price: 7 });
    const token = await signedIn(page, page.request, demo.admin);
    const query = 'mutation($input: UpdateProductInput!) { updateProduct(input: $input) { product { id } } }';
    await ask(page.request, token, query, { input: { id, version: 1, status: 'INACTIVE' } });
    await signedIn(page, page.request, { email: 'other@kiosk.test', password: 'kiosk-other' });
    await page.goto(`/dashboard/editProduct/${slug}`);
    await page.getByText('Deactivated by the shop').waitFor();
  } finally {
    await keeper.clear();
  }
}

/** The product forms and the import page in their states. */
export const formStates: readonly State[] = [
  { name: 'add-product', open: as('shopper', '/dashboard/addProduct', (page) => field(page, 'Name').waitFor()) },
  {
    name: 'add-product-refused',
    open: as('shopper', '/dashboard/addProduct', async (page) => {
      await fill(page, { ...beanie, Description: '', 'Price ($)': '-5', 'Photo URL 1': 'beanie.avif' });
      await submit(page);
      await page.getByText('Slug is required').waitFor();
    }),
  },
  {
    name: 'create-product',
    isFault: true,
    open: as('admin', '/dashboard/createProduct', (page) => fillCreate(page)),
  },
  {
    name: 'create-product-pending',
    only: 'desktop',
    isFault: true,
    open: as('admin', '/dashboard/createProduct', async (page) => {
      await fillCreate(page);
      await interceptCall(page, 'CreateProduct', async () => undefined);
      await submit(page);
      await page.getByText('Creating product...').waitFor();
    }),
  },
  {
    name: 'create-product-refused',
    isFault: true,
    open: as('admin', '/dashboard/createProduct', async (page) => {
      await fillCreate(page, { 'Price ($)': '-5' });
      await submit(page);
      await alert(page);
    }),
  },
  {
    name: 'create-product-created',
    only: 'desktop',
    isFault: true,
    open: as('admin', '/dashboard/createProduct', async (page) => {
      await fillCreate(page);
      const product = { __typename: 'Product', id: '1', slug: 'ribbed-wool-beanie', name: beanie.Name };
      await interceptCall(page, 'CreateProduct', (route) =>
        route.fulfill({ json: { data: { createProduct: { __typename: 'CreateProductPayload', product } } } }),
      );
      await submit(page);
      await alert(page);
    }),
  },
  { name: 'edit-product-conflict', isFault: true, open: stale },
  { name: 'edit-product-locked', open: locked },
  {
    name: 'import-products',
    only: 'phone',
    open: as('admin', '/dashboard/importProducts', (page) => page.getByLabel('CSV file').waitFor()),
  },
  {
    name: 'import-products-waiting',
    only: 'phone',
    isFault: true,
    open: as('admin', '/dashboard/importProducts', async (page) => {
      await chosen(page);
      await interceptCall(page, 'ImportProducts', refuse('The shop is busy.', 503));
      await press(page, /^Import/);
      await alert(page);
    }),
  },
  {
    name: 'import-products-checked',
    open: as('admin', '/dashboard/importProducts', async (page) => {
      await chosen(page);
      await press(page, /^Check/);
      await page.getByText('Check finished: nothing was changed').waitFor();
    }),
  },
];
