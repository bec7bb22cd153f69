import { screen, waitFor } from '@testing-library/dom';
import { badge, bottle, cartButton, findAdd, findDrawer, storeWith } from '../../testing/cart';
import { expectLogged } from '../../testing/console';
import { hold } from '../../testing/hold';
import { expectAddress, findHeading, findToast, rows } from '../../testing/page';
import { newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { newEntry, newProduct, pageOf } from '../../testing/builders';
import { defaultZones, newShippingMethod } from '../../testing/settings';
import { after, networkFaults, offline, refuse } from '../../testing/shop';

type Drawer = Awaited<ReturnType<typeof findDrawer>>;

/** An unknown total is not shown as $0.00 and cannot be checked out. */
function expectNoSum(drawer: Drawer): void {
  expect(drawer.queryByText(/\$\d/)).toBeNull();
  expect(drawer.getByText('not known yet')).toBeInTheDocument();
  expect(drawer.getByText('Checkout')).toBeDisabled();
}

test('M06 M50: for an anonymous visitor the cart is empty and nothing is sent', async () => {
  const { user, shop } = renderApp('/contact');
  await user.click(cartButton());
  const drawer = await findDrawer();
  expect(await drawer.findByText('Cart is empty')).toBeVisible();
  await user.click(drawer.getByRole('button', { name: 'Refresh' }));
  expect(drawer.getByText('Total')).toBeVisible();
  expect(drawer.getByText('$0.00')).toBeVisible();
  expect(badge()).toBeNull();
  expect(shop.calls).toEqual([]);
  await user.click(drawer.getByRole('link', { name: 'Sign In' }));
  await expectAddress('/login');
});

test('M06 M50: requests the cart once when the user is known, shows Loading..., and again on Refresh', async () => {
  const store = storeWith(bottle);
  const cart = hold();
  const { user, shop } = renderApp('/contact', { as: 'user', resolvers: store.resolvers });
  shop.intercept('Cart', after(cart.released));
  await user.click(cartButton());
  const drawer = await findDrawer();
  expect(await drawer.findByText('Loading...')).toBeVisible();
  expect(drawer.queryByText('Cart is empty')).toBeNull();
  expectNoSum(drawer);
  cart.release();
  expect(await drawer.findAllByRole('listitem')).toHaveLength(1);
  expect(drawer.getByRole('link', { name: 'Checkout' })).toBeVisible();
  expect(drawer.queryByText('not known yet')).toBeNull();
  expect(shop.callsOf('Cart')).toHaveLength(1);

  store.entries.push(newEntry(bottle));
  await user.click(drawer.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(drawer.getAllByRole('listitem')).toHaveLength(2));
  expect(badge()).toHaveTextContent(/^2$/);
  expect(shop.callsOf('Cart')).toHaveLength(2);
});

for (const [name, act, sentence] of [
  ["the server's error", refuse('The stockroom is locked.'), 'The stockroom is locked.'],
  ["'Failed to load products' without one", offline, 'Failed to load products'],
] as const) {
  test(`M06 M66 E21: a failed load shows ${name}, and Refresh recovers`, async () => {
    const { user, shop } = renderApp('/contact', { as: 'user', resolvers: storeWith(bottle).resolvers });
    shop.intercept('Cart', act);
    await user.click(cartButton());
    const drawer = await findDrawer();
    expect(await drawer.findByRole('alert')).toHaveTextContent(new RegExp(`^${sentence}$`));
    expectNoSum(drawer);
    expect(drawer.queryByText('Loading...')).toBeNull();
    shop.intercept('Cart', undefined);
    await user.click(drawer.getByRole('button', { name: 'Refresh' }));
    expect(await drawer.findAllByRole('listitem')).toHaveLength(1);
    expect(drawer.queryByRole('alert')).toBeNull();
  });
}

test('M67 E21: a failed Refresh is only logged, and the old list stays', async () => {
  const { user, shop } = renderApp('/contact', { as: 'user', resolvers: storeWith(bottle).resolvers });
  await waitFor(() => expect(badge()).toHaveTextContent(/^1$/));
  shop.intercept('Cart', refuse('The stockroom is locked.'));
  await user.click(cartButton());
  const drawer = await findDrawer();
  await user.click(drawer.getByRole('button', { name: 'Refresh' }));
  await expectLogged('Failed to refresh the cart');
  await waitFor(() => expect(drawer.queryByText('Loading...')).toBeNull());
  expect(drawer.getAllByRole('listitem')).toHaveLength(1);
  expect(drawer.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('The stockroom is locked.')).toBeNull();
});

test('M07: shows the exact total and the free-shipping meter; Checkout leads to /dashboard/userProduct', async () => {
  const headphones = newProduct({ name: 'Stillwater Wireless Headphones', price: 189.35 });
  const store = storeWith(bottle);
  const { user } = renderApp('/contact', {
    as: 'user',
    resolvers: { ...store.resolvers, storeItems: () => pageOf(store.entries) },
  });
  await user.click(cartButton());
  const drawer = await findDrawer();
  const total = () => drawer.getByTestId('cart-total');
  await waitFor(() => expect(total()).toHaveTextContent(/^\$29\.00$/));
  const meter = () => drawer.getByTestId('free-shipping');
  expect(await drawer.findByTestId('free-shipping')).toHaveTextContent('Add $21.01 more for free shipping');

  store.entries.push(newEntry(headphones));
  await user.click(drawer.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(meter()).toHaveTextContent('Free shipping reached: your order is over $50'));
  expect(drawer.getByRole('meter', { name: 'Towards free shipping' })).toHaveAttribute('aria-valuenow', '100');
  expect(total()).toHaveTextContent(/^\$218\.35$/);

  await user.click(drawer.getByRole('link', { name: 'Checkout' }));
  await expectAddress('/dashboard/userProduct');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(rows()).toHaveLength(2));
});

