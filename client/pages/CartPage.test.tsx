import { screen, waitFor, within } from '@testing-library/dom';
import { receiveFromOtherTab, takePosted } from '../testing/browser';
import { newProduct, pageOf } from '../testing/builders';
import { bottle, lamp, storeWith, tote } from '../testing/cart';
import { asksBank, kettle, newCartSummary, newLine, type Line, shopOfPurchase } from '../testing/checkout';
import { hold } from '../testing/hold';
import { expectAddress, findHeading, findToast, main, press, visit } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { after, offline, refusal, type Resolvers } from '../testing/shop';

interface Quantity {
  input: { productId: string; quantity: number };
}

/** A cart whose lines the mutations change as the server does. */
function openCart(lines: Line[], more: Resolvers = {}) {
  const store = storeWith(...lines.flatMap(({ product, quantity }) => (product ? Array(quantity).fill(product) : [])));
  let current = lines;
  const cart = () => newCartSummary(current);
  const app = renderApp('/cart', {
    as: 'user',
    resolvers: {
      ...store.resolvers,
      cartSummary: cart,
      setStoreQuantity: ({ input: { productId, quantity } }: Quantity) => {
        const line = current.find(({ id }) => id === productId);
        const removedIds = Array.from(
          { length: Math.max(0, (line?.quantity ?? 0) - quantity) },
          (_, at) => `${productId}-${at}`,
        );
        current = current
          .map((each) => (each === line ? newLine(line.product ?? bottle, { quantity }) : each))
          .filter((each) => each.quantity > 0);
        return { cart: cart(), removedIds };
      },
      acceptPrice: ({ input: { productId, price } }: { input: { productId: string; price: number } }) => {
        current = current.map((each) =>
          each.id === productId
            ? { ...each, agreedPrice: { ...each.agreedPrice, amount: price }, problem: null }
            : each,
        );
        return { cart: cart() };
      },
      ...more,
    },
  });
  return app;
}

const restoreStoreItem = ({ input: { id } }: { input: { id: string } }) => ({
  storeItem: {
    __typename: 'StoreEntry',
    id,
    name: 'x',
    slug: 'x',
    photos: [],
    price: 1,
    discount: 0,
    categories: [],
    inStock: true,
    status: 'ACTIVE',
    createdAt: '2026-01-31T09:30:00.000Z',
  },
});

const line = async (name: string) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('li') as HTMLElement);
const subtotal = () => main().getByTestId('cart-subtotal');

/** After its answer whatever was pressed before has been sent, unless it waits for something. */
async function refresh({ user, shop }: ReturnType<typeof openCart>): Promise<void> {
  const before = shop.callsOf('CartSummary').length;
  await user.click(main().getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(shop.callsOf('CartSummary').length).toBeGreaterThan(before));
}

test('C06 C07 C10 equal products share a line; plus, minus and the field change its quantity and total', async () => {
  const { user, shop } = openCart([newLine(bottle, { quantity: 2 }), newLine(tote)]);
  await findHeading('Your cart');
  const first = await line(bottle.name);
  expect(first.getByText('$58.00')).toBeVisible();
  expect(main().getByText('3 items in 2 lines')).toBeVisible();
  expect(subtotal()).toHaveTextContent('$103.50');
  expect(main().getByText('Free shipping')).toBeVisible();
  const more = first.getByRole('button', { name: `One ${bottle.name} more` });
  await press(user, more, 'Enter');
  await waitFor(() => expect(first.getByText('$87.00')).toBeVisible());
  expect(more).toHaveFocus();
  await user.click(first.getByRole('button', { name: `One ${bottle.name} less` }));
  await user.click(first.getByRole('button', { name: `One ${bottle.name} less` }));
  await waitFor(() => expect(first.getAllByText('$29.00')).toHaveLength(2));
  const field = first.getByRole('textbox', { name: `Quantity of ${bottle.name}` });
  await user.clear(field);
  await user.type(field, '5{Enter}');
  await waitFor(() => expect(subtotal()).toHaveTextContent('$190.50'));
  await waitFor(() =>
    expect(shop.callsOf('SetStoreQuantity').at(-1)?.variables).toEqual({
      input: { productId: bottle.id, quantity: 5 },
    }),
  );
});

