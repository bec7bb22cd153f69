import { screen, waitFor, within } from '@testing-library/dom';
import { newProduct, pageOf, type Product } from '../../testing/builders';
import {
  expectAddress,
  field,
  fill,
  findHeading,
  findToast,
  footer,
  main,
  row,
  rows,
  textsOf,
} from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { offline, refusal } from '../../testing/shop';

type State = 'LOW' | 'SOLD_OUT' | 'NOT_COUNTED' | 'TO_REORDER';
type Adjusted = { id: string; delta?: number | null; count?: number | null; reason: string; version?: number | null };

interface Movement {
  id: string;
  delta: number;
  reason: string;
  orderNumber: string | null;
  at: string;
}

const movement = (delta: number, reason: string, orderNumber: string | null = null): Movement => ({
  ...{ id: `${reason} ${delta} ${orderNumber ?? ''}`, delta, reason, orderNumber },
  at: '2026-11-25T14:21:00.000Z',
});

const newLevel = (id: string, held: number, movements: Movement[]) => {
  const onHand = movements.reduce((sum, { delta }) => sum + delta, 0);
  return { id, onHand, held, available: onHand - held, lowStockThreshold: 5, version: 7, movements };
};

type Level = ReturnType<typeof newLevel>;

/** Lists and adjusts stock levels like the server. */
function shopOf(...all: { product: Product; level: Level | null }[]) {
  const find = (id: string) => all.find(({ product }) => product.id === id);
  const stateOf = (level: Level | null): State | null => {
    if (!level) return 'NOT_COUNTED';
    if (level.available <= 0) return 'SOLD_OUT';
    return level.available <= level.lowStockThreshold ? 'LOW' : null;
  };
  const statesOf = (level: Level | null): (State | null)[] => {
    const state = stateOf(level);
    return state === 'LOW' || state === 'SOLD_OUT' ? [state, 'TO_REORDER'] : [state];
  };
  return {
    stockLevels: ({ filter }: { filter?: { state?: State; search?: string } | null }) => {
      const found = all.filter(
        ({ product, level }) =>
          product.name.toLowerCase().includes((filter?.search ?? '').toLowerCase()) &&
          (!filter?.state || statesOf(level).includes(filter.state)),
      );
      return pageOf(found.map(({ product, level }) => ({ id: product.id, product, level })));
    },
    stockLevel: ({ id }: { id: string }) => find(id)?.level ?? null,
    adjustStock: ({ input: { id, delta, count, reason } }: { input: Adjusted }) => {
      const entry = find(id);
      if (!entry) throw new Error('no such product');
      const { held = 0, movements = [], onHand = 0 } = entry.level ?? {};
      const change = movement(delta ?? (count ?? 0) - onHand, reason);
      entry.level = { ...newLevel(id, held, [change, ...movements]), version: 8 };
      return { stockLevel: entry.level };
    },
  };
}

function newShop() {
  const mug = newProduct({ name: 'Stoneware mug' });
  const shoe = newProduct({ name: 'Running shoe' });
  const tote = newProduct({ name: 'Market tote' });
  const crew = newProduct({ name: 'Crew sweater' });
  const level = newLevel(mug.id, 3, [
    ...[movement(-2, 'SALE', 'K-7QF2-M4XD'), movement(-1, 'SALE', 'K-3HW8-R2TC')],
    ...[movement(10, 'DELIVERY'), movement(5, 'CORRECTION')],
  ]);
  return {
    mug: { product: mug, level },
    all: [
      { product: mug, level },
      { product: shoe, level: newLevel(shoe.id, 2, [movement(6, 'DELIVERY')]) },
      { product: tote, level: newLevel(tote.id, 0, []) },
      { product: crew, level: null },
    ],
  };
}

async function openStock(as: 'user' | 'admin' = 'user', path = '/dashboard/stock', width = 1440) {
  const { mug, all } = newShop();
  const app = renderApp(path, { as, resolvers: shopOf(...all), width });
  await findHeading('Stock');
  await waitFor(() => row('Stoneware mug'));
  const sent = () => app.shop.callsOf('AdjustStock').map(({ variables }) => variables['input']);
  return { ...app, mug, sent };
}

const conflict = (message: string, field: string) =>
  Response.json({ data: null, errors: [refusal(message, 'CONFLICT', field).toJSON()] }, { status: 409 });

const adjust = (name: string, label = 'Adjust') => row(name).getByRole('button', { name: label });
const panel = async (title: string) => within(await main().findByRole('region', { name: title }));
const findSave = () => main().findByRole('button', { name: 'Save' });

