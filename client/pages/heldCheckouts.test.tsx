import { screen, waitFor, within } from '@testing-library/dom';
import { type CheckoutRecord, declined, newOrder, placed, shopOfPurchase } from '../testing/checkout';
import { expectLogged } from '../testing/console';
import { renderApp } from '../testing/renderApp';
import { offline, refusal } from '../testing/shop';

function openCheckout(
  begun: Partial<CheckoutRecord>,
  paying: (number: string) => Partial<CheckoutRecord> = () => placed,
) {
  const purchase = shopOfPurchase(paying, begun);
  sessionStorage.setItem('kiosk-checkout-c1', JSON.stringify({ token: 'token-1' }));
  const app = renderApp('/checkout/c1', { resolvers: { ...purchase.resolvers, order: () => newOrder() } });
  purchase.serve(app.shop);
  return { ...app, purchase };
}

test('C19 a hold that cannot be extended keeps the dialog, which says why, and can be asked again', async () => {
  const heldUntil = new Date(Date.now() + 110_000).toISOString();
  const { user, shop, purchase } = openCheckout({ ...declined, heldUntil });
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Still there?' }));
  const sentence = 'It cannot be held any longer.';
  const { extendHold } = purchase.resolvers;
  shop.prepare({
    extendHold: () => {
      throw refusal(sentence, 'CONFLICT', 'id');
    },
  });
  await user.click(dialog.getByRole('button', { name: 'I need more time' }));
  expect(await dialog.findByText(sentence)).toBeVisible();
  shop.intercept('ExtendHold', offline);
  await user.click(dialog.getByRole('button', { name: 'I need more time' }));
  expect(await dialog.findByText('The shop did not answer. Please try again.')).toBeVisible();
  await expectLogged('Failed to extend the hold');
  shop.intercept('ExtendHold', undefined);
  shop.prepare({ extendHold });
  await user.click(dialog.getByRole('button', { name: 'I need more time' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
