import { waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { newProduct, pageOf } from '../../testing/builders';
import { money } from '../../testing/checkout';
import { field, fill, findField, findHeading, findToast, main, row } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { sellerResolvers } from '../../testing/settings';
import { openShipping } from '../../testing/shippingPage';
import { type Interceptor, offline, refusal, type Shop } from '../../testing/shop';
import { newPreview, newRefund } from '../../testing/shopOrder';
import { openOrder, part, storeOf } from '../../testing/shopOrderPage';

interface Rejection {
  code: string;
  status: number;
  fieldName?: string;
  retryAfter?: string;
}

const reject =
  ({ code, status, fieldName, retryAfter }: Rejection): Interceptor =>
  () =>
    Response.json(
      { data: null, errors: [refusal('Not now.', code, fieldName).toJSON()] },
      { status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) },
    );

const keysOf = (shop: Shop, name: string) => shop.callsOf(name).map(({ headers }) => headers.get('idempotency-key'));

/** Like the server: executes the call and loses the answer, which the same key gets at the next time. */
function loseFirstAnswer(shop: Shop, name: string): void {
  const answers = new Map<string | null, Response>();
  shop.intercept(name, async (next, { headers }) => {
    const key = headers.get('idempotency-key');
    const stored = answers.get(key);
    if (stored) return stored.clone();
    const answer = await next();
    answers.set(key, answer);
    if (answers.size === 1) throw new TypeError('Failed to fetch');
    return answer.clone();
  });
}

/** A 'still running' has Retry-After, as have all refusals that end by themselves. */
const passing: [string, Rejection][] = [
  ['the database does not answer', { code: 'SERVICE_UNAVAILABLE', status: 503, retryAfter: '2' }],
  ['a proxy says so', { code: 'SERVICE_UNAVAILABLE', status: 503 }],
  ['there were too many requests', { code: 'RATE_LIMITED', status: 429, retryAfter: '9' }],
  ['it is still running', { code: 'CONFLICT', status: 409, retryAfter: '1' }],
];
const final: [string, Rejection][] = [
  ['it cannot be done', { code: 'CONFLICT', status: 409 }],
  ['its input is wrong', { code: 'BAD_USER_INPUT', status: 400, fieldName: 'text' }],
];

describe('a retry is the same request unless the refusal before was final:', () => {
  test.each([
    ...passing.map(([name, rejection]) => [name, rejection, true] as const),
    ...final.map(([name, rejection]) => [name, rejection, false] as const),
  ])('%s', async (_name, rejection, isSame) => {
    const store = storeOf();
    const { user, shop } = await openOrder(store, { addOrderNote: () => store.become({}) });
    await fill(user, field('Note for admins'), 'Call first');
    shop.intercept('AddOrderNote', reject(rejection));
    for (const count of [1, 2]) {
      await user.click(await part('Timeline').findByRole('button', { name: 'Add note' }));
      await waitFor(() => expect(shop.callsOf('AddOrderNote')).toHaveLength(count));
      shop.intercept('AddOrderNote', undefined);
    }
    const [first, second] = keysOf(shop, 'AddOrderNote');
    expect(second === first).toBe(isSame);
  });

  test.each([
    [...['settings', 'same'], { code: 'SERVICE_UNAVAILABLE', status: 503 }, true],
    [...['settings', 'other'], { code: 'CONFLICT', status: 409 }, false],
  ] as [string, string, Rejection, boolean][])('%s, %s', async (_what, _which, rejection, isSame) => {
    const { user, shop } = await openShipping();
    shop.intercept('SaveShippingSettings', reject(rejection));
    for (const count of [1, 2]) {
      await user.click(main().getByRole('switch', { name: 'Offer Express' }));
      await waitFor(() => expect(shop.callsOf('SaveShippingSettings')).toHaveLength(count));
      await findToast('Failed to save the shipping settings');
    }
    const [first, second] = keysOf(shop, 'SaveShippingSettings');
    expect(second === first).toBe(isSame);
  });

  test.each([
    ['a test message, same', { code: 'RATE_LIMITED', status: 429 }, true],
    ['a test message, other', { code: 'CONFLICT', status: 409 }, false],
  ] as [string, Rejection, boolean][])('%s', async (_what, rejection, isSame) => {
    const { user, shop } = renderApp('/dashboard/settings', { as: 'admin', resolvers: { ...sellerResolvers } });
    shop.intercept('SendTestMessage', reject(rejection));
    for (const count of [1, 2]) {
      await user.click(await main().findByRole('button', { name: 'Send test message' }));
      await waitFor(() => expect(shop.callsOf('SendTestMessage')).toHaveLength(count));
      await findToast('Not now.');
    }
    const [first, second] = keysOf(shop, 'SendTestMessage');
    expect(second === first).toBe(isSame);
  });

  test('a new product after a reused key is another request', async () => {
    const { user, shop } = renderApp('/dashboard/createProduct', { as: 'admin', resolvers: {} });
    await fill(user, await findField('Name'), 'Cup');
    await fill(user, field('Description'), 'Holds tea.');
    await fill(user, field('Price ($)'), '5');
    shop.intercept('CreateProduct', reject({ code: 'IDEMPOTENCY_KEY_REUSED', status: 422 }));
    for (const count of [1, 2]) {
      await user.click(await main().findByRole('button', { name: 'Create Product' }));
      await waitFor(() => expect(shop.callsOf('CreateProduct')).toHaveLength(count));
    }
    const [first, second] = keysOf(shop, 'CreateProduct');
    expect(second).not.toBe(first);
  });
});