test('C04 shows On hand, Held, Available, threshold and state; products that are not counted show dashes', async () => {
  await openStock();
  expect(textsOf(main().getAllByRole('columnheader'))).toEqual([
    ...['Product', 'On hand', 'Held', 'Available', 'Low at', 'State', 'Adjust'],
  ]);
  const cells = rows().map((each) => textsOf(within(each).getAllByRole('cell')));
  expect(cells).toEqual([
    ['Stoneware mug', '12', '3', '9', '5', 'In Stock', 'Adjust'],
    ['Running shoe', '6', '2', '4', '5', 'Only 4 left', 'Adjust'],
    ['Market tote', '0', '0', '0', '5', 'Out of Stock', 'Adjust'],
    ['Crew sweater', '–', '–', '–', '–', 'Not counted', 'Count'],
  ]);
});

test('C04 the filters show their counts and are in the URL, and search narrows the list', async () => {
  const { user } = await openStock();
  const low = await main().findByRole('button', { name: 'Low 1' });
  expect(textsOf(main().getAllByRole('button', { pressed: true }))).toEqual(['All 4']);
  await user.click(low);
  await expectAddress('/dashboard/stock?state=LOW');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(low).toHaveAttribute('aria-pressed', 'true');
  await user.click(main().getByRole('button', { name: 'Not counted 1' }));
  await waitFor(() => row('Crew sweater'));
  await fill(user, main().getByRole('searchbox', { name: 'Search name' }), 'mug');
  expect(await main().findByText('No products found')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Clear All' }));
  await waitFor(() => expect(rows()).toHaveLength(4));
});

test('C04 what is to be reordered is a filter of the stock', async () => {
  const { all } = newShop();
  renderApp('/dashboard/stock?state=TO_REORDER', { as: 'admin', resolvers: shopOf(...all) });
  expect(await main().findByRole('button', { name: 'To reorder 2', pressed: true })).toBeVisible();
  await waitFor(() => row('Market tote'));
  expect(rows()).toHaveLength(2);
});

test('C04 an adjustment previews its result, and the movements sum to On hand', async () => {
  const { user, sent, mug } = await openStock();
  await user.click(adjust('Stoneware mug'));
  const form = await panel('Adjust: Stoneware mug');
  expect(rows()[0]).toHaveClass('Mui-selected');
  const movements = await panel('Movements');
  await waitFor(() => expect(movements.getByTestId('sum')).toHaveTextContent('12'));
  const changes = movements.getAllByRole('row').slice(1, -1);
  expect(changes.map((each) => textsOf(within(each).getAllByRole('cell')).slice(1))).toEqual([
    ['Sale, K-7QF2-M4XD', '−2'],
    ['Sale, K-3HW8-R2TC', '−1'],
    ['Delivery', '+10'],
    ['Correction', '+5'],
  ]);
  await fill(user, field('Amount'), '6');
  expect(form.getByRole('status')).toHaveTextContent('On hand 12 → 18, available 9 → 15');
  await user.click(await findSave());
  await findToast('Stock saved');
  expect(sent()).toEqual([{ id: mug.product.id, delta: 6, reason: 'DELIVERY', version: 7 }]);
  await waitFor(() =>
    expect(textsOf(row('Stoneware mug').getAllByRole('cell')).slice(1, 4)).toEqual(['18', '3', '15']),
  );
  await waitFor(() => expect(adjust('Stoneware mug')).toHaveFocus());
  expect(movements.getByTestId('sum')).toHaveTextContent('18');
  expect(field('Amount')).toHaveValue('');
});

test('C01 C04 starts counting a product, with a reason and a threshold', async () => {
  const { user, sent } = await openStock();
  await user.click(adjust('Crew sweater', 'Count'));
  const form = await panel('Count: Crew sweater');
  expect(form.queryByRole('button', { name: 'By an amount' })).toBeNull();
  await user.click(await findSave());
  await waitFor(() => expect(field('Count')).toHaveAccessibleDescription(/must be a whole number from 0/));
  expect(field('Count')).toHaveFocus();
  await fill(user, field('Count'), '4');
  await fill(user, field('Low at'), '2');
  await user.selectOptions(main().getByRole('combobox', { name: 'Reason' }), 'Correction');
  await user.click(await findSave());
  await findToast('Stock saved');
  expect(sent()).toEqual([
    { id: expect.any(String) as string, count: 4, reason: 'CORRECTION', version: 0, lowStockThreshold: 2 },
  ]);
  await waitFor(() => adjust('Crew sweater'));
});

test('C04 a concurrent change of the count shows the new numbers and keeps the input', async () => {
  const { user, shop, sent, mug } = await openStock();
  await user.click(adjust('Stoneware mug'));
  const form = await panel('Adjust: Stoneware mug');
  await panel('Movements');
  await fill(user, field('Amount'), '6');
  shop.intercept('AdjustStock', (next) => {
    if (shop.callsOf('AdjustStock').length > 1) return next();
    Object.assign(mug.level, { onHand: 10, available: 7, version: 9 });
    return conflict('The count was changed meanwhile. Look at it again; what you typed is kept.', 'version');
  });
  await user.click(await findSave());
  expect(await main().findByRole('alert')).toHaveTextContent('The count was changed meanwhile.');
  await waitFor(() => expect(form.getByRole('status')).toHaveTextContent('On hand 10 → 16, available 7 → 13'));
  expect(field('Amount')).toHaveValue('6');
  await user.click(await findSave());
  await findToast('Stock saved');
  expect(sent()).toMatchObject([{ version: 7 }, { version: 9 }]);
});

test('C04 it is the server that knows how many can be taken away, and its refusal shows the new numbers', async () => {
  const { user, shop, sent, mug } = await openStock();
  await user.click(adjust('Stoneware mug'));
  const form = await panel('Adjust: Stoneware mug');
  await panel('Movements');
  await fill(user, field('Amount'), '-20');
  // Ten more have come since the page was loaded.
  Object.assign(mug.level, { onHand: 22, available: 19, version: 9 });
  shop.intercept('AdjustStock', () => conflict('The count was changed meanwhile.', 'version'));
  await user.click(await findSave());
  expect(await main().findByRole('alert')).toHaveTextContent('The count was changed meanwhile.');
  await waitFor(() => expect(form.getByRole('status')).toHaveTextContent('On hand 22 → 2'));
  shop.intercept('AdjustStock', () => conflict('3 are held for purchases under way.', 'delta'));
  await user.click(await findSave());
  await waitFor(() => expect(field('Amount')).toHaveAccessibleDescription(/3 are held/));
  expect(sent()).toMatchObject([{ delta: -20 }, { delta: -20 }]);
});

test('C04 a threshold that somebody else has set since the list was read is shown and kept', async () => {
  const { user, sent, mug } = await openStock();
  Object.assign(mug.level, { lowStockThreshold: 10, version: 9 });
  await user.click(adjust('Stoneware mug'));
  await panel('Movements');
  await waitFor(() => expect(field('Low at')).toHaveValue('10'));
  await fill(user, field('Amount'), '6');
  await user.click(await findSave());
  await findToast('Stock saved');
  expect(sent()).toEqual([{ id: mug.product.id, delta: 6, reason: 'DELIVERY', version: 9 }]);
});

test('C04 movements follow a level that the list has read anew, and no earlier ones are made up', async () => {
  const { user, mug } = await openStock();
  await user.click(adjust('Stoneware mug'));
  const movements = await panel('Movements');
  await waitFor(() => expect(movements.getByTestId('sum')).toHaveTextContent('12'));
  const more = movement(3, 'DELIVERY');
  Object.assign(mug.level, { onHand: 15, available: 12, version: 8, movements: [more, ...mug.level.movements] });
  await fill(user, main().getByRole('searchbox', { name: 'Search name' }), 'mug');
  await waitFor(() => expect(movements.getByTestId('sum')).toHaveTextContent('15'));
  expect(movements.queryByText('Earlier')).toBeNull();
  await waitFor(() => expect(movements.getByText('+3')).toBeVisible());
});

test('C04 of fifty movements the earlier ones are one line', async () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ ...movement(1, 'DELIVERY'), id: `${index}` }));
  const mug = newProduct({ name: 'Stoneware mug' });
  const level = { ...newLevel(mug.id, 0, many), onHand: 62, available: 62 };
  const { user } = renderApp('/dashboard/stock', { as: 'user', resolvers: shopOf({ product: mug, level }) });
  await waitFor(() => row('Stoneware mug'));
  await user.click(adjust('Stoneware mug'));
  const movements = await panel('Movements');
  expect(textsOf(movements.getAllByRole('cell')).slice(-4, -1)).toEqual(['Earlier', '', '+12']);
});

