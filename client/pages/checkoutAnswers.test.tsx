import { waitFor, within } from '@testing-library/dom';
import { hearFromOtherTab } from '../testing/browser';
import { type CheckoutRecord, kettle, money, newLine, newOrder, placed, shopOfPurchase } from '../testing/checkout';
import { expectAddress, findField, main } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import type { Resolvers } from '../testing/shop';

/** Of somebody who is signed in, who has typed everything but the card. */
function openCheckout(begun: Partial<CheckoutRecord>, more: Resolvers = {}) {
  const purchase = shopOfPurchase(() => placed, {
    ...{ fromCart: true, email: 'anna@example.com', shippingAddress: { ...newOrder().shippingAddress } },
    ...{ taxZone: 'California', ...begun },
  });
  const resolvers = { ...purchase.resolvers, addresses: [], order: () => newOrder(), ...more };
  const app = renderApp('/checkout/c1', { as: 'user', resolvers });
  purchase.serve(app.shop);
  return { ...app, purchase };
}

const kettles = (quantity: number) => ({
  lines: [newLine(kettle, { quantity })],
  subtotal: money(8_400 * quantity),
  total: money(8_400 * quantity),
});

test('C12 a cart that is changed in another tab changes its open checkout, which says what was changed', async () => {
  const { purchase, person } = openCheckout(kettles(3));
  await findField('Email');
  const change = (begun: Partial<CheckoutRecord>) => {
    purchase.change(begun);
    hearFromOtherTab('kiosk-cart', person.email);
  };
  const findNotice = async (title: string) => (await main().findByText(title)).closest('[role="alert"]');
  change(kettles(2));
  const notice = await findNotice('Total changed from $252.00 to $168.00');
  expect(notice).toHaveTextContent('There are 2 of "Harbour Kettle", not 3.Your cart was changed in another tab.');
  await waitFor(() => expect(notice).toHaveFocus());
  expect(within(main().getByTestId('you-pay')).getByText('$252.00')).toBeVisible();
  // Of two changes the second hides nothing of the first.
  change(kettles(1));
  expect(await findNotice('Total changed from $252.00 to $84.00')).toHaveTextContent(/not 3\./);
  change({ lines: [] });
  await expectAddress('/cart');
});