const noted = (order: { timeline: object[] }) => {
  const note = { at: '2026-11-27T06:00:00.000Z', kind: 'NOTE', by: 'SHOP', amount: null, actorEmail: null };
  return [...order.timeline, { ...note, text: 'Was it made?', actorKeyName: null }];
};

/** Which gives the order another version. */
async function addNote(user: UserEvent): Promise<void> {
  await fill(user, field('Note for admins'), 'Was it made?');
  await user.click(part('Timeline').getByRole('button', { name: 'Add note' }));
  expect(await part('Timeline').findByText('Was it made?', { selector: 'li *' })).toBeVisible();
}

test('C45 a refund whose answer was lost is not made twice, although a note has changed the order meanwhile', async () => {
  const store = storeOf();
  const refunds = [newRefund({ amount: money(500) })];
  const timeline = noted(store.order);
  const { user, shop, inputs } = await openOrder(store, {
    refundPreview: () => newPreview({ amount: money(500) }),
    refundOrder: () => store.become({ refunds }),
    addOrderNote: () => store.become({ refunds, timeline }, 6),
  });
  loseFirstAnswer(shop, 'RefundOrder');
  await fill(user, field('Extra amount'), '5');
  const refund = () => part('Refund').findByRole('button', { name: 'Refund $5.00' });
  await user.click(await refund());
  expect(await part('Refund').findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await addNote(user);
  await user.click(await refund());
  await findToast('Refunded $5.00');
  expect(new Set(keysOf(shop, 'RefundOrder')).size).toBe(1);
  expect(inputs('RefundOrder')).toMatchObject([{ version: 4 }, { version: 4 }]);
  // The stored answer is of before the note.
  expect(part('Timeline').getByText('Was it made?', { selector: 'li *' })).toBeVisible();
});

test('C04 pieces whose answer was lost are not added twice, although the list was read anew meanwhile', async () => {
  const mug = newProduct({ name: 'Stoneware mug' });
  const level = { id: mug.id, onHand: 12, held: 3, available: 9, lowStockThreshold: 5, version: 7 };
  const { user, shop } = renderApp('/dashboard/stock', {
    as: 'admin',
    resolvers: {
      stockLevels: () => pageOf([{ id: mug.id, product: mug, level }]),
      stockLevel: () => ({ ...level, movements: [] }),
      adjustStock: ({ input: { delta } }: { input: { delta: number } }) => {
        level.onHand += delta;
        Object.assign(level, { available: level.onHand - 3, version: level.version + 1 });
        return { stockLevel: { ...level, movements: [] } };
      },
    },
  });
  await findHeading('Stock');
  await waitFor(() => row('Stoneware mug'));
  await user.click(row('Stoneware mug').getByRole('button', { name: 'Adjust' }));
  loseFirstAnswer(shop, 'AdjustStock');
  await fill(user, await findField('Amount'), '6');
  const save = () => main().findByRole('button', { name: 'Save' });
  await user.click(await save());
  expect(await main().findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await fill(user, main().getByRole('searchbox', { name: 'Search name' }), 'mug');
  await waitFor(() => expect(row('Stoneware mug').getByText('18')).toBeVisible());
  const result = within(main().getByRole('group', { name: 'Stock of Stoneware mug' })).getByRole('status');
  await waitFor(() => expect(result).toHaveTextContent('On hand 18 → 24'));
  await user.click(await save());
  await findToast('Stock saved');
  expect(level.onHand).toBe(18);
  expect(new Set(keysOf(shop, 'AdjustStock')).size).toBe(1);
});

test('a shipment of which it is not known whether it was made is sent under the same key again', async () => {
  const store = storeOf();
  const { user, shop, inputs } = await openOrder(store, {
    createFulfillment: () => ({ ...store.become({}), fulfillmentId: 'f1' }),
    addOrderNote: () => store.become({ timeline: noted(store.order) }, 6),
  });
  shop.intercept('CreateFulfillment', offline);
  await user.click(part('Ship').getByRole('button', { name: 'Ship 3 pieces' }));
  expect(await part('Ship').findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await addNote(user);
  shop.intercept('CreateFulfillment', undefined);
  await user.click(await part('Ship').findByRole('button', { name: 'Ship 3 pieces' }));
  await findToast('Shipped 3 pieces');
  expect(new Set(keysOf(shop, 'CreateFulfillment')).size).toBe(1);
  expect(inputs('CreateFulfillment')).toMatchObject([{ version: 4 }, { version: 4 }]);
});
