import { screen, waitFor, within } from '@testing-library/dom';
import { hold } from '../../testing/hold';
import {
  expectAddress,
  field,
  fillForm,
  findHeading,
  findToast,
  main,
  press,
  submit,
  textsOf,
} from '../../testing/page';
import { isAtGuard } from '../../testing/leaveHistory';
import { newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { newProduct, pageOf, type Product } from '../../testing/builders';
import { after, offline, refusal, refuse } from '../../testing/shop';

interface CreateArguments {
  input: { name: string; slug: string };
}

const createProduct = ({ input: { name, slug } }: CreateArguments) => ({ product: newProduct({ name, slug }) });

async function openForm(path: 'addProduct' | 'createProduct', resolver: unknown = createProduct) {
  const app = renderApp(`/dashboard/${path}`, { as: 'user', resolvers: { createProduct: resolver as () => unknown } });
  await findHeading(path === 'addProduct' ? 'Add Product' : 'Create Product');
  const inputs = () => app.shop.callsOf('CreateProduct').map(({ variables }) => variables['input']);
  const keys = () => app.shop.callsOf('CreateProduct').map(({ headers }) => headers.get('idempotency-key'));
  return { ...app, inputs, keys };
}

test("M40: Add Product requires name, slug, description and price; then 'Product added successfully!' and an empty form", async () => {
  const { user, shop, inputs } = await openForm('addProduct');
  expect(screen.getByRole('switch', { name: 'In stock' })).toBeChecked();
  await user.click(submit());
  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['Slug', 'Slug is required'],
    ['Description', 'Description is required'],
    ['Price ($)', 'Price is required'],
  ] as const) {
    expect(field(label)).toBeRequired();
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(new RegExp(message)));
  }
  for (const label of ['Discount (%)', 'Photo URL 1', 'Photo URL 2', 'Category 1', 'Category 2'])
    expect(field(label)).not.toBeRequired();
  await waitFor(() => expect(field('Name')).toHaveFocus());
  expect(inputs()).toEqual([]);

  await fillForm(user, { Name: 'Ribbed wool béanie' });
  await user.click(await screen.findByRole('button', { name: 'Use ribbed-wool-beanie' }));
  expect(field('Slug')).toHaveValue('ribbed-wool-beanie');
  expect(await screen.findByText("The page's address: /products/ribbed-wool-beanie")).toBeVisible();
  await fillForm(user, {
    Slug: 'ribbed-wool-beanie-2',
    Description: 'Knitted in one piece.\nNo seam.',
    'Price ($)': '76',
    'Discount (%)': '20',
    'Photo URL 2': '/pictures/cadence-smart-watch-1-800.avif',
    'Category 1': 'Fashion',
    'Category 2': 'Hats, caps',
  });
  expect(main().getByLabelText('Tax class')).toHaveValue('STANDARD');
  expect(main().getByLabelText('Tax class')).toHaveAccessibleDescription(
    'Most things are Standard; Zero is never taxed',
  );
  await user.selectOptions(main().getByLabelText('Tax class'), 'Zero');
  const call = hold();
  shop.intercept('CreateProduct', after(call.released));
  await user.click(submit());
  await waitFor(() => expect(submit()).toHaveTextContent('Adding product...'));
  expect(submit()).toBeDisabled();
  await press(user, field('Name'), 'Enter');
  call.release();
  await findToast('Product added successfully!');
  for (const label of ['Name', 'Slug', 'Description', 'Price ($)', 'Photo URL 2', 'Category 2'])
    await waitFor(() => expect(field(label)).toHaveValue(''));
  const link = await screen.findByRole('link', { name: 'See Ribbed wool béanie in the shop' });
  expect(link).toHaveAttribute('href', '/products/ribbed-wool-beanie-2');
  expect(inputs()).toEqual([
    {
      name: 'Ribbed wool béanie',
      slug: 'ribbed-wool-beanie-2',
      description: 'Knitted in one piece.\nNo seam.',
      price: 76,
      discount: 20,
      taxClass: 'ZERO',
      photos: ['/pictures/cadence-smart-watch-1-800.avif'],
      categories: ['Fashion', 'Hats, caps'],
      inStock: true,
    },
  ]);
});

