import { screen, waitFor, within } from '@testing-library/dom';
import { newProduct, pageOf } from '../../testing/builders';
import { field, fill, findField, findHeading, findToast, main, row, submit } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { keysOf, loseFirstAnswer, onceOfVersion, reject, type Rejection } from '../../testing/retries';
import { sellerResolvers } from '../../testing/settings';
import { openShipping } from '../../testing/shippingPage';
import { offline, refusal } from '../../testing/shop';
import { openOrder, part, storeOf } from '../../testing/shopOrderPage';

/** A 'still running' has Retry-After, as have all refusals that end by themselves. */
const passing: [string, Rejection][] = [
  ['the database does not answer', { code: 'SERVICE_UNAVAILABLE', status: 503, retryAfter: '2' }],
  ['a proxy says so', { code: 'SERVICE_UNAVAILABLE', status: 503 }],
  ['there were too many requests', { code: 'RATE_LIMITED', status: 429, retryAfter: '9' }],
  ['the session has to be renewed', { code: 'UNAUTHENTICATED', status: 401 }],
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
    await user.click(await part('Timeline').findByRole('button', { name: 'Add note' }));
    expect(await part('Timeline').findByText('Not now.')).toBeVisible();
    shop.intercept('AddOrderNote', undefined);
    await user.click(await part('Timeline').findByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(field('Note for admins')).toHaveValue(''));
    const keys = keysOf(shop, 'AddOrderNote');
    expect(keys.at(-1) === keys[0]).toBe(isSame);
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

  test('a test message a minute after a lost answer is another request', async () => {
    const { user, shop } = renderApp('/dashboard/settings', { as: 'admin', resolvers: { ...sellerResolvers } });
    shop.intercept('SendTestMessage', offline);
    const send = await main().findByRole('button', { name: 'Send test message' });
    await user.click(send);
    await findToast('Failed to send the test message');
    jest.useFakeTimers();
    for (const seconds of [50, 61]) {
      await jest.advanceTimersByTimeAsync(seconds * 1000);
      await user.click(send);
      await findToast('Failed to send the test message');
    }
    const [lost, soon, late] = keysOf(shop, 'SendTestMessage');
    expect(soon).toBe(lost);
    expect(late).not.toBe(lost);
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

test('an edit is another request once the present state of its product was loaded', async () => {
  let present = newProduct({ name: 'Hat', price: 76 });
  const { user, shop } = renderApp(`/dashboard/editProduct/${present.slug}`, {
    as: 'admin',
    resolvers: {
      product: () => present,
      updateProduct: ({ input }: { input: { version: number } }) => {
        if (input.version !== present.version) throw refusal('It was changed. Look again.', 'CONFLICT', 'version');
        return { product: (present = { ...present, ...input, version: present.version + 1 }) };
      },
    },
  });
  await fill(user, await findField('Price ($)'), '60');
  present = { ...present, price: 70, version: present.version + 1 };
  await user.click(submit());
  expect(await main().findByText('It was changed. Look again.')).toBeVisible();
  shop.intercept('UpdateProduct', offline);
  await user.click(submit());
  expect(await main().findByText(/^Failed to save product: The shop did not answer\./)).toBeVisible();
  shop.intercept('UpdateProduct', undefined);
  await user.click(main().getByRole('button', { name: 'Load its present state' }));
  expect(await screen.findByRole('region', { name: 'Present state' })).toHaveTextContent('Price ($) now70');
  await user.click(submit());
  await findToast('Product saved');
  const [, lost, saved] = shop.callsOf('UpdateProduct').map(({ variables }) => variables['input']);
  expect([lost, saved]).toMatchObject([{ version: 1 }, { version: 2 }]);
  expect(new Set(keysOf(shop, 'UpdateProduct')).size).toBe(3);
});

interface StockNumbers {
  onHand: number;
  held: number;
  available: number;
  lowStockThreshold: number;
  version: number;
}

/** The panel of mugs; by default of 12, 3 of them held. */
async function openAdjustment(
  first: StockNumbers | null = { onHand: 12, held: 3, available: 9, lowStockThreshold: 5, version: 7 },
) {
  const mug = newProduct({ name: 'Stoneware mug' });
  let level = first && { id: mug.id, ...first };
  function move(delta: number) {
    const { onHand, available, version, ...more } = level ?? {
      ...{ id: mug.id, onHand: 0, held: 0, available: 0, lowStockThreshold: 5, version: 0 },
    };
    level = { ...more, onHand: onHand + delta, available: available + delta, version: version + 1 };
    return { stockLevel: { ...level, movements: [] } };
  }
  const app = renderApp('/dashboard/stock', {
    as: 'admin',
    resolvers: {
      stockLevels: () => pageOf([{ id: mug.id, product: mug, level }]),
      stockLevel: () => level && { ...level, movements: [] },
      adjustStock: onceOfVersion(
        () => level?.version ?? 0,
        ({ delta, count }: { delta?: number; count?: number }) => move(delta ?? (count ?? 0) - (level?.onHand ?? 0)),
      ),
    },
  });
  const { user } = app;
  await findHeading('Stock');
  await waitFor(() => row('Stoneware mug'));
  await user.click(row('Stoneware mug').getByRole('button', { name: first ? 'Adjust' : 'Count' }));
  await fill(user, await findField(first ? 'Amount' : 'Count'), first ? '6' : '20');
  const result = within(main().getByRole('group', { name: 'Stock of Stoneware mug' })).getByRole('status');
  return {
    ...app,
    ...{ onHand: () => level?.onHand, move, result },
    save: async () => user.click(await main().findByRole('button', { name: 'Save' })),
    readAnew: async (expected: string) => {
      await fill(user, main().getByRole('searchbox', { name: 'Search name' }), 'mug');
      await waitFor(() => expect(result).toHaveTextContent(expected));
    },
  };
}

test('C04 pieces whose answer was lost are not added twice, although the list was read anew meanwhile', async () => {
  const { shop, onHand, save, readAnew } = await openAdjustment();
  loseFirstAnswer(shop, 'AdjustStock');
  await save();
  expect(await main().findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await readAnew('On hand 18 → 24');
  await save();
  await findToast('The first try had come through: nothing is counted twice');
  expect(onHand()).toBe(18);
  expect(new Set(keysOf(shop, 'AdjustStock')).size).toBe(1);
});

test('C04 pieces whose request was lost are added to the stock as it is shown after a sale', async () => {
  const { shop, onHand, move, save, readAnew } = await openAdjustment();
  shop.intercept('AdjustStock', offline);
  await save();
  expect(await main().findByRole('alert')).toHaveTextContent('The shop did not answer.');
  shop.intercept('AdjustStock', undefined);
  move(-2);
  await readAnew('On hand 10 → 16');
  await save();
  await findToast('Stock saved');
  expect(onHand()).toBe(16);
});

test('C04 a first count whose request was lost takes the place of no count that somebody has begun', async () => {
  const { shop, onHand, move, save, result } = await openAdjustment(null);
  shop.intercept('AdjustStock', offline);
  await save();
  expect(await main().findByRole('alert')).toHaveTextContent('The shop did not answer.');
  shop.intercept('AdjustStock', undefined);
  move(40);
  await save();
  expect(await main().findByText('It was changed. Look again.')).toBeVisible();
  expect(onHand()).toBe(40);
  // Now it was seen.
  await waitFor(() => expect(result).toHaveTextContent('On hand 40 → 20'));
  await save();
  await findToast('Stock saved');
  expect(onHand()).toBe(20);
});
