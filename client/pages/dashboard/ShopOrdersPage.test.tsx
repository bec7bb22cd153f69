import { screen, waitFor, within } from '@testing-library/dom';
import { pageOf } from '../../testing/builders';
import { money, newOrder } from '../../testing/checkout';
import { expectLogged } from '../../testing/console';
import { hold } from '../../testing/hold';
import { expectAddress, expectTitle, fill, findHeading, findToast, main, row, rows, textsOf } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { after, offline, refuse } from '../../testing/shop';

interface Filter {
  search?: string;
  status?: string;
  paymentStatus?: string;
  fulfillmentStatus?: string;
  from?: string;
  to?: string;
  needsAttention?: boolean;
  toShip?: boolean;
}
interface List {
  filter?: Filter | null;
  sort?: string;
  first?: number;
  after?: string | null;
}

const newFulfillment = (id: string, canUndoUntil: string | null) => ({
  ...{ id, lines: [], carrier: null, trackingNumber: null, trackingUrl: null, deliveredAt: null },
  ...{ shippedAt: '2026-11-27T10:00:00.000Z', canUndoUntil },
});

const newShopOrder = (number: string, name: string, more: object = {}) => ({
  ...{ paymentStatus: 'PAID', fulfillmentStatus: 'UNFULFILLED', status: 'PLACED' },
  ...newOrder({ number, canUndoUntil: null, paymentStatus: 'PAID' }),
  attention: [] as readonly string[],
  authorizedUntil: null as string | null,
  netTotal: money(9_009),
  buyer: { id: null, accountDeleted: false, name, email: `${name.split(' ')[0]?.toLowerCase() ?? ''}@example.com` },
  fulfillments: [] as readonly ReturnType<typeof newFulfillment>[],
  ...more,
});
type ShopOrder = ReturnType<typeof newShopOrder>;

const isToShip = ({ fulfillmentStatus, paymentStatus }: ShopOrder) =>
  ['UNFULFILLED', 'PARTIALLY_FULFILLED'].includes(fulfillmentStatus) && !['FAILED', 'REFUNDED'].includes(paymentStatus);

const captureFailed = 'The payment could not be captured. Try that again before anything is sent.';

/** Lists and ships orders like the server; `refusals` by number. */
function shopOf(all: ShopOrder[], refusals: Readonly<Record<string, string>> = {}) {
  const find = (number: string) => all.find((order) => order.number === number);
  const matches = (order: ShopOrder, filter: Filter) =>
    `${order.number} ${order.buyer.name} ${order.buyer.email}`.toLowerCase().includes(filter.search ?? '') &&
    (!filter.status || order.status === filter.status) &&
    (!filter.paymentStatus || order.paymentStatus === filter.paymentStatus) &&
    (!filter.fulfillmentStatus || order.fulfillmentStatus === filter.fulfillmentStatus) &&
    (!filter.from || order.placedAt >= filter.from) &&
    (!filter.to || order.placedAt < filter.to) &&
    (!filter.needsAttention || order.attention.length > 0) &&
    (!filter.toShip || isToShip(order));
  return {
    orders: ({ filter, sort, ...page }: List) => {
      const found = all.filter((order) => matches(order, filter ?? {}));
      if (sort === 'TOTAL_DESC') found.sort((a, b) => b.total.amount - a.total.amount);
      return pageOf(found, page);
    },
    createFulfillments: ({ input: { numbers } }: { input: { numbers: string[] } }) => ({
      results: numbers.map((number) => {
        const order = find(number);
        const error = refusals[number];
        if (!order || error !== undefined) return { number, order: null, fulfillmentId: null, error: error ?? 'None.' };
        const fulfillment = newFulfillment(`of-${number}`, '2026-11-27T10:00:12.000Z');
        Object.assign(order, { fulfillmentStatus: 'FULFILLED', fulfillments: [fulfillment] });
        return { number, order, fulfillmentId: fulfillment.id, error: null };
      }),
    }),
    undoFulfillments: ({ input }: { input: { fulfillments: { number: string; id: string }[] } }) => ({
      results: input.fulfillments.map(({ number, id }) => {
        const order = find(number);
        Object.assign(order ?? {}, { fulfillmentStatus: 'UNFULFILLED', fulfillments: [] });
        return { number, order, fulfillmentId: id, error: null };
      }),
    }),
  };
}

