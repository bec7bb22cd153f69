import { screen, waitFor, within } from '@testing-library/dom';
import { takePosted } from '../../testing/browser';
import { badge, bottle, cartButton, findAdd, findDrawer, lamp, storeWith, tote } from '../../testing/cart';
import { hold } from '../../testing/hold';
import { findToast, press, pressFocused, textsOf } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { newProduct, pageOf, type Product } from '../../testing/builders';
import { after, offline, refusal, refuse } from '../../testing/shop';

async function openCart(...products: Product[]) {
  const store = storeWith(...products);
  const app = renderApp('/contact', { as: 'user', resolvers: store.resolvers });
  await app.user.click(cartButton());
  const drawer = await findDrawer();
  await waitFor(() => expect(drawer.getAllByRole('listitem')).toHaveLength(products.length));
  return { ...app, store, drawer };
}

const cartNames = () => textsOf(screen.queryAllByTestId('cart-name'));

test('C12 an Add can be undone from its toast, and the undo can be undone; other tabs are told of each', async () => {
  const store = storeWith();
  const { user, person } = renderApp('/products/summit-steel-bottle', { as: 'user', resolvers: store.resolvers });
  const told = () => waitFor(() => expect(takePosted('kiosk-cart')).toEqual([person.email]));
  await user.click(await findAdd('Summit Steel Bottle'));
  await told();
  const toast = await findToast('Added "Summit Steel Bottle" to store!');
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(badge()).toBeNull());
  await findToast('Removed "Summit Steel Bottle" from store');
  await told();
  expect(store.names()).toEqual([]);
  await user.click(cartButton());
  const drawer = await findDrawer();
  await user.click(drawer.getByRole('button', { name: 'Undo removing Summit Steel Bottle' }));
  await waitFor(() => expect(drawer.getByRole('button', { name: 'Remove Summit Steel Bottle' })).toBeEnabled());
  await told();
  expect(store.names()).toEqual(['Summit Steel Bottle']);
});

test('a line is removed without confirmation and restored in its place; Undo is offered for 60 s', async () => {
  const { user, shop, store, drawer } = await openCart(bottle, tote, lamp);
  const all = ['Summit Steel Bottle', 'Harbour Canvas Tote', 'Alder Ceramic Table Lamp'];
  expect(cartNames()).toEqual(all);
  const answer = hold();
  shop.intercept('DeleteStoreItem', after(answer.released));
  await press(user, drawer.getByRole('button', { name: 'Remove Harbour Canvas Tote' }), 'Enter');
  await waitFor(() => expect(cartNames()).toEqual(['Summit Steel Bottle', 'Alder Ceramic Table Lamp']));
  expect(badge()).toHaveTextContent(/^2$/);
  const undo = () => drawer.getByRole('button', { name: 'Undo removing Harbour Canvas Tote' });
  expect(undo()).toHaveFocus();
  answer.release();
  await waitFor(() => expect(store.names()).toEqual(['Summit Steel Bottle', 'Alder Ceramic Table Lamp']));
  await pressFocused(user, undo);
  await waitFor(() => expect(cartNames()).toEqual(all));
  await waitFor(() => expect(drawer.getByRole('button', { name: 'Remove Harbour Canvas Tote' })).toBeEnabled());

  jest.useFakeTimers();
  await user.click(drawer.getByRole('button', { name: 'Remove Alder Ceramic Table Lamp' }));
  const offer = () => drawer.queryByRole('button', { name: 'Undo removing Alder Ceramic Table Lamp' });
  expect(offer()).toBeVisible();
  await jest.advanceTimersByTimeAsync(55_000);
  expect(offer()).toBeVisible();
  await jest.advanceTimersByTimeAsync(6_000);
  await waitFor(() => expect(offer()).toBeNull());
});

test('a removal that the server rejects restores the line and shows an error', async () => {
  const { user, shop, drawer } = await openCart(bottle);
  shop.intercept('DeleteStoreItem', refuse('Not now.'));
  await user.click(drawer.getByRole('button', { name: 'Remove Summit Steel Bottle' }));
  await findToast('Failed to remove item from store');
  expect(await drawer.findByRole('button', { name: 'Remove Summit Steel Bottle' })).toBeVisible();
  expect(badge()).toHaveTextContent(/^1$/);
});

