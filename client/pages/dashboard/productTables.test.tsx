import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { bottle, cartButton, findDrawer } from '../../testing/cart';
import { expectLogged } from '../../testing/console';
import { hold } from '../../testing/hold';
import {
  address,
  expectAddress,
  field,
  fill,
  findToast,
  main,
  press,
  pressFocused,
  row,
  rows,
  submit,
  textsOf,
} from '../../testing/page';
import { newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { type Entry, newEntry, newProduct, pageOf, type Product } from '../../testing/builders';
import { after, offline, refusal, refuse } from '../../testing/shop';

type Item = Product | Entry;

interface ItemsArguments {
  filter: { search?: string; kind?: string; inStock?: boolean; status?: string } | null;
  first: number;
  after: string | null;
}
interface ById {
  input: { id: string };
}
interface Bulk {
  input: { ids: string[]; action: string };
}

const isEntry = (item: Item): item is Entry => item.__typename === 'StoreEntry';

const effects: Readonly<Record<string, object>> = {
  ACTIVATE: { status: 'ACTIVE' },
  DEACTIVATE: { status: 'INACTIVE' },
  IN_STOCK: { inStock: true },
  OUT_OF_STOCK: { inStock: false },
};

/** Items as the server lists, deletes and restores them. */
function shelf(...items: Item[]) {
  let all = [...items];
  const gone = new Map<string, { item: Item; at: number }>();
  const remove = (id: string) => {
    const at = all.findIndex((each) => each.id === id);
    const [item] = all.splice(at, 1) as [Item];
    gone.set(id, { item, at });
    return item;
  };
  const update = (id: string, action: string) => {
    const item = all.find((each) => each.id === id) as Item;
    if (action === 'DELETE') return { id, storeItem: remove(id), error: null };
    if (isEntry(item)) return { id, storeItem: null, error: 'A store entry has neither status nor stock of its own.' };
    const changed = { ...item, ...effects[action] };
    all = all.map((each) => (each === item ? changed : each));
    return { id, storeItem: changed, error: null };
  };
  return {
    add: (...more: Item[]) => void all.push(...more),
    resolvers: {
      storeItems: ({ filter, ...paging }: ItemsArguments) => {
        const { search = '', kind, inStock, status } = filter ?? {};
        const found = all.filter(
          (item) =>
            item.name.toLowerCase().includes((search ?? '').toLowerCase()) &&
            (!kind || isEntry(item) === (kind === 'STORE_ENTRY')) &&
            (inStock === undefined || inStock === null || item.inStock === inStock) &&
            (!status || item.status === status),
        );
        return pageOf(found, paging);
      },
      cart: () => all.filter(isEntry),
      deleteStoreItem: ({ input: { id } }: ById) => ({ storeItem: remove(id) }),
      restoreStoreItem: ({ input: { id } }: ById) => {
        const found = gone.get(id);
        if (!found) throw refusal('It is gone.', 'NOT_FOUND', 'id');
        all.splice(found.at, 0, found.item);
        return { storeItem: found.item };
      },
      bulkUpdateProducts: ({ input: { ids, action } }: Bulk) => ({ results: ids.map((id) => update(id, action)) }),
    },
  };
}

const findRow = (name: string) => waitFor(() => row(name));
const cells = (name: string) => textsOf(row(name).getAllByRole('cell'));
const dialog = () => screen.findByRole('alertdialog');
const noDialog = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
const confirm = async (name: string) => within(await dialog()).getByRole('button', { name });
const question = 'Are you sure you want to delete this product?';
const names = () => rows().map((each) => each.querySelector('[data-column="name"]')?.textContent);

test('M36 M37 M66 C53: the own list has loading, error and empty states, formatted columns, and pages in the URL', async () => {
  const anna = newPerson();
  const { add, resolvers } = shelf();
  const { user, shop, reload } = renderApp('/dashboard/userProduct', { as: anna, resolvers });
  const items = hold();
  shop.intercept('StoreItems', after(items.released));
  expect(await main().findByText('Loading products...')).toBeVisible();
  items.release();
  expect(await main().findByText('No products found')).toBeVisible();
  expect(main().getByRole('link', { name: 'Add Product' })).toHaveAttribute('href', '/dashboard/addProduct');

  for (const [act, sentence] of [
    [refuse('The stockroom is locked.'), 'The stockroom is locked.'],
    [offline, 'Failed to load products'],
  ] as const) {
    shop.intercept('StoreItems', act);
    reload();
    expect((await main().findByRole('alert')).textContent).toBe(sentence);
  }
  shop.intercept('StoreItems', undefined);

  const mine = { email: anna.email };
  const photos = ['/pictures/harbour-canvas-tote-1-800.avif', '/pictures/none.avif'];
  add(...Array.from({ length: 24 }, () => newEntry(bottle, mine)));
  add(newProduct({ ...mine, name: 'Plain mug', price: 7, inStock: false, sold: 1_204 }));
  add(
    newProduct({ ...mine, name: 'Fine mug', price: 1299.5, discount: 12.5, categories: ['Home', 'Kitchen'], photos }),
  );
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(rows()).toHaveLength(24));
  const headings = ['Name', 'Photos', 'Price', 'Discount', 'Categories', 'Stock', 'Date', 'Actions'];
  expect(textsOf(main().getAllByRole('columnheader'))).toEqual(headings);
  expect(main().getByText('1–24 of 26')).toBeVisible();
  expect(row(bottle.name).getAllByRole('link')).toHaveLength(1);
  expect(cells(bottle.name)[7]).toBe('In a cartDelete');
  const note = 'In a cart: not a product of the shop, but a copy in your cart';
  expect(main().getByTestId('entry-note').textContent).toMatch(new RegExp(`^${note}`));

  await user.click(main().getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(main().getByText('25–26 of 26')).toBeVisible();
  const day = new Date(bottle.createdAt).toLocaleDateString();
  expect(cells('Fine mug')).toEqual([
    ...['Fine mug', '', '$1,299.50', '12.5%', 'Home, Kitchen', 'In Stock', day, 'Delete'],
  ]);
  expect(cells('Plain mug')).toEqual(['Plain mug', '', '$7.00', '-', '-', 'Out of Stock1,204 sold', day, 'Delete']);
  expect(row('Fine mug').getByRole('img')).toHaveAttribute('src', photos[0]);
  expect(row('Plain mug').getByRole('img')).toHaveAttribute('src', '/placeholder-50x50.svg');
  for (const [name, href] of [
    ['Edit', '/dashboard/editProduct/fine-mug'],
    ['Duplicate', '/dashboard/createProduct?from=fine-mug'],
  ] as const)
    expect(row('Fine mug').getByRole('link', { name })).toHaveAttribute('href', href);

  reload();
  expect(await main().findByText('25–26 of 26')).toBeVisible();
  history.back();
  expect(await main().findByText('1–24 of 26')).toBeVisible();
  history.forward();
  expect(await main().findByText('25–26 of 26')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Previous' }));
  expect(await main().findByText('1–24 of 26')).toBeVisible();
  expect(main().getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');

  // The table follows removals and undos in the cart drawer, which hides the page from the accessibility tree.
  const behind = () => screen.getByTestId('row-range').textContent;
  const shown = () => document.querySelectorAll('main tbody tr').length;
  await user.click(cartButton());
  const drawer = await findDrawer();
  await user.click((await drawer.findAllByRole('button', { name: `Remove ${bottle.name}` }))[0] as HTMLElement);
  await waitFor(() => expect([behind(), shown()]).toEqual(['1–23 of 25', 23]));
  await user.click(drawer.getByRole('button', { name: `Undo removing ${bottle.name}` }));
  await waitFor(() => expect([behind(), shown()]).toEqual(['1–24 of 26', 24]));
});

test('M39 M68 M65: an own product is deleted after confirmation, not on Cancel; a failure shows an error', async () => {
  const [first, second] = [newProduct({ name: 'First mug' }), newProduct({ name: 'Second mug' })];
  const { user, shop } = renderApp('/dashboard/userProduct', { as: 'user', resolvers: shelf(first, second).resolvers });
  await findRow('First mug');
  const remove = () => row('First mug').getByRole('button', { name: 'Delete' });
  await user.click(remove());
  expect(await dialog()).toHaveTextContent(question);
  await user.click(await confirm('Cancel'));
  await noDialog();
  await pressFocused(user, remove);
  expect(await dialog()).toBeVisible();
  await user.keyboard('{Escape}');
  await noDialog();
  expect(shop.names()).not.toContain('DeleteStoreItem');
  expect(rows()).toHaveLength(2);

  shop.intercept('DeleteStoreItem', offline);
  await user.click(remove());
  await user.click(await confirm('Delete'));
  await findToast('Failed to delete product!');
  await expectLogged('Failed to delete product');
  await noDialog();
  await findRow('First mug');

  shop.intercept('DeleteStoreItem', undefined);
  await user.click(remove());
  await user.click(await confirm('Delete'));
  await findToast('Product deleted successfully!');
  await waitFor(() => expect(names()).toEqual(['Second mug']));
  expect(main().getByText('1–1 of 1')).toBeVisible();
});

const bar = () => within(main().getByRole('group', { name: 'Selected products' }));
const barText = () => screen.queryByTestId('bulk-bar')?.textContent;
const reports = () => main().queryByRole('group', { name: 'Result' });
const report = () => reports()?.querySelector('p') ?? null;

test('M39 M68: bulk actions have one confirmation, progress by chunk, a result per row, and one undo', async () => {
  const entries = Array.from({ length: 28 }, () => newEntry(bottle));
  const cups = ['Left cup', 'Right cup'];
  const { resolvers } = shelf(...entries, ...cups.map((name) => newProduct({ name })));
  const { user, shop } = renderApp('/dashboard/AdminProduct', { as: 'admin', resolvers });
  await waitFor(() => expect(rows()).toHaveLength(24));
  const act = (name: string) => user.click(bar().getByRole('button', { name }));
  const all = () => main().getByRole('checkbox', { name: 'Select all rows of this page' });
  const check = (name: string) => user.click(row(name).getByRole('checkbox'));
  await user.click(all());
  expect(barText()).toContain('24 selected');
  await act('Clear selection');
  expect(barText()).toBeUndefined();
  await user.click(all());
  await user.click(main().getByRole('button', { name: 'Next' }));
  await findRow('Left cup');
  for (const name of cups) await check(name);
  await user.click(within(rows()[0] as HTMLElement).getByRole('checkbox'));
  expect(barText()).toContain('27 selected');

  await act('Deactivate');
  await waitFor(() => expect(report()).toHaveTextContent(/^Deactivated: 2 of 27 products, 25 failed$/));
  expect(shop.callsOf('BulkUpdateProducts')).toHaveLength(2);
  await waitFor(() => expect(cells('Left cup')[1]).toContain('Inactive'));
  expect(cells('Left cup')[1]).toContain('Deactivated');
  expect(rows()[0]).toHaveTextContent('A store entry has neither status nor stock of its own.');
  const failed = within(main().getByRole('list', { name: 'What failed' }));
  expect(failed.getAllByRole('listitem')).toHaveLength(25);
  expect(barText()).toContain('25 selected');
  await user.click(main().getByRole('button', { name: 'Close the report' }));
  expect(report()).toBeNull();
  await act('Clear selection');

  for (const [action, words] of [
    ['Activate', 'Activated'],
    ['Out of stock', 'Out of Stock'],
    ['In stock', 'In Stock'],
  ] as const) {
    for (const name of cups) await check(name);
    await act(action);
    for (const name of cups) await waitFor(() => expect(cells(name).join()).toContain(words));
    await waitFor(() => expect(barText()).toBeUndefined());
  }
  expect(cells('Left cup').join()).not.toContain('Inactive');

  for (const name of cups) await check(name);
  await user.click(main().getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(rows()).toHaveLength(24));
  await user.click(all());
  const second = hold();
  const before = shop.callsOf('BulkUpdateProducts').length;
  shop.intercept('BulkUpdateProducts', async (next, call) => {
    if (shop.callsOf('BulkUpdateProducts').length === before + 1) return next();
    await second.released;
    return offline(next, call);
  });
  await act('Delete');
  expect(await dialog()).toHaveTextContent(question);
  expect(await dialog()).toHaveTextContent('26 products are selected.');
  expect(shop.callsOf('BulkUpdateProducts')).toHaveLength(before);
  await user.click(await confirm('Delete'));
  expect(await screen.findByText('Deleting: 25 of 26')).toBeVisible();
  second.release();
  await waitFor(() => expect(report()).toHaveTextContent(/^Deleted: 25 of 26 products, 1 failed$/));
  await expectLogged('Failed to update products');
  expect(barText()).toContain('1 selected');
  const undo = within(main().getByRole('list', { name: 'Deleted' })).getByRole('listitem');
  expect(undo).toHaveTextContent('Deleted 25 products');
  await user.click(within(undo).getByRole('button', { name: 'Undo' }));
  // Restoring takes one call each.
  await findToast('25 products restored');
  expect(report()).toBeNull();
});

test('restored products are in their rows again, and the list is asked for once', async () => {
  const cups = ['Left cup', 'Right cup', 'Third cup'];
  const { resolvers } = shelf(...cups.map((name) => newProduct({ name, sold: 5 })));
  const { user, shop } = renderApp('/dashboard/userProduct', { as: 'user', resolvers });
  await findRow('Left cup');
  for (const name of cups) {
    await user.click(row(name).getByRole('button', { name: 'Delete' }));
    await user.click(await confirm('Delete'));
    await waitFor(() => expect(names()).not.toContain(name));
  }
  const before = shop.callsOf('StoreItems').length;
  const answer = hold();
  shop.intercept('StoreItems', after(answer.released));
  const offer = within(main().getByRole('list', { name: 'Deleted' })).getAllByRole('listitem')[0] as HTMLElement;
  await user.click(within(offer).getByRole('button', { name: 'Undo' }));
  // What was sold is not asked for with it.
  await waitFor(() => expect(names()).toHaveLength(1));
  const [back = ''] = names() as string[];
  expect(cells(back).join()).not.toContain('sold');
  answer.release();
  await waitFor(() => expect(cells(back).join()).toContain('5 sold'));
  expect(shop.callsOf('StoreItems')).toHaveLength(before + 1);
});

test("the admin's list is filtered by kind, stock and status, and Back keeps each step", async () => {
  const there = newProduct({ name: 'There' });
  const gone = newProduct({ name: 'Gone', inStock: false });
  const { resolvers } = shelf(there, gone, newEntry(there));
  const { user, reload } = renderApp('/dashboard/AdminProduct', { as: 'admin', resolvers });
  const expectRows = (count: number) => waitFor(() => expect(rows()).toHaveLength(count));
  const choose = (label: string, choice: string) => user.selectOptions(main().getByLabelText(label), choice);
  await expectRows(3);
  await choose('Kind', 'Products');
  await expectRows(2);
  await choose('Stock', 'Out of Stock');
  await waitFor(() => expect(names()).toEqual(['Gone']));
  await choose('Status', 'Inactive');
  expect(await screen.findByText('No products found')).toBeVisible();
  history.back();
  await expectRows(1);
  history.back();
  await expectRows(2);
  await expectAddress('/dashboard/AdminProduct?kind=PRODUCT');
  reload();
  await expectRows(2);
  expect(main().getByLabelText('Kind')).toHaveValue('PRODUCT');
  expect(address()).toBe('/dashboard/AdminProduct?kind=PRODUCT');
});

test('M38: the date filter takes a day when it is left, and a year that is not typed to its end does not stay', async () => {
  const { resolvers } = shelf(newProduct({ name: 'There' }));
  const { user } = renderApp('/dashboard/AdminProduct?date=2026-11-20', { as: 'admin', resolvers });
  const filter = await main().findByLabelText('Filter by Date');
  filter.focus();
  fireEvent.change(filter, { target: { value: '2026-11-21' } });
  filter.blur();
  expect(address()).toBe('/dashboard/AdminProduct?date=2026-11-21');
  const typeOver = async (day: string) => {
    await user.click(filter);
    fireEvent.change(filter, { target: { value: day } });
  };
  await typeOver('0202-11-20');
  await user.tab();
  expect(filter).toHaveValue('2026-11-21');
  await user.keyboard('{Enter}');
  await expectAddress('/dashboard/AdminProduct');
  await typeOver('0202-11-20');
  await user.click(main().getByRole('button', { name: 'Reset' }));
  expect(filter).toHaveValue('');
  expect(address()).toBe('/dashboard/AdminProduct');
});

test('a product deactivated by an admin is marked for its owner, and only an admin can activate it', async () => {
  const owner = newPerson();
  const held = newProduct({ name: 'Held mug', email: owner.email, status: 'INACTIVE', deactivatedByShop: true });
  const { user, shop, unmount } = renderApp('/dashboard/userProduct', {
    as: owner,
    resolvers: {
      ...shelf(held).resolvers,
      product: held,
      updateProduct: ({ input }: { input: object }) => ({ product: { ...held, ...input, version: 2 } }),
    },
  });
  expect((await findRow('Held mug')).getByText('Deactivated by the shop')).toBeVisible();
  await user.click(row('Held mug').getByRole('link', { name: 'Edit' }));
  const status = await main().findByLabelText('Status');
  expect(status).toBeDisabled();
  expect(status).toHaveAccessibleDescription('Deactivated by the shop');
  await fill(user, field('Price ($)'), '60');
  await user.click(submit());
  await findToast('Product saved');
  expect(shop.callsOf('UpdateProduct')[0]?.variables).toEqual({ input: { id: held.id, version: 1, price: 60 } });
  unmount();
  renderApp(`/dashboard/editProduct/${held.slug}`, { as: 'admin', resolvers: { product: held } });
  expect(await main().findByLabelText('Status')).toBeEnabled();
});

test('an admin reads the uid of an owner who has no e-mail', async () => {
  const stray = newProduct({ name: 'Stray mug', ownerId: 'uid-of-a-stray' });
  renderApp('/dashboard/AdminProduct', { as: 'admin', resolvers: shelf(stray).resolvers });
  expect((await findRow('Stray mug')).getByRole('cell', { name: 'uid-of-a-stray' })).toBeVisible();
});

test('E16: bulk actions by keyboard move the focus to the results and back to the rows', async () => {
  const { resolvers } = shelf(newProduct({ name: 'Quillon Test Cup' }));
  const { user } = renderApp('/dashboard/AdminProduct', { as: 'admin', resolvers });
  await findRow('Quillon Test Cup');
  const box = () => main().getByRole('checkbox', { name: 'Select Quillon Test Cup' });
  const table = () => main().getByRole('region', { name: 'Products' });
  await press(user, box(), ' ');
  await press(user, bar().getByRole('button', { name: 'Clear selection' }), 'Enter');
  expect(table()).toHaveFocus();
  await press(user, box(), ' ');
  await press(user, bar().getByRole('button', { name: 'Out of stock' }), 'Enter');
  await waitFor(() => expect(reports()).toHaveFocus());
  await user.tab();
  await pressFocused(user, () => main().getByRole('button', { name: 'Close the report' }));
  expect(table()).toHaveFocus();
});