const anna = () =>
  newShopOrder('K-7QF2-M4XD', 'Anna Meyer', { pieces: 4, total: money(23_381), paymentStatus: 'AUTHORIZED' });
const owen = () => newShopOrder('K-4DNA-PX02', 'Owen Price', { total: money(12_763) });
const jose = () =>
  newShopOrder('K-2BVC-HH71', 'José Álvarez', {
    ...{ total: money(30_130), pieces: 3, paymentStatus: 'FAILED', attention: ['CAPTURE_FAILED'] },
  });
const lena = () =>
  newShopOrder('K-0FQM-3ZRD', 'Lena Fischer', {
    ...{ total: money(24_890), paymentStatus: 'AUTHORIZED', attention: ['AUTHORIZATION_ENDING', 'REFUND_FAILED'] },
    authorizedUntil: '2026-11-26T12:00:00.000Z',
  });
const sam = () =>
  newShopOrder('K-7CWT-9ALN', 'Sam Okoro', {
    status: 'COMPLETED',
    fulfillmentStatus: 'DELIVERED',
    total: money(7_722),
  });
const rita = () => newShopOrder('K-6RTE-81JQ', 'Rita Sol', { fulfillmentStatus: 'PARTIALLY_FULFILLED' });

async function openOrders(orders: ShopOrder[], { path = '', width = 1440, refusals = {} } = {}) {
  const app = renderApp(`/dashboard/shopOrders${path}`, { as: 'admin', resolvers: shopOf(orders, refusals), width });
  await findHeading('Shop orders');
  await waitFor(() => expect(main().queryByText('Loading...')).toBeNull());
  const listed = () => app.shop.callsOf('ShopOrders').at(-1)?.variables;
  return { ...app, listed };
}

const tab = (name: string) => main().findByRole('button', { name });
const numbers = () => rows().map((each) => within(each).getByRole('link').textContent);
const select = (number: string) => main().getByRole('checkbox', { name: `Select ${number}` });
const bar = () => within(main().getByRole('group', { name: 'Selected orders' }));
const markShipped = () => bar().getByRole('button', { name: 'Mark shipped' });

const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(file);
  });

test('C41 C44 lists number, date, buyer, total, three statuses and attention reasons of each order', async () => {
  await openOrders([anna(), jose(), lena(), sam()]);
  await expectTitle('Shop orders · Kiosk');
  expect(textsOf(main().getAllByRole('columnheader')).slice(1)).toEqual([
    ...['Number and date', 'Buyer', 'Total', 'Order', 'Payment', 'Fulfillment'],
  ]);
  const cells = rows().map((each) => textsOf(within(each).getAllByRole('cell')).slice(2));
  expect(cells).toEqual([
    ['Anna Meyer4 items', '$233.81', 'Placed', 'Authorized', 'Unfulfilled'],
    ['José Álvarez3 items', '$301.30', 'Placed', 'Failed', 'Unfulfilled'],
    ['Lena Fischer1 item', '$248.90', 'Placed', 'Authorized', 'Unfulfilled'],
    ['Sam Okoro1 item', '$77.22', 'Completed', 'Paid', 'Delivered'],
  ]);
  expect(row('K-2BVC-HH71').getByText('Capture failed')).toBeVisible();
  expect(row('K-0FQM-3ZRD').getByText('Authorization ends Thu, Nov 26')).toBeVisible();
  expect(row('K-0FQM-3ZRD').getByText('Refund failed')).toBeVisible();
  expect(main().getByRole('link', { name: 'K-7QF2-M4XD' })).toHaveAttribute(
    'href',
    '/dashboard/shopOrders/K-7QF2-M4XD',
  );
  const nav = within(screen.getByRole('navigation', { name: 'Dashboard' }));
  expect(nav.getByRole('link', { name: 'Shop orders' })).toHaveAttribute('aria-current', 'page');
});

