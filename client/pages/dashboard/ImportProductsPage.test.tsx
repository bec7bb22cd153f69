import { waitFor } from '@testing-library/dom';
import { newProduct, pageOf } from '../../testing/builders';
import { hold } from '../../testing/hold';
import { findHeading, main } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';

interface ImportArguments {
  input: { rows: object[] };
}

const values = {
  ...{ name: null, slug: null, description: null, price: null, discount: null, taxClass: null },
  ...{ inStock: null, stock: null, status: null, categories: null, photos: null },
};

/** Every row is valid and unchanged. */
const importProducts = ({ input: { rows } }: ImportArguments) => ({
  results: rows.map((_each, row) => ({ row, outcome: 'UNCHANGED', product: null, errors: [], values })),
});

async function openImport() {
  const app = renderApp('/dashboard/importProducts', { as: 'admin', resolvers: { importProducts } });
  await findHeading('Import and Export');
  const choose = (content: BlobPart) =>
    app.user.upload(main().getByLabelText('CSV file'), new File([content], 'products.csv', { type: 'text/csv' }));
  return { ...app, choose };
}

test('a rate-limited import continues after its Retry-After', async () => {
  const { user, shop, choose } = await openImport();
  await choose('slug,name\nalder-ceramic-table-lamp,\n');
  const check = await main().findByRole('button', { name: 'Check, change nothing' });
  shop.intercept('ImportProducts', (next) => {
    if (shop.callsOf('ImportProducts').length > 1) return next();
    const sentence = 'Too many requests. Please try again later.';
    return Response.json(
      { error: sentence, message: sentence, code: 'RATE_LIMITED' },
      { status: 429, headers: { 'retry-after': '1' } },
    );
  });
  await user.click(check);
  expect(await main().findByText('It goes on by itself after 1 s.')).toBeVisible();
  expect(await main().findByText('Check finished: nothing was changed')).toBeVisible();
  expect(shop.callsOf('ImportProducts')).toHaveLength(2);
});

test('an unreadable file is rejected with a message', async () => {
  const { choose } = await openImport();
  await choose(Uint8Array.from([0x6e, 0xe4, 0x6d, 0x65]));
  await waitFor(() => expect(main().getByRole('alert')).toHaveTextContent('This file is not in UTF-8.'));
  await choose('title,price\nMug,5');
  await waitFor(() => expect(main().getByRole('alert')).toHaveTextContent('There is neither name nor slug.'));
});

test('the file chosen last stays, although one chosen before it is read later', async () => {
  const { user } = await openImport();
  const { released, release } = hold();
  const slow = Object.assign(new File(['-'], 'slow.csv'), {
    arrayBuffer: async () => {
      await released;
      return new TextEncoder().encode('slug,name\nmug,Mug\ncup,Cup\n').buffer;
    },
  });
  const input = main().getByLabelText('CSV file');
  await user.upload(input, slow);
  expect(await main().findByText('Reading 0 rows...')).toBeVisible();
  await user.upload(input, new File(['slug,name\npot,Pot\n'], 'quick.csv'));
  expect(await main().findByRole('button', { name: 'Import 1 row' })).toBeVisible();
  release();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(main().getByRole('button', { name: 'Import 1 row' })).toBeVisible();
});

test('C01 sends the stock column, blanks included, and shows an invalid count beside its cell', async () => {
  const { shop, choose } = await openImport();
  shop.prepare({
    importProducts: ({ input: { rows } }: ImportArguments) => ({
      results: rows.map((_each, row) => ({
        ...{ row, product: null, values: { ...values, stock: row === 0 ? 12 : null } },
        outcome: row === 2 ? 'REFUSED' : 'UPDATED',
        errors: row === 2 ? [{ column: 'stock', message: 'stock must be a whole number such as 12' }] : [],
      })),
    }),
  });
  await choose('slug,Stock\nmug,12.0\ncup,\npot,many\n');
  const first = await main().findByRole('region', { name: 'First rows' });
  await waitFor(() => expect(first).toHaveTextContent('stock must be a whole number such as 12'));
  const cells = [...first.querySelectorAll('tbody td:last-child')].map(({ textContent }) => textContent);
  expect(cells.slice(0, 2)).toEqual(['12.0', '']);
  expect(shop.callsOf('PreviewImport')[0]?.variables['input']).toMatchObject({
    rows: [
      { slug: 'mug', stock: '12.0' },
      { slug: 'cup', stock: '' },
      { slug: 'pot', stock: 'many' },
    ],
  });
});

test('C01 an export has each product’s stock, blank for products that are not counted', async () => {
  const [mug, cup] = [newProduct({ name: 'Mug', stock: 12 }), newProduct({ name: 'Cup', inStock: false })];
  // Sold out, although its stock switch is on.
  const pot = { ...newProduct({ name: 'Pot', stock: 0, inStock: false }), purchasable: true };
  const { user } = renderApp('/dashboard/importProducts', {
    as: 'admin',
    resolvers: { importProducts, allProducts: () => pageOf([mug, cup, pot]) },
  });
  let file: Blob | undefined;
  URL.createObjectURL = (blob) => {
    file = blob as Blob;
    // jsdom follows a hash link without a page load.
    return '#products';
  };
  URL.revokeObjectURL = () => undefined;
  await user.click(await main().findByRole('button', { name: 'Export all products' }));
  expect(await main().findByText('3 products exported')).toBeVisible();
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(file as Blob);
  });
  const [header = '', ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const places = ['inStock', 'stock', 'seenStock'].map((column) => header.indexOf(`"${column}"`));
  expect(lines.map((line) => places.map((place) => line[place]))).toEqual([
    ['"true"', '"12"', '"12"'],
    ['"false"', '""', '""'],
    ['"true"', '"0"', '"0"'],
  ]);
});
