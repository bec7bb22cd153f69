import { screen, waitFor, within } from '@testing-library/dom';
import { badge, bottle, findAdd, storeWith } from '../../testing/cart';
import { identity } from '../../testing/identity';
import { expectAddress, findHeading, findToast, footer } from '../../testing/page';
import { newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { newProduct, pageOf } from '../../testing/builders';
import { offline, refusal } from '../../testing/shop';
import { signIn } from '../../testing/signIn';

const kettle = newProduct({ name: 'Quillon Test Kettle' });

test('announces a price that changed since it was seen, and updates the card', async () => {
  let price = 12.5;
  const present = () => ({ ...kettle, price });
  const { user, shop } = renderApp('/products?search=Quillon', {
    as: 'user',
    resolvers: {
      ...storeWith().resolvers,
      products: () => pageOf([present()]),
      product: present,
      addToStore: ({ input }: { input: { seenPrice: number } }) => ({
        storeEntry: { ...present(), id: 'entry', productSlug: kettle.slug, currentPrice: price },
        priceHasChanged: input.seenPrice !== price,
      }),
    },
  });
  const add = await findAdd(kettle.name);
  expect(await screen.findByText('$12.50')).toBeVisible();
  price = 19.5;
  await user.click(add);
  const toast = await findToast(`Added "${kettle.name}" to store!`);
  expect(toast).toHaveTextContent('The price is now $19.50');
  await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('$19.50'));
  // Sends the id: the slug may have been reassigned to another product.
  expect(shop.callsOf('AddToStore')[0]?.variables).toEqual({ input: { productId: kettle.id, seenPrice: 12.5 } });
});

const failures = {
  'sold out': 'This product is out of stock.',
  deleted: 'It is not for sale any more.',
  'without a connection': 'There is no connection to the shop.',
  'at 500 items': 'Your store holds 500 items already. Remove one first.',
};
for (const [what, reason] of Object.entries(failures)) {
  test(`a failed Add shows the reason: ${what}`, async () => {
    let present: typeof kettle | null = kettle;
    const { user, shop } = renderApp('/products?search=Quillon', {
      as: 'user',
      resolvers: {
        products: () => pageOf(present ? [present] : []),
        // Another product has its slug by now.
        product: ({ id }: { id?: string }) => (id === kettle.id ? present : newProduct({ slug: kettle.slug })),
        productSuggestions: { products: [] },
        addToStore: () => {
          throw what === 'deleted' ? refusal('Gone.', 'NOT_FOUND', 'slug') : refusal(reason, 'CONFLICT');
        },
      },
    });
    const add = await findAdd(kettle.name);
    expect(add).toBeEnabled();
    if (what === 'sold out') present = { ...kettle, inStock: false };
    if (what === 'deleted') present = null;
    if (what === 'without a connection') shop.intercept('AddToStore', offline);
    await user.click(add);
    const toast = await findToast('Failed to add item to store');
    expect(within(toast).getByText(reason)).toBeVisible();
    // The card is refreshed.
    if (what === 'sold out') await waitFor(async () => expect(await findAdd(kettle.name)).toBeDisabled());
    if (what === 'deleted') await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });
}

test('M19 E21: an anonymous visitor sees a toast, is redirected to sign-in, and returns to the product', async () => {
  const { user, person } = renderApp('/products/summit-steel-bottle', { resolvers: storeWith().resolvers });
  identity.add(person);
  await user.click(await findAdd('Summit Steel Bottle'));
  await findToast('You must be logged in to add items!');
  await expectAddress('/login');
  await signIn(user, person);
  await expectAddress('/products/summit-steel-bottle');
  await findToast('Added "Summit Steel Bottle" to store!');
  await waitFor(() => expect(badge()).toHaveTextContent(/^1$/));
});

test('an Add before signing in is completed once afterwards; an abandoned one is not', async () => {
  const store = storeWith();
  const resolvers = { ...store.resolvers, products: pageOf([bottle]) };
  const { user, person, reload, unmount } = renderApp('/products?search=Summit', { resolvers });
  identity.add(person);
  await user.click(await findAdd(bottle.name));
  await findToast('You must be logged in to add items!');
  await expectAddress('/login');
  await signIn(user, person);
  await findToast(`Added "${bottle.name}" to store!`);
  await expectAddress('/products?search=Summit');
  for (const again of [false, true]) {
    if (again) reload();
    expect(await screen.findByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  }
  expect(store.names()).toEqual([bottle.name]);
  unmount();

  const other = newPerson();
  identity.reset();
  identity.add(other);
  localStorage.clear();
  const second = renderApp('/products?search=Summit', { resolvers });
  await second.user.click(await findAdd(bottle.name));
  await expectAddress('/login');
  // The user visits another page before signing in.
  await second.user.click(footer().getByRole('link', { name: 'FAQ' }));
  await findHeading('Frequently asked questions');
  await second.user.click(footer().getByRole('link', { name: 'Sign In' }));
  await signIn(second.user, other);
  await expectAddress('/');
  await findAdd(bottle.name);
  expect(second.shop.names()).not.toContain('AddToStore');
});