test('C41 the tabs show their order counts and keep the other filters', async () => {
  const { user, listed } = await openOrders([anna(), jose(), lena(), sam(), rita()]);
  expect(await tab('All 5')).toHaveAttribute('aria-pressed', 'true');
  await user.click(await tab('Needs attention 2'));
  await expectAddress('/dashboard/shopOrders?needsAttention=true');
  await waitFor(() => expect(numbers()).toEqual(['K-2BVC-HH71', 'K-0FQM-3ZRD']));
  await user.selectOptions(main().getByRole('combobox', { name: 'Payment' }), 'Authorized');
  await waitFor(() => expect(numbers()).toEqual(['K-0FQM-3ZRD']));
  await user.click(await tab('To ship 3'));
  await expectAddress('/dashboard/shopOrders?toShip=true&payment=AUTHORIZED');
  await waitFor(() => expect(numbers()).toEqual(['K-7QF2-M4XD', 'K-0FQM-3ZRD']));
  expect(listed()).toMatchObject({
    filter: { toShip: true, paymentStatus: 'AUTHORIZED' },
  });
  await user.click(main().getByRole('button', { name: 'Reset' }));
  await expectAddress('/dashboard/shopOrders?toShip=true');
  // Partly shipped orders are to ship; orders with failed payment are not.
  await waitFor(() => expect(numbers()).toEqual(['K-7QF2-M4XD', 'K-0FQM-3ZRD', 'K-6RTE-81JQ']));
  await user.click(await tab('All 5'));
  await expectAddress('/dashboard/shopOrders');
});

test('C41 search, statuses, days and sort are in the URL and survive a reload', async () => {
  const path = '?status=PLACED&from=2026-11-20&to=2026-11-26';
  const { user, listed, reload } = await openOrders([owen(), anna(), sam()], { path });
  expect(numbers()).toEqual(['K-4DNA-PX02', 'K-7QF2-M4XD']);
  await user.click(main().getByRole('button', { name: 'Total' }));
  await expectAddress('/dashboard/shopOrders?status=PLACED&from=2026-11-20&to=2026-11-26&sort=TOTAL_DESC');
  await waitFor(() => expect(numbers()).toEqual(['K-7QF2-M4XD', 'K-4DNA-PX02']));
  await fill(user, main().getByRole('searchbox', { name: 'Number, e-mail, name' }), 'owen');
  await waitFor(() => expect(numbers()).toEqual(['K-4DNA-PX02']));
  reload();
  await waitFor(() => expect(numbers()).toEqual(['K-4DNA-PX02']));
  expect(listed()).toMatchObject({
    filter: { search: 'owen', status: 'PLACED', from: new Date(2026, 10, 20).toISOString() },
    sort: 'TOTAL_DESC',
  });
  expect(main().getByLabelText('From')).toHaveValue('2026-11-20');
  expect(main().getByRole('searchbox')).toHaveValue('owen');
  await user.clear(main().getByLabelText('From'));
  await waitFor(() => expect(location.search).toBe('?search=owen&status=PLACED&to=2026-11-26&sort=TOTAL_DESC'));
});

test('C41 longer lists are paged', async () => {
  const { user } = await openOrders(Array.from({ length: 30 }, (_, at) => newShopOrder(`K-${at}`, 'Anna Meyer')));
  await waitFor(() => expect(rows()).toHaveLength(24));
  await user.click(main().getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(rows()).toHaveLength(6));
  expect(main().getByTestId('row-range')).toHaveTextContent('25–30 of 30');
});