const noRoom = 'Your store has room for 3 more: it holds 500 items at most.';

test('C07 a rejected quantity is reverted with the server’s message', async () => {
  const { user } = openCart([newLine(bottle)], {
    setStoreQuantity: () => {
      throw refusal(noRoom, 'CONFLICT', 'quantity');
    },
  });
  const first = await line(bottle.name);
  await user.click(first.getByRole('button', { name: `One ${bottle.name} more` }));
  await findToast(noRoom);
  await waitFor(() => expect(subtotal()).toHaveTextContent('$29.00'));
});

test('C07 Remove during a change of the quantity drops the changes that wait or come later, and the line stays away', async () => {
  const app = openCart([newLine(bottle), newLine(tote)]);
  const { user, shop } = app;
  const answer = hold();
  shop.intercept('SetStoreQuantity', after(answer.released));
  const sent = () => shop.callsOf('SetStoreQuantity').map(({ variables }) => (variables as unknown as Quantity).input);
  const first = await line(bottle.name);
  const more = first.getByRole('button', { name: `One ${bottle.name} more` });
  await user.click(more);
  await user.click(more);
  await user.click(first.getAllByRole('button', { name: `Remove ${bottle.name}` })[0] as HTMLElement);
  await user.click(more);
  await refresh(app);
  expect(sent()).toHaveLength(1);
  answer.release();
  await findToast(`Removed "${bottle.name}"`);
  await waitFor(() => expect(main().getByText('1 item in 1 line')).toBeVisible());
  expect(sent().map(({ quantity }) => quantity)).toEqual([2, 0]);
});

test('C08 a price is accepted after the change of a quantity that is under way', async () => {
  const problem = { code: 'PRICE_INCREASED', message: 'Price went up by $5.00 since you added it' };
  const app = openCart([newLine(bottle), newLine(lamp, { agreed: 12_400, problem })]);
  const { user, shop } = app;
  const answer = hold();
  shop.intercept('SetStoreQuantity', after(answer.released));
  const first = await line(bottle.name);
  await user.click(first.getByRole('button', { name: `One ${bottle.name} more` }));
  await user.click(main().getByRole('button', { name: 'Accept new price' }));
  await refresh(app);
  expect(shop.callsOf('AcceptPrice')).toHaveLength(0);
  answer.release();
  await waitFor(() => expect(subtotal()).toHaveTextContent('$187.00'));
});

test('C07 minus lowers a quantity above the maximum to the maximum', async () => {
  const { user } = openCart([newLine(bottle, { quantity: 120 })]);
  const first = await line(bottle.name);
  await user.click(first.getByRole('button', { name: `One ${bottle.name} less` }));
  await waitFor(() => expect(first.getByRole('textbox')).toHaveValue('99'));
  await waitFor(() => expect(subtotal()).toHaveTextContent('$2,871.00'));
});

test('C07 Undo restores the pieces that minus and Keep removed', async () => {
  const short = { code: 'NOT_ENOUGH_STOCK', message: 'Only 2 left' };
  const { user, shop } = openCart(
    [newLine(bottle, { quantity: 3 }), newLine(tote, { quantity: 5, available: 2, problem: short })],
    { restoreStoreItem },
  );
  const first = await line(bottle.name);
  const restored = () => shop.callsOf('RestoreStoreItem').map(({ variables }) => variables);
  await user.click(first.getByRole('button', { name: `One ${bottle.name} less` }));
  const one = await findToast(`Removed 1 of "${bottle.name}"`);
  await user.click(within(one).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(restored()).toHaveLength(1));
  await user.click(main().getByRole('button', { name: 'Keep 2' }));
  const three = await findToast(`Removed 3 of "${tote.name}"`);
  await user.click(within(three).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(restored()).toHaveLength(4));
});

