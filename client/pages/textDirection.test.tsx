import { screen, waitFor, within } from '@testing-library/dom';
import { newProduct, pageOf } from '../testing/builders';
import { countries, money, newLine, newOrder, placed, shippingMethods, shopOfPurchase } from '../testing/checkout';
import { findHeading, findToast, main, row } from '../testing/page';
import { newAdmin, newPerson } from '../testing/people';
import { renderApp } from '../testing/renderApp';
import { defaultZones } from '../testing/settings';
import type { Resolvers } from '../testing/shop';
import { newParcel, newShopOrder } from '../testing/shopOrder';

const word = 'שולחן 7';
const lamp = newProduct({ name: word, price: 84 });

/** Texts with the name that share their element with other words; e2e/textDirection.e2e.ts covers other pages. */
function mixedTexts(): (string | undefined)[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: (string | undefined)[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // An option cannot contain elements; its text is isolated.
    const alone = node.parentElement?.closest('bdi, [dir="auto"], option, textarea, script, style');
    if (node.textContent?.includes(word) && !alone) found.push(node.parentElement?.outerHTML);
  }
  return found;
}

const timesShown = () => screen.getByRole('main').textContent?.split(word).length ?? 0;

/** The name is shown more than `times` times, always isolated. */
async function expectIsolated(times: number): Promise<void> {
  await waitFor(() => expect(timesShown()).toBeGreaterThan(times));
  expect(mixedTexts()).toEqual([]);
}

const parcel = newParcel({ lines: [1, 2].map((quantity) => ({ id: `${quantity}`, name: word, quantity })) });

test('isolates names in an order with parcels and tax', async () => {
  const [first] = newOrder().lines;
  const order = newOrder({ lines: [{ ...first, ...newLine(lamp) }], fulfillments: [parcel] });
  renderApp('/order/K-7F3Q-9M2X/secret', {
    resolvers: { order: () => ({ ...order, taxZone: word, shippingMethodName: word }) },
  });
  await findHeading('Order K-7F3Q-9M2X');
  await expectIsolated(4);
});

test('isolates names in an admin’s view of an order with its actors', async () => {
  const first = newShopOrder();
  const shipped = { ...first.timeline[0], kind: 'SHIPPED', by: 'SHOP', actorEmail: null, actorKeyName: word };
  const shopOrder = newShopOrder({
    ...{ fulfillments: [parcel], timeline: [...first.timeline, shipped], taxZone: word, shippingMethodName: word },
    ...{ lines: first.lines.map((line) => ({ ...line, name: word })) },
  });
  renderApp('/dashboard/shopOrders/K-7QF2-M4XD', { as: 'admin', resolvers: { shopOrder }, width: 1440 });
  await findHeading('Order K-7QF2-M4XD');
  await expectIsolated(6);
  // Text of the page follows the name, so it needs a bdi.
  const buyer = within(main().getByRole('region', { name: 'Buyer' }));
  expect(buyer.getByText(word).tagName).toBe('BDI');
});

test('isolates the description of a webhook', async () => {
  const webhook = {
    ...{ id: 'w1', url: 'https://hooks.example.com/kiosk', description: word, events: ['ORDER_PLACED'] },
    ...{ status: 'ACTIVE', failingSince: null, droppedEvents: 0, olderSecretEndsAt: null, version: 1 },
    ...{ secretCreatedAt: '2026-11-25T14:21:00.000Z', createdAt: '2026-11-25T14:21:00.000Z' },
  };
  renderApp('/dashboard/webhooks', {
    as: 'admin',
    resolvers: { webhookEndpoints: () => [webhook], webhookDeliveries: pageOf([]) },
  });
  expect(await screen.findByText(word)).toHaveAttribute('dir', 'auto');
});

test('isolates names in a checkout and in its list of changes', async () => {
  const [standard] = shippingMethods;
  const shippingMethod = { ...standard, name: word };
  const lines = [newLine(lamp)];
  const address = { ...newOrder().shippingAddress, region: 'California' };
  const begun = {
    ...{ lines, shippingMethod, shippingMethods: [shippingMethod], taxZone: word, email: 'anna@example.com' },
    ...{ shippingAddress: address, taxTotal: money(609), total: money(9_009) },
  };
  const purchase = shopOfPurchase(() => placed, begun);
  sessionStorage.setItem('kiosk-checkout-c1', JSON.stringify({ token: 'token-1' }));
  const resolvers: Resolvers = {
    ...purchase.resolvers,
    updateCheckout: () => ({ checkout: purchase.state.checkout }),
  };
  const { user, shop } = renderApp('/checkout/c1', { resolvers });
  purchase.serve(shop);
  await findHeading('Checkout');
  await expectIsolated(3);
  await user.click(await main().findByRole('button', { name: /4242/ }));
  purchase.state.problems = [{ code: 'TOTAL_CHANGED', message: 'Total changed', line: null, field: 'expectedTotal' }];
  purchase.change({ lines: [newLine({ ...lamp, price: 90 })], total: money(9_609) });
  await user.click(main().getByRole('button', { name: /^Place order/ }));
  const notice = await main().findByText('Total changed');
  expect(notice.closest('[role="alert"]')).toHaveTextContent(`The price of "${word}" went up by $6.00`);
  expect(mixedTexts()).toEqual([]);
});