test('C41 an empty list shows whether there are no orders, no matches or nothing to do', async () => {
  const { user } = await openOrders([]);
  expect(await main().findByText('No orders yet')).toBeVisible();
  expect(main().queryByRole('button', { name: 'Reset' })).toBeNull();
  await user.click(await tab('Needs attention 0'));
  expect(await main().findByText('Nothing needs you')).toBeVisible();
  await user.click(await tab('To ship 0'));
  expect(await main().findByText('Nothing to ship')).toBeVisible();
  await fill(user, main().getByRole('searchbox'), 'nobody');
  const empty = await main().findByText('No order fits these filters');
  await user.click(within(empty.parentElement as HTMLElement).getByRole('button', { name: 'Reset' }));
  await expectAddress('/dashboard/shopOrders?toShip=true');
});

test('C41 shows skeletons while loading; a failed list shows the reason and can be retried', async () => {
  const held = hold();
  const { user, shop } = renderApp('/dashboard/DashboardHome', {
    as: 'admin',
    resolvers: { ...shopOf([anna()]), counts: { users: 1, products: 1, orders: 1 } },
  });
  shop.intercept('ShopOrders', after(held.released));
  const nav = within(await screen.findByRole('navigation', { name: 'Dashboard' }));
  await user.click(await nav.findByRole('link', { name: 'Shop orders' }));
  await findHeading('Shop orders');
  expect(await main().findByText('Loading...')).toBeVisible();
  expect(main().getByTestId('skeletons')).toBeInTheDocument();
  held.release();
  await waitFor(() => expect(numbers()).toEqual(['K-7QF2-M4XD']));
  shop.intercept('ShopOrders', refuse('The shop is closed for a moment.'));
  await user.selectOptions(main().getByRole('combobox', { name: 'Order' }), 'Placed');
  expect(await main().findByRole('alert')).toHaveTextContent('The shop is closed for a moment.');
  shop.intercept('ShopOrders', undefined);
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(numbers()).toEqual(['K-7QF2-M4XD']));
});

test('C43 ships selected orders at once, lists refusals with reasons, and Undo reverts all shipments', async () => {
  const { user, shop } = await openOrders([anna(), owen(), jose()], { refusals: { 'K-2BVC-HH71': captureFailed } });
  await user.click(main().getByRole('checkbox', { name: 'Select all rows of this page' }));
  expect(bar().getByText('3 selected')).toBeVisible();
  await user.click(markShipped());
  const toast = await findToast(`2 shipped, 1 not: ${captureFailed}`);
  expect(toast).toHaveTextContent('K-2BVC-HH71');
  expect(shop.callsOf('CreateFulfillments').map(({ variables }) => variables)).toEqual([
    { input: { numbers: ['K-7QF2-M4XD', 'K-4DNA-PX02', 'K-2BVC-HH71'] } },
  ]);
  const report = within(main().getByRole('group', { name: 'Result' }));
  expect(report.getByText('2 shipped, 1 not')).toBeVisible();
  expect(textsOf(report.getAllByRole('listitem'))).toEqual([`K-2BVC-HH71: ${captureFailed}`]);
  await waitFor(() => expect(row('K-7QF2-M4XD').getByText('Fulfilled')).toBeVisible());
  expect(bar().getByText('1 selected')).toBeVisible();
  expect(await tab('To ship 0')).toBeVisible();
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  // Owen has paid; Anna's money is only reserved.
  await findToast('2 undone (what was charged stays charged)');
  expect(shop.callsOf('BulkUndoFulfillments').map(({ variables }) => variables)).toEqual([
    {
      input: {
        fulfillments: [
          { number: 'K-7QF2-M4XD', id: 'of-K-7QF2-M4XD' },
          { number: 'K-4DNA-PX02', id: 'of-K-4DNA-PX02' },
        ],
      },
    },
  ]);
  await waitFor(() => expect(row('K-7QF2-M4XD').getByText('Unfulfilled')).toBeVisible());
  expect(main().queryByRole('group', { name: 'Result' })).toBeNull();
});