test('C08 shows the new price when it rises again during the acceptance', async () => {
  const wentUp = (price: number) => ({
    ...newLine({ ...lamp, price }, { agreed: 12_400 }),
    problem: { code: 'PRICE_INCREASED', message: 'Price went up', line: lamp.id, field: null },
  });
  let now = wentUp(129);
  const { user } = openCart([], {
    cartSummary: () => newCartSummary([now]),
    acceptPrice: () => {
      now = wentUp(135);
      throw refusal('The price has changed again.', 'CONFLICT');
    },
  });
  await user.click(await main().findByRole('button', { name: 'Accept new price' }));
  await findToast('The price has changed again.');
  expect((await main().findAllByText('$135.00'))[0]).toBeVisible();
});

test('C08 C09 changed lines can be resolved in place, and Checkout focuses the first of them', async () => {
  const { user } = openCart([
    newLine(bottle),
    newLine(lamp, {
      agreed: 12_400,
      problem: { code: 'PRICE_INCREASED', message: 'Price went up by $5.00 since you added it' },
    }),
    newLine(tote, { quantity: 3, available: 2, problem: { code: 'NOT_ENOUGH_STOCK', message: 'Only 2 left' } }),
  ]);
  await waitFor(() => expect(main().getByText('5 items in 3 lines. 2 lines need your answer.')).toBeVisible());
  expect(main().getByText('not counted yet')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Checkout' }));
  const accept = main().getByRole('button', { name: 'Accept new price' });
  expect(accept).toHaveFocus();
  await user.click(accept);
  await waitFor(() => expect(main().queryByRole('button', { name: 'Accept new price' })).toBeNull());
  const nameOf = ({ name }: { name: string }) => main().getByRole('heading', { level: 2, name });
  await waitFor(() => expect(nameOf(lamp)).toHaveFocus());
  await user.click(main().getByRole('button', { name: 'Keep 2' }));
  await waitFor(() => expect(main().getByText('4 items in 3 lines')).toBeVisible());
  await waitFor(() => expect(nameOf(tote)).toHaveFocus());
  expect(subtotal()).toHaveTextContent('$249.00');
});

test('C09 removes all unavailable lines at once, and Undo restores them', async () => {
  const soldOut = { code: 'OUT_OF_STOCK', message: 'Sold out' };
  const { user, shop } = openCart([
    newLine(bottle),
    newLine(tote, { problem: soldOut }),
    newLine(lamp, { problem: soldOut }),
  ]);
  shop.prepare({ restoreStoreItem });
  await user.click(await main().findByRole('button', { name: 'Remove all unavailable' }));
  const toast = await findToast('Removed 2 lines');
  await waitFor(() => expect(main().getAllByRole('listitem')).toHaveLength(1));
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shop.callsOf('RestoreStoreItem')).toHaveLength(2));
});

test('C09 an Undo whose connection drops midway offers what is left once more', async () => {
  const { user, shop } = openCart([newLine(bottle, { quantity: 5 })], { restoreStoreItem });
  shop.intercept('RestoreStoreItem', (next, call) =>
    shop.callsOf('RestoreStoreItem').length < 3 ? next() : offline(next, call),
  );
  await user.click(
    (await line(bottle.name)).getAllByRole('button', { name: `Remove ${bottle.name}` })[0] as HTMLElement,
  );
  const removed = await findToast(`Removed "${bottle.name}"`);
  await user.click(within(removed).getByRole('button', { name: 'Undo' }));
  const failed = await findToast('It could not be put back.');
  shop.intercept('RestoreStoreItem', undefined);
  await user.click(within(failed).getByRole('button', { name: 'Undo' }));
  const restored = () =>
    shop.callsOf('RestoreStoreItem').map(({ variables }) => (variables as { input: { id: string } }).input.id);
  const ids = [0, 1, 2, 2, 3, 4].map((at) => `${bottle.id}-${at}`);
  await waitFor(() => expect(restored()).toEqual(ids));
});

test('an Undo of the cart page is no offer in the dashboard', async () => {
  const { user } = openCart([newLine(bottle), newLine(tote)], { storeItems: pageOf([]) });
  await user.click(
    (await line(bottle.name)).getAllByRole('button', { name: `Remove ${bottle.name}` })[0] as HTMLElement,
  );
  await findToast(`Removed "${bottle.name}"`);
  visit('/dashboard/userProduct');
  await findHeading('Products');
  expect(main().queryByRole('list', { name: 'Deleted' })).toBeNull();
});