test('movements that cannot be loaded say so and can be loaded again', async () => {
  const { user, shop } = await openStock();
  shop.intercept('StockMovements', offline);
  await user.click(adjust('Stoneware mug'));
  const movements = await panel('Movements');
  expect(await movements.findByRole('alert')).toHaveTextContent('Failed to load the movements');
  shop.intercept('StockMovements', (next) => next());
  await user.click(movements.getByRole('button', { name: 'Try again' }));
  expect(await (await panel('Movements')).findByTestId('sum')).toHaveTextContent('12');
});

test('typed input is lost to another product or a link only after confirmation', async () => {
  const { user } = await openStock();
  const answer = async (name: string) => {
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
  };
  await user.click(adjust('Stoneware mug'));
  await panel('Movements');
  await fill(user, field('Amount'), '6');
  await user.click(adjust('Running shoe'));
  await answer('Cancel');
  await user.click(footer().getByRole('link', { name: 'Shipping' }));
  await answer('Cancel');
  expect(field('Amount')).toHaveValue('6');
  await user.click(adjust('Running shoe'));
  await answer('Leave');
  await panel('Adjust: Running shoe');
  expect(field('Amount')).toHaveValue('');
  await fill(user, field('Amount'), '6');
  await user.click(main().getByRole('button', { name: 'Close' }));
  await answer('Cancel');
  expect(field('Amount')).toHaveValue('6');
  await user.click(main().getByRole('button', { name: 'Close' }));
  await answer('Leave');
  expect(main().queryByRole('region', { name: 'Adjust: Running shoe' })).toBeNull();
  await waitFor(() => expect(adjust('Running shoe')).toHaveFocus());
  await user.click(adjust('Market tote'));
  await panel('Adjust: Market tote');
});