test('C43 C48 prints or ships the selected orders, then clears the selection and focuses the rows', async () => {
  const { user } = await openOrders([anna(), owen()]);
  await user.click(select('K-4DNA-PX02'));
  expect(bar().getByRole('link', { name: 'Packing slips' })).toHaveAttribute(
    'href',
    '/dashboard/shopOrders/packing?numbers=K-4DNA-PX02',
  );
  await user.click(select('K-7QF2-M4XD'));
  expect(bar().getByRole('link', { name: 'Packing slips' })).toHaveAttribute(
    'href',
    '/dashboard/shopOrders/packing?numbers=K-4DNA-PX02,K-7QF2-M4XD',
  );
  await user.click(select('K-7QF2-M4XD'));
  await user.click(markShipped());
  await findToast('1 shipped');
  expect(main().queryByRole('group', { name: 'Selected orders' })).toBeNull();
  expect(main().getByRole('region', { name: 'Shop orders' })).toHaveFocus();
  expect(main().queryByRole('group', { name: 'Result' })).toBeNull();
});

test('C43 a retry repeats the idempotency key and offers no Undo, which may be over; a later request has a new key', async () => {
  const { user, shop } = await openOrders([anna(), owen()]);
  const keys = () => shop.callsOf('CreateFulfillments').map(({ headers }) => headers.get('idempotency-key'));
  await user.click(select('K-7QF2-M4XD'));
  shop.intercept('CreateFulfillments', offline);
  await user.click(markShipped());
  await findToast('The shop did not answer. Press again: no order is shipped twice.');
  await expectLogged('Failed to mark orders shipped');
  expect(bar().getByText('1 selected')).toBeVisible();
  shop.intercept('CreateFulfillments', undefined);
  await user.click(markShipped());
  expect(within(await findToast('1 shipped')).queryByRole('button', { name: 'Undo' })).toBeNull();
  await user.click(select('K-7QF2-M4XD'));
  await user.click(markShipped());
  await waitFor(() => expect(keys()).toHaveLength(3));
  const [first, second, third] = keys();
  expect(first).toBe(second);
  expect(third).not.toBe(first);
});

test('C43 an undo without a response can be retried', async () => {
  const { user, shop } = await openOrders([anna()]);
  await user.click(select('K-7QF2-M4XD'));
  await user.click(markShipped());
  const toast = await findToast('1 shipped');
  shop.intercept('BulkUndoFulfillments', offline);
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  const failed = await findToast('Failed to undo the shipments');
  await expectLogged('Failed to undo shipments');
  shop.intercept('BulkUndoFulfillments', undefined);
  await user.click(within(failed).getByRole('button', { name: 'Try again' }));
  await findToast('1 undone');
  await waitFor(() => expect(row('K-7QF2-M4XD').getByText('Unfulfilled')).toBeVisible());
});

test('C43 ships at most 50 at once; a filter clears the selection, another page keeps it', async () => {
  const { user, shop } = await openOrders(Array.from({ length: 60 }, (_, at) => newShopOrder(`K-${at}`, 'Anna Meyer')));
  const all = () => main().getByRole('checkbox', { name: 'Select all rows of this page' });
  for (const last of ['K-23', 'K-47', 'K-59']) {
    await waitFor(() => row(last));
    await user.click(all());
    if (last !== 'K-59') await user.click(main().getByRole('button', { name: 'Next' }));
  }
  expect(bar().getByText('60 selected, at most 50 at once')).toBeVisible();
  expect(markShipped()).toHaveAttribute('aria-disabled', 'true');
  expect(bar().queryByRole('link')).toBeNull();
  markShipped().click();
  expect(shop.callsOf('CreateFulfillments')).toEqual([]);
  for (let at = 50; at < 60; at += 1) await user.click(select(`K-${at}`));
  await user.click(markShipped());
  await findToast('50 shipped');
  await user.click(select('K-50'));
  await user.selectOptions(main().getByRole('combobox', { name: 'Order' }), 'Placed');
  expect(main().queryByRole('group', { name: 'Selected orders' })).toBeNull();
});