test('offers the shop’s categories, corrects a near miss, and marks an unknown one as not filterable', async () => {
  const { user, unmount } = await openForm('addProduct');
  const choices = () => within(screen.getByRole('group', { name: 'Categories of the shop' }));
  const choose = (name: string) => user.click(choices().getByRole('button', { name }));
  await choose('Home & Garden');
  expect(field('Category 1')).toHaveValue('Home & Garden');
  await fillForm(user, { 'Category 2': 'Sport' });
  expect(await main().findByText(/Did you mean/)).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Sports & Fitness' }).at(-1) as HTMLElement);
  expect(field('Category 2')).toHaveValue('Sports & Fitness');
  // The suggestion has gone.
  await waitFor(() => expect(screen.getByRole('group', { name: 'Categories of the shop' })).toHaveFocus());
  expect(textsOf(choices().getAllByRole('button', { pressed: true }))).toEqual(['Home & Garden', 'Sports & Fitness']);
  await choose('Home & Garden');
  expect(field('Category 1')).toHaveValue('Sports & Fitness');
  unmount();
  const second = await openForm('createProduct');
  await fillForm(second.user, { Categories: 'Books, Home and Garden' });
  const hint = () => screen.queryAllByTestId('category-hint');
  await waitFor(() => expect(hint()).toHaveLength(2));
  expect(hint()[0]).toHaveTextContent('Shoppers cannot filter by “Books”');
  await second.user.click(within(hint()[1] as HTMLElement).getByRole('button', { name: 'Home & Garden' }));
  expect(field('Categories')).toHaveValue('Books, Home & Garden');
  await second.user.click(choices().getByRole('button', { name: 'Fashion' }));
  expect(field('Categories')).toHaveValue('Books, Home & Garden, Fashion');
});

test("M40 M66: Add Product shows the server's message, else 'Failed to add product', and keeps the input", async () => {
  let taken = true;
  const made = new Map<string, object>();
  const { user, shop, keys } = await openForm(
    'addProduct',
    (args: CreateArguments, { headers }: { headers: Headers }) => {
      if (taken) throw refusal('This slug is taken.', 'CONFLICT', 'slug');
      // The same key creates no second product.
      const key = headers.get('idempotency-key') ?? '';
      made.set(key, made.get(key) ?? createProduct(args));
      return made.get(key);
    },
  );
  const typed = { Name: 'Beanie', Slug: 'alder-ceramic-table-lamp', Description: 'Warm', 'Price ($)': '12.50' };
  await fillForm(user, typed);
  await user.click(submit());
  await findToast('This slug is taken.');
  await waitFor(() => expect(field('Slug')).toHaveAccessibleDescription(/^This slug is taken\./));
  await waitFor(() => expect(field('Slug')).toHaveFocus());
  for (const [label, value] of Object.entries(typed)) expect(field(label)).toHaveValue(value);

  taken = false;
  await fillForm(user, { Slug: 'beanie' });
  expect(field('Slug')).toHaveAttribute('aria-invalid', 'false');
  shop.intercept('CreateProduct', offline);
  await user.click(submit());
  await findToast('Failed to add product');
  expect(field('Slug')).toHaveValue('beanie');
  // The response is lost after the product was created: a retry creates no second one.
  shop.intercept('CreateProduct', async (next, call) => {
    await next();
    return offline(next, call);
  });
  await waitFor(() => expect(submit()).toBeEnabled());
  await user.click(submit());
  await waitFor(() => expect(made.size).toBe(1));
  shop.intercept('CreateProduct', undefined);
  await waitFor(() => expect(submit()).toBeEnabled());
  await user.click(submit());
  await findToast('Product added successfully!');
  expect(made.size).toBe(1);
  const [refused, ...same] = keys();
  expect(same).toHaveLength(3);
  expect(new Set(same).size).toBe(1);
  expect(same).not.toContain(refused);
});

const alert = () => main().findByRole('alert');