test('C49 the meter uses the current free-shipping limit and is absent when no method is ever free', async () => {
  const [standard] = defaultZones;
  const zonesWith = (freeAbove: number | null) => [{ ...standard, methods: [newShippingMethod({ freeAbove })] }];
  const open = async (freeAbove: number | null) => {
    const delivery = { zones: zonesWith(freeAbove), excludedCountryNames: [], pricesIncludeTax: false };
    const { user, unmount } = renderApp('/contact', {
      as: 'user',
      resolvers: { ...storeWith(bottle).resolvers, delivery },
    });
    await user.click(cartButton());
    const drawer = await findDrawer();
    await waitFor(() => expect(drawer.getByTestId('cart-total')).toHaveTextContent(/^\$29\.00$/));
    return { drawer, unmount };
  };
  const high = await open(8_000);
  expect(await high.drawer.findByTestId('free-shipping')).toHaveTextContent('Add $51.01 more for free shipping');
  high.unmount();
  const low = await open(2_000);
  expect(await low.drawer.findByTestId('free-shipping')).toHaveTextContent('your order is over $20');
  low.unmount();
  const none = await open(null);
  expect(none.drawer.queryByTestId('free-shipping')).toBeNull();
});

test('B23: product texts are rendered as text in the cart, its toasts and the own list', async () => {
  const name = '"><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}';
  const product = newProduct({ name, slug: 'hostile', categories: ['<b onmouseover=alert(3)>Bold</b>'] });
  const store = storeWith(product);
  store.entries.length = 0;
  const { user } = renderApp('/products/hostile', {
    as: newPerson({ name: '<img src=x onerror=alert(1)>' }),
    resolvers: { ...store.resolvers, product, storeItems: () => pageOf([product]) },
  });
  const alert = jest.spyOn(window, 'alert').mockImplementation();
  await user.click(await findAdd(name));
  await findToast(`Added "${name}" to store!`);
  await user.click(cartButton());
  const drawer = await findDrawer();
  await waitFor(() => expect(drawer.getByTestId('cart-name').textContent).toBe(name));
  await user.click(drawer.getByRole('button', { name: /^Remove/ }));
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(`Removed "${name}"`));
  await user.click(drawer.getByRole('link', { name: 'Checkout' }));
  await waitFor(() =>
    expect(screen.queryByTestId('welcome')?.textContent).toBe('Welcome, <img src=x onerror=alert(1)> (user)'),
  );
  await waitFor(() => expect(document.querySelector('main td[data-column="name"]')?.textContent).toBe(name));
  expect(document.querySelectorAll('body [onerror], body [onmouseover], body img[src="x"]')).toHaveLength(0);
  expect(alert).not.toHaveBeenCalled();
  alert.mockRestore();
});