test('isolates the name of a product in the stock table and its form', async () => {
  const stockLevel = { id: lamp.id, onHand: 3, held: 0, available: 3, lowStockThreshold: 5, version: 1, movements: [] };
  const stockLevels = () => pageOf([{ id: lamp.id, product: lamp, level: stockLevel }]);
  const { user } = renderApp('/dashboard/stock', { as: 'admin', resolvers: { stockLevels, stockLevel }, width: 1440 });
  await findHeading('Stock');
  await user.click(await main().findByRole('button', { name: 'Adjust' }));
  await main().findByRole('region', { name: `Adjust: ${word}` });
  await expectIsolated(2);
});

test('isolates the names of a shipping zone and its methods', async () => {
  const [zone, ...others] = defaultZones;
  const methods = zone?.methods.map((method) => ({ ...method, name: word }));
  const zones = [{ ...zone, name: word, methods }, ...others];
  const shippingSettings = { version: 1, isExample: false, zones, excludedCountries: [] };
  const resolvers = { shippingSettings, countries };
  const { user } = renderApp('/dashboard/shipping', { as: 'admin', width: 1440, resolvers });
  const card = within(await main().findByRole('region', { name: word }));
  await expectIsolated(3);
  await user.click(card.getByRole('button', { name: 'Edit zone' }));
  await main().findByRole('region', { name: `Edit: ${word}` });
  expect(mixedTexts()).toEqual([]);
});

test('isolates names in the preview of a product file', async () => {
  const values = {
    ...{ name: word, slug: null, description: null, price: null, discount: null, taxClass: null },
    ...{ inStock: null, stock: null, status: null, categories: null, photos: null },
  };
  const results = [{ row: 0, outcome: 'UNCHANGED', product: null, errors: [], values }];
  const { user } = renderApp('/dashboard/importProducts', { as: 'admin', resolvers: { importProducts: { results } } });
  await findHeading('Import and Export');
  const file = new File([`slug,name,${word}\nlamp, ${word},\n`], `${word}.csv`, { type: 'text/csv' });
  await user.upload(main().getByLabelText('CSV file'), file);
  await waitFor(() => expect(main().getByTestId('stored')).toHaveTextContent(word));
  await expectIsolated(4);
});

test('isolates the names of products in the reports', async () => {
  const none = { orders: 0, goods: money(0), discounts: money(0), shipping: money(0), tax: money(0) };
  const total = { ...none, includedTax: money(0), refunds: money(0), disputes: money(0), net: money(0) };
  const report = {
    ...{ from: '2026-11-01', to: '2026-11-30', by: 'DAY', rows: [], total, ledgerTotal: money(0), agrees: true },
    taxZones: [{ name: word, tax: money(100), refundedTax: money(10) }],
    bestSellers: [
      { id: lamp.id, product: lamp, name: word, picture: null, sold: 34 },
      { id: 'gone', product: null, name: word, picture: null, sold: 21 },
    ],
  };
  const level = { id: lamp.id, onHand: 1, held: 0, available: 1, lowStockThreshold: 5, version: 1, movements: [] };
  const resolvers = { salesReport: report, stockLevels: pageOf([{ id: lamp.id, product: lamp, level }]) };
  renderApp('/dashboard/reports', { as: 'admin', width: 1440, resolvers });
  await main().findByRole('list', { name: 'To reorder' });
  await expectIsolated(5);
});

test('isolates the name that a toast says below its message', async () => {
  const [admin, other] = [newAdmin(), newPerson({ name: word })];
  const users = [other, admin].map((person) => ({ ...person, id: person.uid }));
  const changeUserRole = { user: { ...users[0], role: 'ADMIN' } };
  const { user } = renderApp('/dashboard/AllUser', {
    as: admin,
    resolvers: { users: pageOf(users), changeUserRole },
  });
  await user.click(await waitFor(() => row(other.email).getByRole('button', { name: 'Make Admin' })));
  expect(await findToast('Role updated to admin')).toHaveTextContent(word);
  expect(mixedTexts()).toEqual([]);
});