test("M41: Create Product takes comma text and decimals and shows '\u2705 Product created successfully!'", async () => {
  const { user, inputs } = await openForm('createProduct');
  const labels = ['Name', 'Slug', 'Description', 'Price ($)', 'Discount (%)', 'Photos', 'Categories'];
  for (const label of labels) expect(field(label)).not.toBeRequired();
  await fillForm(user, {
    Name: 'Ribbed wool beanie',
    Slug: 'ribbed-wool-beanie',
    'Price ($)': ' 12.50 ',
    'Discount (%)': '.5',
    Photos: ' /pictures/cadence-smart-watch-1-800.avif ,, /pictures/none-800.avif,',
    Categories: ' Fashion , Hats ',
  });
  await user.click(screen.getByRole('switch', { name: 'In stock' }));
  const preview = screen.getByRole('complementary', { name: 'How it will look in the shop' });
  for (const words of ['Ribbed wool beanie', '$12.50', 'Fashion · Hats', 'Out of Stock'])
    await waitFor(() => expect(preview).toHaveTextContent(words));
  await user.click(submit());
  expect((await alert()).textContent).toBe('\u2705 Product created successfully!');
  expect((await alert()).querySelector('svg')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See Ribbed wool beanie in the shop' })).toHaveAttribute(
    'href',
    '/products/ribbed-wool-beanie',
  );
  expect(inputs()).toEqual([
    {
      name: 'Ribbed wool beanie',
      slug: 'ribbed-wool-beanie',
      description: '',
      price: 12.5,
      discount: 0.5,
      taxClass: 'STANDARD',
      photos: ['/pictures/cadence-smart-watch-1-800.avif', '/pictures/none-800.avif'],
      categories: ['Fashion', 'Hats'],
      inStock: false,
    },
  ]);
});

test("M41: Create Product shows the server’s validation message after '\u274C Failed to create product: '", async () => {
  const { user, shop } = await openForm('createProduct');
  const notValid = (name: string) => `${name} is not valid: a number such as 12.50 is expected.`;
  const cases: [Record<string, string>, string, string, string][] = [
    [{}, 'Price ($)', 'price', 'Price is required.'],
    [{ 'Price ($)': '5' }, 'Name', 'name', 'Name is required'],
    [{ Name: 'Beanie', 'Price ($)': '12,500' }, 'Price ($)', 'price', notValid('Price')],
    [{ 'Price ($)': '-5' }, 'Price ($)', 'price', 'Price must be at least 0.01'],
    [{ 'Discount (%)': 'half' }, 'Discount (%)', 'discount', notValid('Discount')],
    [{ 'Discount (%)': '0', Slug: 'alder-ceramic-table-lamp' }, 'Slug', 'slug', 'This slug is taken.'],
  ];
  for (const [values, label, name, sentence] of cases) {
    // The server's message also covers values of the wrong type.
    const extensions = { code: 'BAD_USER_INPUT', field: name, fieldMessage: sentence };
    shop.intercept('CreateProduct', () =>
      Response.json({ errors: [{ message: 'Variable "$input" got invalid value', extensions }] }, { status: 400 }),
    );
    await fillForm(user, values);
    await user.click(submit());
    await waitFor(async () => expect((await alert()).textContent).toBe(`\u274C Failed to create product: ${sentence}`));
    const description = new RegExp(`^${sentence.replaceAll('.', '\\.')}`);
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(description));
    await waitFor(() => expect(field(label)).toHaveFocus());
  }
  expect(field('Name')).toHaveValue('Beanie');
  shop.intercept('CreateProduct', refuse('The shop is being tidied.', 503));
  await user.click(submit());
  const words = '\u274C Failed to create product: The shop is being tidied.';
  await waitFor(async () => expect((await alert()).textContent).toBe(words));
});

interface UpdateArguments {
  input: Partial<Product> & { seenStock?: number; isCounted?: boolean };
}

/** The edit page of a product, with a server that stores it. */
function openEdit(product: Product, as: Parameters<typeof renderApp>[1] = { as: 'user' }) {
  let present = { ...product };
  const app = renderApp(`/dashboard/editProduct/${product.slug}`, {
    ...as,
    resolvers: {
      storeItems: () => pageOf([present]),
      product: ({ slug }: { slug: string }) => (slug === present.slug ? present : null),
      updateProduct: ({ input }: UpdateArguments) => {
        if (input.version !== present.version)
          throw refusal('This product was changed meanwhile.', 'CONFLICT', 'version');
        if ((input.seenStock ?? present.stock) !== present.stock)
          throw refusal(`There are ${present.stock ?? 0} by now.`, 'CONFLICT', 'stock');
        const counted = input.isCounted === false ? { stock: null } : {};
        present = { ...present, ...input, ...counted, version: present.version + 1 };
        present.purchasable = present.inStock;
        return { product: present };
      },
    },
  });
  return {
    ...app,
    present: () => present,
    change: (changes: Partial<Product>) => {
      present = { ...present, ...changes, version: present.version + 1 };
      present.purchasable = present.inStock;
    },
  };
}