test('M19 E21: an Add appears in badge and drawer before the response and sends no other request', async () => {
  const store = storeWith();
  const { user, shop } = renderApp('/products/summit-steel-bottle', { as: 'user', resolvers: store.resolvers });
  const add = await findAdd('Summit Steel Bottle');
  await user.click(cartButton());
  expect(await (await findDrawer()).findByText('Cart is empty')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const before = shop.calls.length;
  const answer = hold();
  shop.intercept('AddToStore', after(answer.released));

  await user.click(add);
  await user.click(add);
  await waitFor(() => expect(badge()).toHaveTextContent(/^2$/));
  expect(screen.getByText('Cart: 2 items')).toBeInTheDocument();
  expect(screen.queryByText(/^Added/)).toBeNull();
  await user.click(cartButton());
  const drawer = await findDrawer();
  expect(await drawer.findAllByRole('listitem')).toHaveLength(2);
  const remove = () => drawer.getAllByRole('button', { name: 'Remove Summit Steel Bottle' })[0];
  expect(remove()).toBeDisabled();
  answer.release();
  await waitFor(() => expect(screen.getAllByTestId('toast')).toHaveLength(2));
  for (const toast of screen.getAllByTestId('toast'))
    expect(toast).toHaveTextContent('Added "Summit Steel Bottle" to store!');
  await waitFor(() => expect(remove()).toBeEnabled());
  expect(drawer.getAllByRole('listitem')).toHaveLength(2);
  expect(shop.names().slice(before)).toEqual(['AddToStore', 'AddToStore']);
  const keys = shop.callsOf('AddToStore').map(({ headers }) => headers.get('idempotency-key') ?? '');
  expect(keys.every((key) => key.length >= 16)).toBe(true);
  expect(new Set(keys).size).toBe(2);
  expect(store.names()).toEqual(['Summit Steel Bottle', 'Summit Steel Bottle']);
});

test('M19: an Add before the cart has loaded is counted in the badge after loading', async () => {
  const tote = newProduct({ name: 'Harbour Canvas Tote' });
  const [cart, answer] = [hold(), hold()];
  const { user, shop } = renderApp('/products/summit-steel-bottle', {
    as: 'user',
    resolvers: storeWith(tote, tote).resolvers,
  });
  shop.intercept('Cart', after(cart.released));
  shop.intercept('AddToStore', after(answer.released));
  const add = await findAdd('Summit Steel Bottle');
  await user.click(add);
  await waitFor(() => expect(add).toHaveAttribute('aria-busy', 'true'));
  cart.release();
  await waitFor(() => expect(badge()).toHaveTextContent(/^3$/));
  answer.release();
  await findToast('Added "Summit Steel Bottle" to store!');
  await waitFor(() => expect(badge()).toHaveTextContent(/^3$/));
});

test("M19 E21: a rejected Add is rolled back and shows 'Failed to add item to store'", async () => {
  const store = storeWith();
  const { user, shop } = renderApp('/products/summit-steel-bottle', { as: 'user', resolvers: store.resolvers });
  const add = await findAdd('Summit Steel Bottle');
  await waitFor(() => expect(shop.names()).toContain('Cart'));
  const answer = hold();
  shop.intercept('AddToStore', async (next, call) => {
    await answer.released;
    return refuse('This product is out of stock.', 409)(next, call);
  });
  await user.click(add);
  await waitFor(() => expect(badge()).toHaveTextContent(/^1$/));
  answer.release();
  await findToast('Failed to add item to store');
  await waitFor(() => expect(badge()).toBeNull());
  expect(store.names()).toEqual([]);
});

test('a line shows when its product is unavailable, out of stock or has another price', async () => {
  const [gone, sold, dearer] = [
    newEntry(newProduct({ name: 'Short-lived lamp' }), {
      notice: 'UNAVAILABLE',
      productSlug: null,
      currentPrice: null,
    }),
    newEntry(newProduct({ name: 'Sought-after lamp' }), { notice: 'OUT_OF_STOCK' }),
    newEntry(newProduct({ name: 'Precious lamp' }), { notice: 'PRICE_CHANGED', currentPrice: 31.5 }),
  ];
  const { user } = renderApp('/contact', { as: 'user', resolvers: { cart: [gone, sold, dearer] } });
  await user.click(cartButton());
  const lines = await (await findDrawer()).findAllByRole('listitem');
  expect(lines[0]).toHaveTextContent('No longer for sale');
  expect(lines[0]?.querySelector('a')).toBeNull();
  expect(lines[1]).toHaveTextContent('Out of stock now');
  expect(lines[2]).toHaveTextContent('Price is now $31.50');
  expect(lines[1]?.querySelector('a')).toHaveAttribute('href', `/products/${sold.slug}`);
});

const faults = [
  ['500', networkFaults['500'], 'Internal server error'],
  ['503', networkFaults['503'], 'Down'],
  ['429', networkFaults['429'], 'Too many requests. Please try again later.'],
  ['HTML', networkFaults['HTML'], 'Failed to load products'],
  ['an empty answer', () => Response.json({}), 'Failed to load products'],
  ['offline', offline, 'Failed to load products'],
] as const;

for (const [name, act, shown] of faults) {
  test(`R20: faults of the cart, the Add and the removal show the specified messages and can be retried: ${name}`, async () => {
    const store = storeWith(bottle);
    const { user, shop } = renderApp('/products/harbour-canvas-tote', { as: 'user', resolvers: store.resolvers });
    shop.intercept('Cart', act);
    await user.click(cartButton());
    const drawer = await findDrawer();
    await waitFor(() => expect(drawer.getByRole('alert').textContent).toBe(shown));
    expect(drawer.queryByText('Loading...')).toBeNull();
    shop.intercept('Cart', undefined);
    await user.click(drawer.getByRole('button', { name: 'Refresh' }));
    expect(await drawer.findAllByRole('listitem')).toHaveLength(1);

    shop.intercept('DeleteStoreItem', act);
    await user.click(drawer.getByRole('button', { name: /^Remove/ }));
    await findToast('Failed to remove item from store');
    expect(await drawer.findByRole('button', { name: /^Remove/ })).toBeVisible();
    // The focused button is gone, so the drawer takes the focus.
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    shop.intercept('AddToStore', act);
    await user.click(await findAdd('Harbour Canvas Tote'));
    await findToast('Failed to add item to store');
    await waitFor(() => expect(badge()).toHaveTextContent(/^1$/));
    expect(store.names()).toEqual(['Summit Steel Bottle']);
  });
}

test('R20: a cart request without a response fails within 10 s', async () => {
  const { user, shop } = renderApp('/contact', { as: 'user' });
  await findHeading('Contact us');
  jest.useFakeTimers();
  shop.intercept('Cart', networkFaults['no answer']);
  await user.click(cartButton());
  const drawer = await findDrawer();
  expect(await drawer.findByText('Loading...')).toBeVisible();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await drawer.findByRole('alert')).toHaveTextContent(/^Failed to load products$/);
  expect(drawer.queryByText('Loading...')).toBeNull();
});