test('a failed undo shows an error and can be retried; an expired one cannot', async () => {
  const { user, shop, store, drawer } = await openCart(bottle);
  const remove = () => drawer.findByRole('button', { name: 'Remove Summit Steel Bottle' });
  const undo = () => drawer.findByRole('button', { name: 'Undo removing Summit Steel Bottle' });
  await user.click(await remove());
  await waitFor(() => expect(store.names()).toEqual([]));
  shop.intercept('RestoreStoreItem', offline);
  await user.click(await undo());
  await findToast('Failed to restore item to store');
  expect(await drawer.findByText('Cart is empty')).toBeVisible();
  shop.intercept('RestoreStoreItem', undefined);
  await user.click(await undo());
  await waitFor(async () => expect(await remove()).toBeEnabled());
  expect(store.names()).toEqual(['Summit Steel Bottle']);

  await user.click(await remove());
  await waitFor(() => expect(store.names()).toEqual([]));
  shop.prepare({
    restoreStoreItem: () => {
      throw refusal('It is gone.', 'NOT_FOUND', 'id');
    },
  });
  await user.click(await undo());
  await findToast('It is gone.');
  expect(drawer.queryByRole('button', { name: 'Undo removing Summit Steel Bottle' })).toBeNull();
});

test('M65: the toast of an Add closes after 3000 ms, but stays while the pointer or the focus is on it', async () => {
  const { user } = renderApp('/products/summit-steel-bottle', { as: 'user', resolvers: storeWith().resolvers });
  const add = await findAdd('Summit Steel Bottle');
  jest.useFakeTimers();
  await user.click(add);
  const toast = await findToast('Added "Summit Steel Bottle" to store!');
  const undo = within(toast).getByRole('button', { name: 'Undo' });
  await user.hover(undo);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(toast).toBeVisible();
  undo.focus();
  await user.unhover(undo);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(toast).toBeVisible();
  undo.blur();
  await jest.advanceTimersByTimeAsync(3500);
  await waitFor(() => expect(toast).not.toBeInTheDocument());
});

describe('F8', () => {
  const products = [newProduct({ name: 'First Thing' }), newProduct({ name: 'Second Thing' })] as const;
  const openProducts = () =>
    renderApp('/products', {
      as: 'user',
      resolvers: { ...storeWith(...products).resolvers, cart: [], products: () => pageOf(products) },
    });
  const undos = () =>
    screen.queryAllByTestId('toast').flatMap((toast) => within(toast).queryAllByRole('button', { hidden: true }));

  test('moves the keyboard focus from Add to the newest Undo; Tab or Undo moves it back', async () => {
    const { user } = openProducts();
    const [first, second] = [await findAdd('First Thing'), await findAdd('Second Thing')];
    for (const [at, add] of [first, second].entries()) {
      await press(user, add, 'Enter');
      await waitFor(() => expect(undos()).toHaveLength(at + 1));
      await user.hover(undos()[at] as HTMLElement);
    }
    // The newest toast is the last one.
    expect(undos().at(-1)).toHaveAttribute('aria-keyshortcuts', 'F8');
    await user.keyboard('{F8}');
    expect(undos().at(-1)).toHaveFocus();
    await user.keyboard('{F8}');
    expect(undos()[0]).toHaveFocus();
    await user.tab();
    expect(second).toHaveFocus();
    await user.keyboard('{F8}');
    await pressFocused(user, () => undos().at(-1) as HTMLElement);
    await findToast('Removed "Second Thing" from store');
    expect(second).toHaveFocus();
    expect(badge()).toHaveTextContent(/^1$/);
  });

  test('F8 does not focus a toast behind an open dialog', async () => {
    const { user } = openProducts();
    await press(user, await findAdd('First Thing'), 'Enter');
    await waitFor(() => expect(undos()).toHaveLength(1));
    await press(user, cartButton(), 'Enter');
    const close = (await findDrawer()).getByRole('button', { name: 'Close' });
    await press(user, close, 'F8');
    expect(close).toHaveFocus();
  });
});
