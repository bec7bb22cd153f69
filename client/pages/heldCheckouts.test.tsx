import { screen, waitFor, within } from '@testing-library/dom';
import { type CheckoutRecord, declined, newOrder, placed, shippingMethods, shopOfPurchase } from '../testing/checkout';
import { expectLogged } from '../testing/console';
import { field, findHeading, main } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { offline, refusal } from '../testing/shop';

const typed = {
  email: 'anna@example.com',
  shippingAddress: newOrder().shippingAddress,
  ...{ shippingMethods, shippingMethod: shippingMethods[0] ?? null, taxZone: 'California' },
};
const soon = () => new Date(Date.now() + 10 * 60_000).toISOString();

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

const paid = { id: 'c1:1', provider: 'test', result: 'AUTHORIZED', clientSecret: 's' };

test('C25 after an automatic refund the page says what happened, and the rest can be bought again', async () => {
  const { user, purchase } = openCheckout({ ...typed, ...declined, status: 'REFUNDED', heldUntil: null });
  purchase.state.started = 1;
  const alert = (await main().findByText('Sold out while you were paying')).closest('[role="alert"]');
  expect(alert).toHaveTextContent('What was taken from your card went back in full.');
  expect(field('Email')).toHaveValue('anna@example.com');
  await user.click(main().getByRole('button', { name: /4242/ }));
  await user.click(main().getByRole('button', { name: /^Try again/ }));
  await findHeading(/is placed$/);
});

test('C25 while the money goes back the page says so, and not that the payment service does not answer', async () => {
  const { purchase } = openCheckout({ ...typed, status: 'REFUNDING', payment: paid });
  expect(await main().findByText('Sold out while you were paying.')).toBeVisible();
  expect(main().queryByText('The payment service does not answer.')).toBeNull();
  expect(main().queryByText(/^Held for you/)).toBeNull();
  purchase.change({ status: 'REFUNDED' });
  expect(
    await main().findByText('What was taken from your card went back in full.', {}, { timeout: 9_000 }),
  ).toBeVisible();
});

test('C28 a refusal of what is paid already does not say that nothing was charged', async () => {
  const { user, shop, purchase } = openCheckout({ ...typed, ...declined, heldUntil: soon() });
  shop.prepare({
    cancelCheckout: () => {
      purchase.change({ status: 'PAYING', payment: paid });
      throw refusal('It is paid already. Undo the order instead.', 'CONFLICT', 'id');
    },
  });
  await user.click(await main().findByRole('button', { name: 'Change them' }));
  const alert = (await main().findByText('It is paid already. Undo the order instead.')).closest('[role="alert"]');
  expect(alert).not.toHaveTextContent('Nothing was charged');
  expect(await main().findByText('Your payment has arrived.')).toBeVisible();
});