test('C09 an interrupted removal counts the lines that it has removed', async () => {
  const problem = { code: 'OUT_OF_STOCK', message: 'Sold out' };
  const soldOut = [bottle, tote, lamp].map((product) => newLine(product, { problem }));
  const { user, shop } = openCart(soldOut);
  shop.intercept('SetStoreQuantity', (next, call) =>
    shop.callsOf('SetStoreQuantity').length === 1 ? next() : offline(next, call),
  );
  await user.click(await main().findByRole('button', { name: 'Remove all unavailable' }));
  await findToast('The shop did not answer. Refresh your cart to see what was saved.');
  await findToast(`Removed "${bottle.name}"`);
});

test('removes only one of two unavailable lines with the same name', async () => {
  const problem = { code: 'UNAVAILABLE', message: 'Not for sale any more' };
  const twins = [newProduct({ name: 'Twin', slug: 'twin-a' }), newProduct({ name: 'Twin', slug: 'twin-b' })];
  const { user, shop } = openCart(twins.map((twin) => newLine(twin, { problem, isGone: true })));
  await waitFor(() => expect(main().getAllByRole('heading', { level: 2, name: 'Twin' })).toHaveLength(2));
  const [, second] = main().getAllByRole('button', { name: 'Remove Twin' });
  await user.click(second as HTMLElement);
  await waitFor(() => expect(shop.callsOf('SetStoreQuantity')).toHaveLength(1));
  expect(shop.callsOf('SetStoreQuantity')[0]?.variables).toEqual({ input: { productId: twins[1]?.id, quantity: 0 } });
});

test('C12 other tabs are told of each change of the cart once the shop has it, and of none that it refuses', async () => {
  const { user, shop, person } = openCart([newLine(bottle), newLine(tote)]);
  const first = await line(bottle.name);
  const answer = hold();
  shop.intercept('SetStoreQuantity', after(answer.released));
  await user.click(first.getByRole('button', { name: `One ${bottle.name} more` }));
  expect(takePosted('kiosk-cart')).toEqual([]);
  answer.release();
  const told = () => waitFor(() => expect(takePosted('kiosk-cart')).toEqual([person.email]));
  await told();
  await user.click(first.getAllByRole('button', { name: `Remove ${bottle.name}` })[0] as HTMLElement);
  await told();
  shop.intercept('SetStoreQuantity', offline);
  await user.click((await line(tote.name)).getByRole('button', { name: `One ${tote.name} more` }));
  await findToast('The shop did not answer. Refresh your cart to see what was saved.');
  expect(takePosted('kiosk-cart')).toEqual([]);
});

test('C12 a line that another tab removes leaves the focus where it is after a removal here', async () => {
  const { user, shop, person } = openCart([newLine(bottle), newLine(tote), newLine(lamp)]);
  const first = await line(bottle.name);
  await user.click(first.getAllByRole('button', { name: `Remove ${bottle.name}` })[0] as HTMLElement);
  await waitFor(() => expect(main().getByRole('link', { name: tote.name })).toHaveFocus());
  const checkout = main().getByRole('button', { name: 'Checkout' });
  checkout.focus();
  shop.prepare({ cartSummary: newCartSummary([newLine(lamp)]) });
  receiveFromOtherTab('kiosk-cart', person.email);
  await waitFor(() => expect(main().getAllByRole('listitem')).toHaveLength(1));
  expect(checkout).toHaveFocus();
});

test('C06 removing the last line shows the empty cart with a link to the products', async () => {
  const { user } = openCart([newLine(bottle)]);
  const first = await line(bottle.name);
  const [remove] = first.getAllByRole('button', { name: `Remove ${bottle.name}` });
  await user.click(remove as HTMLElement);
  await waitFor(() => expect(main().getByText('Your cart is empty')).toBeVisible());
  await user.click(main().getByRole('link', { name: 'Browse products' }));
  await expectAddress('/products');
});