test('C41 exports the filtered orders page by page, and resumes an interrupted export', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (file) => {
    saved.push(file as Blob);
    // jsdom follows a hash link without a page load.
    return '#orders';
  };
  URL.revokeObjectURL = () => undefined;
  const many = Array.from({ length: 110 }, (_, at) => newShopOrder(`K-${at}`, 'Anna Meyer'));
  const { user, shop } = await openOrders([...many, sam()], { path: '?status=PLACED' });
  const pages = () => shop.callsOf('ExportShopOrders').map(({ variables }) => variables);
  shop.intercept('ExportShopOrders', (next, { variables }) =>
    variables['after'] === '100' && pages().length === 2 ? Promise.reject(new TypeError('Failed to fetch')) : next(),
  );
  await user.click(main().getByRole('button', { name: 'Export CSV' }));
  expect(await main().findByRole('alert')).toHaveTextContent('The shop did not answer. What was read so far is kept.');
  await user.click(main().getByRole('button', { name: 'Continue' }));
  expect(await main().findByText('110 orders exported')).toBeVisible();
  const filter = { status: 'PLACED' };
  expect(pages()).toEqual([
    { filter, sort: 'NEWEST', first: 100, after: null },
    { filter, sort: 'NEWEST', first: 100, after: '100' },
    { filter, sort: 'NEWEST', first: 100, after: '100' },
  ]);
  expect(saved).toHaveLength(1);
  const lines = (await textOf(saved[0] as Blob)).trim().split('\r\n');
  expect(lines).toHaveLength(111);
  expect(lines[1]).toContain('"K-0"');
  expect(lines[110]).toContain('"K-109"');
});

test('C41 on a phone each order is a card, and the filters are in a sheet', async () => {
  const { user } = await openOrders([anna(), owen(), sam()], { width: 390 });
  expect(main().queryByRole('combobox', { name: 'Payment' })).toBeNull();
  expect(main().getByRole('combobox', { name: 'Sort by' })).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.selectOptions(sheet.getByRole('combobox', { name: 'Fulfillment' }), 'Delivered');
  await user.click(await sheet.findByRole('button', { name: 'Show 1 order' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectAddress('/dashboard/shopOrders?fulfillment=DELIVERED');
  expect(numbers()).toEqual(['K-7CWT-9ALN']);
  expect(main().getByRole('button', { name: 'Filters 1 active' })).toBeVisible();
});

test('a day that is typed just before the sheet is closed filters, too', async () => {
  const { user } = await openOrders([anna()], { width: 390 });
  await user.click(main().getByRole('button', { name: 'Filters' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.type(sheet.getByLabelText('From'), '2026-11-20');
  await user.keyboard('{Escape}');
  await expectAddress('/dashboard/shopOrders?from=2026-11-20');
});

test('with text of twice the size, orders are cards even at 1440 px', async () => {
  document.documentElement.style.fontSize = '32px';
  try {
    await openOrders([anna(), owen()], { width: 1440 });
    expect(main().getByRole('combobox', { name: 'Sort by' })).toBeVisible();
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

test('C53 a user without the admin role sees neither the page nor its link', async () => {
  renderApp('/dashboard/shopOrders', { as: 'user', resolvers: {} });
  await waitFor(() => expect(location.pathname).not.toBe('/dashboard/shopOrders'));
  expect(screen.queryByRole('link', { name: 'Shop orders' })).toBeNull();
});
