import { bottle, findAdd, storeWith } from '../testing/cart';
import { findToast } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { refuse } from '../testing/shop';

test('messages are announced by a region that is there before the first one, errors by themselves', async () => {
  const { user, shop } = renderApp(`/products/${bottle.slug}`, { as: 'user', resolvers: storeWith().resolvers });
  const add = await findAdd(bottle.name);
  const region = document.querySelector<HTMLElement>('[aria-live="polite"]');
  expect(region).toBeEmptyDOMElement();
  await user.click(add);
  const added = await findToast(`Added "${bottle.name}" to store!`);
  expect(region).toContainElement(added);
  // With a role of its own it would be announced twice.
  expect(added).not.toHaveAttribute('role');
  shop.intercept('AddToStore', refuse('Not now.', 200));
  await user.click(add);
  expect(await findToast('Failed to add item to store')).toHaveAttribute('role', 'alert');
});