const beanie = newProduct({
  name: 'Ribbed wool beanie',
  description: 'Knitted in one piece.',
  price: 76,
  originalPrice: 95,
  discount: 20,
  photos: ['/pictures/cadence-smart-watch-1-800.avif'],
  categories: ['Fashion', 'Hats'],
});
/** Owned by the person who edits it. */
const own = (person: { email: string }) => ({ ...beanie, email: person.email });

test('an owner edits every field, switches stock and status, and duplicates the product', async () => {
  const owner = newPerson();
  const { user, shop, present } = openEdit(own(owner), { as: owner });
  await findHeading('Edit Product');
  const links = within(screen.getByRole('navigation', { name: 'Dashboard' }));
  await user.click(links.getByRole('link', { name: 'Products' }));
  await user.click(await main().findByRole('link', { name: 'Edit' }));
  await findHeading('Edit Product');
  await waitFor(() => expect(field('Price ($)')).toHaveValue('76'));
  expect(field('Categories')).toHaveValue('Fashion, Hats');
  expect(submit()).toBeDisabled();
  await fillForm(user, {
    Name: 'Wool hat',
    Slug: 'wool-hat',
    Description: 'Warm.',
    'Price ($)': '50',
    'Discount (%)': '50',
    Photos: '',
    Categories: 'Fashion',
  });
  await user.selectOptions(main().getByLabelText('Status'), 'inactive');
  await user.selectOptions(main().getByLabelText('Tax class'), 'Reduced');
  await user.click(screen.getByRole('switch', { name: 'In stock' }));
  await user.click(submit());
  await findToast('Product saved');
  await expectAddress('/dashboard/editProduct/wool-hat');
  expect(shop.callsOf('UpdateProduct')[0]?.variables).toEqual({
    input: {
      ...{ id: beanie.id, version: 1, name: 'Wool hat', slug: 'wool-hat', description: 'Warm.', price: 50 },
      ...{ discount: 50, taxClass: 'REDUCED', photos: [], categories: ['Fashion'], inStock: false, status: 'INACTIVE' },
    },
  });
  expect(present().name).toBe('Wool hat');
  await waitFor(() => expect(submit()).toBeDisabled());
  // Neither Back nor Forward leads to the former address, which is no longer found.
  await waitFor(() => expect(isAtGuard()).toBe(false));
  history.back();
  await expectAddress('/dashboard/userProduct');
  history.forward();
  await expectAddress('/dashboard/editProduct/wool-hat');
  await waitFor(() => expect(field('Name')).toHaveValue('Wool hat'));
  await user.click(main().getByRole('link', { name: 'Duplicate' }));
  await expectAddress('/dashboard/createProduct?from=wool-hat');
  await findHeading('Create Product');
  await waitFor(() => expect(field('Name')).toHaveValue('Wool hat'));
  expect(field('Slug')).toHaveValue('');
  expect(field('Price ($)')).toHaveValue('50');
  expect(main().getByLabelText('Tax class')).toHaveValue('REDUCED');
});

