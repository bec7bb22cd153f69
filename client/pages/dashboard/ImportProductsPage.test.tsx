import { waitFor } from '@testing-library/dom';
import { findHeading, main } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';

interface ImportArguments {
  input: { rows: object[] };
}

const values = {
  ...{ name: null, slug: null, description: null, price: null, discount: null },
  ...{ inStock: null, stock: null, status: null, categories: null, photos: null },
};

/** Nothing is wrong with any row, and nothing new in it. */
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