test('C22 an unfinished checkout can be continued from the cart', async () => {
  const unfinishedCheckout = {
    id: 'c1',
    status: 'ACTION_REQUIRED',
    heldUntil: null,
    payment: { id: 'c1:1', provider: 'test', result: 'ACTION_REQUIRED' },
  };
  openCart([newLine(bottle)], { cartSummary: () => newCartSummary([newLine(bottle)], { unfinishedCheckout }) });
  const link = await main().findByRole('link', { name: 'Continue checkout' });
  expect(link).toHaveAttribute('href', '/checkout/c1');
  expect(main().getByText(/The bank has not confirmed yet/)).toBeVisible();
});

test('C22 a guest can continue a checkout that was started in the same tab', async () => {
  const purchase = shopOfPurchase(() => asksBank, { email: 'anna@example.com' });
  const { user, shop, reload } = renderApp(`/products/${kettle.slug}`, {
    resolvers: { ...purchase.resolvers, product: kettle },
  });
  await user.click(await main().findByRole('button', { name: `Buy now: ${kettle.name}` }));
  await findHeading('Checkout');
  visit('/cart');
  const goOn = () => main().findByRole('link', { name: 'Continue checkout' });
  expect(await goOn()).toHaveAttribute('href', '/checkout/c1');
  expect(main().getByText(/It is not paid yet/)).toBeVisible();
  purchase.change({ ...asksBank, heldUntil: null });
  reload();
  await goOn();
  expect(main().getByText(/The bank has not confirmed yet/)).toBeVisible();
  expect(shop.callsOf('Checkout').at(-1)?.headers.get('x-checkout-token')).toBe('token-1');
});

test('C06 without an account the cart is empty and links to sign-in', async () => {
  renderApp('/cart');
  await waitFor(() => expect(main().getByText('Your cart is empty')).toBeVisible());
  expect(main().getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test.each(['/cart', '/dashboard/userProduct'])(
  'C17 on %s a cart that is too large has no way to checkout',
  async (path) => {
    const lines = [newLine(bottle, { quantity: 60 }), newLine(tote, { quantity: 60 })];
    const message = 'At most 100 pieces can be ordered at once. Please contact us for more.';
    const problems = [{ __typename: 'CartProblem', code: 'TOO_LARGE', message, line: null }];
    renderApp(path, {
      as: 'user',
      resolvers: { cart: [], cartSummary: newCartSummary(lines, { problems }), storeItems: pageOf([]) },
    });
    await waitFor(() => expect(main().getByText(message)).toBeVisible());
    expect(main().queryByRole('button', { name: 'Checkout' })).toBeNull();
    expect(main().queryByRole('link', { name: 'Go to checkout' })).toBeNull();
  },
);

test('C11 a cart that cannot be loaded is said on the own products page, with a retry and a way to the cart', async () => {
  const { user, shop } = renderApp('/dashboard/userProduct', {
    as: 'user',
    resolvers: { cart: [], cartSummary: newCartSummary([newLine(bottle)]), storeItems: pageOf([]) },
  });
  shop.intercept('CartSummary', offline);
  const panel = within(await main().findByRole('region', { name: 'Your cart' }));
  expect(panel.getByRole('alert')).toHaveTextContent('Your cart could not be loaded.');
  expect(panel.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart');
  shop.intercept('CartSummary', undefined);
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await main().findByRole('link', { name: 'Go to checkout' })).toBeVisible();
});

test('C09 of more pieces than a line may have, Keep keeps 99', async () => {
  const short = newLine(bottle, {
    ...{ quantity: 140, available: 120, problem: { code: 'NOT_ENOUGH_STOCK', message: 'Only 120 left' } },
  });
  const { user, shop } = openCart([short]);
  await user.click(await main().findByRole('button', { name: 'Keep 99' }));
  await waitFor(() =>
    expect(shop.callsOf('SetStoreQuantity').map(({ variables }) => variables)).toEqual([
      { input: { productId: bottle.id, quantity: 99 } },
    ]),
  );
});