test('a conflicting edit shows an error and the current values, keeps the input and can overwrite them', async () => {
  const { user, shop, present, change } = openEdit(beanie, { as: 'admin' });
  await waitFor(() => expect(field('Price ($)')).toHaveValue('76'));
  await fillForm(user, { 'Price ($)': '60', Description: 'Mine.' });
  await user.selectOptions(main().getByRole('combobox', { name: 'Tax class' }), 'Zero');
  change({ price: 70, description: 'Theirs.', inStock: false, taxClass: 'REDUCED' });
  await user.click(submit());
  expect(await alert()).toHaveTextContent('This product was changed meanwhile.');
  expect(field('Price ($)')).toHaveValue('60');
  const load = () => press(user, screen.getByRole('button', { name: 'Load its present state' }), 'Enter');
  shop.intercept('EditableProduct', offline);
  await load();
  const failure = await main().findByText(/^Its present state could not be loaded/);
  shop.intercept('EditableProduct', undefined);
  await load();
  const state = await screen.findByRole('region', { name: 'Present state' });
  expect(failure).not.toBeInTheDocument();
  expect(state).toHaveTextContent('Price ($) now70');
  expect(state).toHaveTextContent('Tax class nowReduced');
  await waitFor(() => expect(state).toHaveFocus());
  expect(state).toHaveTextContent('Description nowTheirs.');
  expect(field('Price ($)')).toHaveValue('60');
  expect(screen.getByRole('switch', { name: 'In stock' })).not.toBeChecked();
  await press(user, screen.getByRole('button', { name: 'Use this for Description' }), 'Enter');
  await waitFor(() => expect(state).toHaveFocus());
  expect(field('Description')).toHaveValue('Theirs.');
  await user.click(submit());
  await findToast('Product saved');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Present state' })).toBeNull());
  expect(present()).toMatchObject({ price: 60, description: 'Theirs.', inStock: false });
});

test('C01 edits stock with the count that was read, shows a concurrent sale, and stops counting when blank', async () => {
  const { user, shop, present } = openEdit({ ...beanie, stock: 12 }, { as: 'admin' });
  const inputs = () => shop.callsOf('UpdateProduct').map(({ variables }) => variables['input']);
  const seen = (version: number) => ({ id: beanie.id, version });
  await waitFor(() => expect(field('Pieces in stock')).toHaveValue('12'));
  await fillForm(user, { 'Pieces in stock': '14' });
  // A sale does not change the version of the product.
  present().stock = 10;
  await user.click(submit());
  await waitFor(() => expect(field('Pieces in stock')).toHaveAccessibleDescription(/There are 10 by now/));
  await waitFor(() => expect(field('Pieces in stock')).toHaveFocus());
  await press(user, await screen.findByRole('button', { name: 'Load its present state' }), 'Enter');
  expect(await screen.findByRole('region', { name: 'Present state' })).toHaveTextContent('Pieces in stock now10');
  expect(field('Pieces in stock')).toHaveValue('14');
  await user.click(submit());
  await findToast('Product saved');
  await waitFor(() => expect(submit()).toBeDisabled());
  await fillForm(user, { 'Pieces in stock': '' });
  await user.click(submit());
  await waitFor(() => expect(present().stock).toBeNull());
  expect(inputs()).toEqual([
    { ...seen(1), stock: 14, seenStock: 12 },
    { ...seen(1), stock: 14, seenStock: 10 },
    { ...seen(2), isCounted: false },
  ]);
});

test('C01 a new product is counted when stock is typed, and an invalid count is reported at its field', async () => {
  const { user, inputs } = await openForm('addProduct');
  const typed = { Name: 'Mug', Slug: 'mug', Description: 'Holds coffee.', 'Price ($)': '5' };
  await fillForm(user, { ...typed, 'Pieces in stock': '1.5' });
  await user.click(submit());
  await waitFor(() => expect(field('Pieces in stock')).toHaveAccessibleDescription(/must be a whole number/));
  await fillForm(user, { 'Pieces in stock': '12' });
  await user.click(submit());
  await findToast('Product added successfully!');
  expect(inputs()).toMatchObject([{ slug: 'mug', stock: 12 }]);
});

test('a product is edited by its owner and by an admin; others get the not-found page', async () => {
  const others = openEdit({ ...beanie, email: null });
  await findHeading('Page not found');
  others.unmount();
  // Its owner is told the e-mail of the record, which need not be the one that the account has by now.
  const owners = openEdit({ ...beanie, email: 'former@example.com' });
  await waitFor(() => expect(field('Name')).toHaveValue('Ribbed wool beanie'));
  owners.unmount();
  const missing = renderApp('/dashboard/editProduct/no-such-thing', { as: 'user', resolvers: { product: null } });
  await findHeading('Page not found');
  missing.unmount();
  const { user, present } = openEdit({ ...beanie, email: 'somebody@example.com' }, { as: 'admin' });
  await waitFor(() => expect(field('Name')).toHaveValue('Ribbed wool beanie'));
  await fillForm(user, { Name: 'By the admin' });
  await user.click(submit());
  await findToast('Product saved');
  expect(present().name).toBe('By the admin');
});