test('a rejection is shown at its field, and a retry without a response repeats the idempotency key', async () => {
  const { user, shop } = await openStock();
  const keys = () => shop.callsOf('AdjustStock').map(({ headers }) => headers.get('idempotency-key'));
  await user.click(adjust('Stoneware mug'));
  await panel('Movements');
  await fill(user, field('Amount'), '-10');
  shop.intercept('AdjustStock', () => conflict('That is fewer than are held.', 'delta'));
  await user.click(await findSave());
  await waitFor(() => expect(field('Amount')).toHaveAccessibleDescription(/That is fewer than are held/));
  shop.intercept('AdjustStock', offline);
  await user.click(await findSave());
  expect(await main().findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await user.click(await findSave());
  await waitFor(() => expect(keys()).toHaveLength(3));
  expect(await main().findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await fill(user, field('Amount'), '-9');
  shop.intercept('AdjustStock', (next) => next());
  await user.click(await findSave());
  await findToast('Stock saved');
  const [first, second, third, other] = keys();
  expect(first).not.toBe(second);
  expect(second).toBe(third);
  // The server refuses another content under the same key.
  expect(other).not.toBe(third);
});

test('a saved form is cleared and not sent again, even if the list cannot be refetched', async () => {
  const { user, shop, sent } = await openStock();
  await user.click(adjust('Stoneware mug'));
  await panel('Movements');
  await fill(user, field('Amount'), '6');
  for (const name of ['StockLevels', 'StockCount', 'StockMovements']) shop.intercept(name, offline);
  await user.click(await findSave());
  await findToast('Stock saved');
  expect(field('Amount')).toHaveValue('');
  expect(sent()).toHaveLength(1);
  expect(main().queryByText(/The shop did not answer/)).toBeNull();
});

test('a failed list shows an error and can be retried; an admin gets a link to the import of counts', async () => {
  const { all } = newShop();
  const { user, shop } = renderApp('/dashboard/stock', { as: 'admin', resolvers: shopOf(...all) });
  shop.intercept('StockLevels', offline);
  expect(await main().findByRole('alert')).toHaveTextContent('Failed to load the stock');
  expect(await main().findByRole('link', { name: 'Import counts' })).toHaveAttribute(
    'href',
    '/dashboard/importProducts',
  );
  shop.intercept('StockLevels', (next) => next());
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await waitFor(() => row('Stoneware mug'));
});

test('on a phone each product is a card with four numbers, and a user has no import link', async () => {
  await openStock('user', '/dashboard/stock', 390);
  expect(main().queryByRole('link', { name: 'Import counts' })).toBeNull();
  const labels = [...(rows()[0]?.querySelectorAll('td[data-label]') ?? [])].map((each) =>
    each.getAttribute('data-label'),
  );
  expect(labels).toEqual(['On hand', 'Held', 'Available', 'Low at']);
  const numbers = [...(rows()[0]?.querySelectorAll('td[data-label]') ?? [])].map(({ textContent }) => textContent);
  expect(numbers).toEqual(['12', '3', '9', '5']);
  expect(await screen.findByRole('button', { name: 'Low 1' })).toBeVisible();
});
