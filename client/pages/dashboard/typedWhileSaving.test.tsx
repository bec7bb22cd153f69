import { waitFor } from '@testing-library/dom';
import { newProduct, pageOf } from '../../testing/builders';
import { hold } from '../../testing/hold';
import { field, fill, fillForm, findField, findHeading, findToast, main, submit } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { after, offline, type Shop } from '../../testing/shop';
import { money } from '../../testing/checkout';
import { newPreview, newRefund, newShopOrder } from '../../testing/shopOrder';
import { openOrder, part, storeOf } from '../../testing/shopOrderPage';

function holdCall(shop: Shop, name: string) {
  const { released, release } = hold();
  shop.intercept(name, after(released));
  return { release, sent: () => waitFor(() => expect(shop.callsOf(name)).toHaveLength(1)) };
}

interface Arguments {
  input: { name?: string; slug?: string; version?: number };
}

const mug = newProduct({ name: 'Mug' });
const productResolvers = {
  product: mug,
  createProduct: ({ input: { name = '', slug = '' } }: Arguments) => ({ product: newProduct({ name, slug }) }),
  updateProduct: ({ input }: Arguments) => ({ product: { ...mug, ...input, version: 2 } }),
};

test.each([
  ['addProduct', 'CreateProduct', ''],
  ['createProduct', 'CreateProduct', ''],
  [`editProduct/${mug.slug}`, 'UpdateProduct', 'Cup'],
])('%s takes nothing while it is saved, and keeps the focus', async (page, operation, afterwards) => {
  const { user, shop } = renderApp(`/dashboard/${page}`, { as: 'admin', resolvers: productResolvers });
  await findField('Name');
  await fillForm(user, { Name: 'Cup', Slug: 'cup', Description: 'Holds tea.', 'Price ($)': '5' });
  const { release, sent } = holdCall(shop, operation);
  field('Name').focus();
  await user.keyboard('{Enter}');
  await sent();
  await user.keyboard('board');
  const stock = main().getByRole('switch', { name: 'In stock' });
  await user.click(stock);
  expect(stock).toBeChecked();
  await user.click(field('Name'));
  expect(field('Name')).toHaveValue('Cup');
  release();
  await waitFor(() => expect(submit()).not.toHaveTextContent(/\.\.\.$/));
  expect(field('Name')).toHaveFocus();
  expect(field('Name')).toHaveValue(afterwards);
  await user.keyboard('s');
  expect(field('Name')).toHaveValue(`${afterwards}s`);
});

test('a message takes nothing while it is sent', async () => {
  const { user, shop } = renderApp('/contact', {
    resolvers: {
      sendContactMessage: ({ input }: { input: object }) => ({
        contactMessage: { ...input, id: 'message', createdAt: '2026-01-31T09:30:00.000Z' },
      }),
    },
  });
  await findField('Message');
  await fillForm(user, { 'Your name': 'Anna', Email: 'anna@example.com', Message: 'Is this in stock?' });
  const { release, sent } = holdCall(shop, 'SendContactMessage');
  field('Your name').focus();
  await user.keyboard('{Enter}');
  await sent();
  await user.keyboard('bella');
  expect(field('Your name')).toHaveValue('Anna');
  release();
  await waitFor(() => expect(main().queryByRole('textbox')).toBeNull());
});

test('an adjustment takes nothing while it is saved', async () => {
  const level = { id: mug.id, onHand: 12, held: 3, available: 9, lowStockThreshold: 5, version: 7 };
  const { user, shop } = renderApp('/dashboard/stock', {
    as: 'admin',
    resolvers: {
      stockLevels: pageOf([{ id: mug.id, product: mug, level }]),
      stockLevel: { ...level, movements: [] },
      adjustStock: { stockLevel: { ...level, onHand: 18, available: 15, version: 8, movements: [] } },
    },
  });
  await findHeading('Stock');
  await user.click(await main().findByRole('button', { name: 'Adjust' }));
  await fill(user, await findField('Amount'), '6');
  const { release, sent } = holdCall(shop, 'AdjustStock');
  await user.keyboard('{Enter}');
  await sent();
  await user.keyboard('0');
  await user.click(main().getByRole('button', { name: 'To a count' }));
  expect(field('Amount')).toHaveValue('6');
  release();
  await findToast('Stock saved');
});

