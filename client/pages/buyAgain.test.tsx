import { waitFor, within } from '@testing-library/dom';
import { money, newOrder } from '../testing/checkout';
import { main, textsOf } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { offline } from '../testing/shop';

const path = '/dashboard/orders/K-7F3Q-9M2X';

test('C36 Buy again reports the lines that are unavailable or have another price', async () => {
  const line = {
    name: 'Harbour Kettle',
    quantity: 1,
    added: 1,
    problem: null,
    boughtFor: money(8_400),
    price: money(8_400),
  };
  const { user, shop } = renderApp(path, {
    as: 'user',
    resolvers: {
      order: newOrder(),
      cart: [],
      reorder: {
        lines: [
          line,
          { ...line, name: 'Lamp', price: money(9_000) },
          { ...line, name: 'Tote', added: 0, problem: 'OUT_OF_STOCK' },
        ],
      },
    },
  });
  await user.click(await main().findByRole('button', { name: 'Buy again' }));
  expect(await main().findByText(/2 items are in your cart\./)).toBeVisible();
  const list = within(main().getByRole('list', { name: 'What is different' }));
  expect(textsOf(list.getAllByRole('listitem'))).toEqual(['Lamp: $90.00 now, it was $84.00', 'Tote: sold out']);
  expect(main().getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart');
  expect(shop.callsOf('Reorder')[0]?.headers.get('idempotency-key')).toMatch(/./);
});

test('C36 Buy again is the same request after a lost answer, and another one after an answer', async () => {
  const line = { name: 'Harbour Kettle', quantity: 1, added: 1, problem: null, boughtFor: money(1), price: money(1) };
  const { user, shop } = renderApp(path, {
    as: 'user',
    resolvers: { order: newOrder(), cart: [], reorder: { lines: [line] } },
  });
  const buyAgain = async () => user.click(await main().findByRole('button', { name: 'Buy again' }));
  shop.intercept('Reorder', offline);
  await buyAgain();
  expect(await main().findByRole('alert')).toHaveTextContent('Press again: nothing is added twice.');
  shop.intercept('Reorder', undefined);
  await buyAgain();
  await main().findByText(/1 item is in your cart\./);
  await buyAgain();
  await waitFor(() => expect(shop.callsOf('Reorder')).toHaveLength(3));
  const [lost, again, other] = shop.callsOf('Reorder').map(({ headers }) => headers.get('idempotency-key'));
  expect(again).toBe(lost);
  expect(other).not.toBe(lost);
});

test('C36 without a key, which an insecure origin does not have, Buy again does not promise to add nothing twice', async () => {
  const randomUUID = crypto.randomUUID;
  Object.assign(crypto, { randomUUID: undefined });
  try {
    const { user, shop } = renderApp(path, { as: 'user', resolvers: { order: newOrder(), cart: [] } });
    shop.intercept('Reorder', offline);
    await user.click(await main().findByRole('button', { name: 'Buy again' }));
    expect(await main().findByRole('alert')).toHaveTextContent(
      'The shop did not answer. Look into your cart before you try again.',
    );
  } finally {
    Object.assign(crypto, { randomUUID });
  }
});