test('a parcel takes nothing while it is shipped', async () => {
  const store = storeOf();
  const { user, shop } = await openOrder(store, {
    createFulfillment: () => ({ ...store.become({}), fulfillmentId: 'f1' }),
  });
  await fill(user, field('Tracking number'), '1Z 9');
  const { release, sent } = holdCall(shop, 'CreateFulfillment');
  await user.keyboard('{Enter}');
  await sent();
  await user.keyboard('99');
  expect(field('Tracking number')).toHaveValue('1Z 9');
  expect(field('Tracking number')).toHaveFocus();
  const less = part('Ship').getByRole('button', { name: 'One Yoga mat less' });
  less.click();
  expect(less).toHaveAttribute('aria-disabled', 'true');
  const quantity = part('Ship').getByRole('textbox', { name: 'Quantity of Yoga mat' });
  expect(quantity).toHaveAttribute('readonly');
  expect(quantity).toHaveValue('1');
  release();
  await findToast('Shipped 3 pieces');
  await waitFor(() => expect(less).not.toHaveAttribute('aria-disabled'));
});

test('a refund takes nothing while it is made', async () => {
  const store = storeOf();
  const { user, shop } = await openOrder(store, {
    refundPreview: () => newPreview({ amount: money(500) }),
    refundOrder: () => store.become({ refunds: [newRefund()] }),
  });
  await fill(user, field('Extra amount'), '5');
  await part('Refund').findByRole('button', { name: 'Refund $5.00' });
  const { release, sent } = holdCall(shop, 'RefundOrder');
  await user.keyboard('{Enter}');
  await sent();
  await user.keyboard('0');
  expect(field('Extra amount')).toHaveValue('5');
  release();
  await findToast('Refunded $5.00');
});

test('a note that is begun while another one is added stays', async () => {
  const store = storeOf();
  const { user, shop } = await openOrder(store, {
    addOrderNote: ({ input: { text } }: { input: { text: string } }) => {
      const note = { at: '2026-11-27T06:00:00.000Z', kind: 'NOTE', by: 'SHOP', amount: null, text, actorEmail: null };
      return store.become({ timeline: [...newShopOrder().timeline, note] });
    },
  });
  await fill(user, field('Note for admins'), 'Call first');
  const { release, sent } = holdCall(shop, 'AddOrderNote');
  await user.click(part('Timeline').getByRole('button', { name: 'Add note' }));
  await sent();
  await fill(user, field('Note for admins'), 'Called');
  release();
  expect(await part('Timeline').findByText('Call first', { selector: 'li *' })).toBeVisible();
  await part('Timeline').findByRole('button', { name: 'Add note' });
  expect(field('Note for admins')).toHaveValue('Called');
});

const webhook = {
  ...{ id: 'w1', url: 'https://hooks.example.com/', description: '', events: ['ORDER_PLACED'], status: 'ACTIVE' },
  ...{ failingSince: null, droppedEvents: 0, olderSecretEndsAt: null, version: 1 },
  ...{ secretCreatedAt: '2026-11-25T14:21:00.000Z', createdAt: '2026-11-25T14:21:00.000Z' },
};

test('a webhook takes nothing while it is saved', async () => {
  const { user, shop } = renderApp('/dashboard/webhooks', {
    as: 'admin',
    resolvers: {
      webhookEndpoints: () => [webhook],
      webhookDeliveries: pageOf([]),
      updateWebhookEndpoint: () => ({ webhookEndpoint: { ...webhook, description: 'The till', version: 2 } }),
    },
  });
  await user.click(await main().findByRole('button', { name: 'Edit' }));
  await fill(user, field('Description'), 'The till');
  const { release, sent } = holdCall(shop, 'UpdateWebhookEndpoint');
  await user.keyboard('{Enter}');
  await sent();
  await user.keyboard('s');
  await user.click(main().getByRole('checkbox', { name: 'Stock low' }));
  expect(field('Description')).toHaveValue('The till');
  expect(main().getByRole('checkbox', { name: 'Stock low' })).not.toBeChecked();
  release();
  await findToast('The webhook is changed');
});

test('an API key takes nothing while it is made', async () => {
  const { user, shop } = renderApp('/dashboard/apiKeys', { as: 'admin', resolvers: { apiKeys: pageOf([]) } });
  await fill(user, await findField('What is it for?'), 'Till');
  await user.click(main().getByRole('checkbox', { name: /^read:stock/ }));
  const { released, release } = hold();
  shop.intercept('CreateApiKey', async (...given) => {
    await released;
    return offline(...given);
  });
  await user.click(main().getByRole('button', { name: 'Make key' }));
  await main().findByRole('button', { name: 'Making...' });
  await user.click(field('What is it for?'));
  await user.keyboard('s');
  await user.click(main().getByRole('checkbox', { name: /^read:products/ }));
  expect(field('What is it for?')).toHaveValue('Till');
  expect(main().getByRole('checkbox', { name: /^read:products/ })).not.toBeChecked();
  release();
  await main().findByRole('alert');
  await user.click(field('What is it for?'));
  await user.keyboard('s');
  expect(field('What is it for?')).toHaveValue('Tills');
});
