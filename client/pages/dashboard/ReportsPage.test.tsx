import { waitFor, within } from '@testing-library/dom';
import { newProduct, pageOf } from '../../testing/builders';
import { expectAddress, expectTitle, field, findHeading, main, textsOf } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { offline } from '../../testing/shop';

interface Drawn {
  data: readonly { label: string; net: number }[];
  ariaLabel: string;
}

/** jsdom has no layout, so the chart would be empty; the browser tests cover its drawing. */
jest.mock('@nivo/bar', () => ({
  ResponsiveBar: ({ data, ariaLabel }: Drawn) => (
    <figure role="img" aria-label={ariaLabel} data-bars={data.map(({ label, net }) => `${label} ${net}`).join(', ')} />
  ),
}));

interface Asked {
  from: string;
  to: string;
  by: 'DAY' | 'MONTH';
}

const money = (amount: number) => ({ amount });

/** The days of the design ‘Reports’. */
const figures = (
  orders: number,
  goods: number,
  discounts: number,
  shipping: number,
  tax: number,
  refunds: number,
  disputes = 0,
) => ({
  ...{ orders, goods: money(goods), discounts: money(discounts), shipping: money(shipping), tax: money(tax) },
  ...{ includedTax: money(0), refunds: money(refunds), disputes: money(disputes) },
  net: money(goods - discounts + shipping + tax - refunds - disputes),
});

const days = [
  { period: '2026-11-24', figures: figures(13, 118_750, 1_500, 2_994, 8_460, 4_076) },
  { period: '2026-11-23', figures: figures(11, 93_400, 0, 2_495, 6_620, 0) },
  { period: '2026-11-21', figures: figures(0, 0, 0, 0, 0, 2_500) },
];
const total = figures(24, 212_150, 1_500, 5_489, 15_080, 6_576);

const mug = newProduct({ name: 'Stoneware mug' });

const reportOf = (asked: Asked, more: object = {}) => ({
  ...{ ...asked, rows: days, total, ledgerTotal: total.net, agrees: true },
  taxZones: [
    { name: 'California', tax: money(10_000), refundedTax: money(276) },
    { name: null, tax: money(5_080), refundedTax: money(0) },
  ],
  bestSellers: [
    { id: mug.id, product: mug, name: 'Stoneware mug', picture: null, sold: 34 },
    { id: 'gone', product: null, name: 'Felt hat', picture: null, sold: 21 },
  ],
  ...more,
});

const empty = { rows: [], total: figures(0, 0, 0, 0, 0, 0), ledgerTotal: money(0), taxZones: [], bestSellers: [] };
const level = (available: number) => ({
  ...{ id: `${available}`, onHand: available, held: 0, available, lowStockThreshold: 5, version: 1, movements: [] },
});
const low = [
  { id: '1', product: newProduct({ name: 'Market tote' }), level: level(0) },
  { id: '2', product: newProduct({ name: 'Running shoe' }), level: level(4) },
];

async function open(path = '?from=2026-11-16&to=2026-11-24', { more = {}, width = 1440 } = {}) {
  const app = renderApp(`/dashboard/reports${path}`, {
    as: 'admin',
    width,
    resolvers: {
      salesReport: (asked: Asked) => reportOf(asked, more),
      stockLevels: ({ filter }: { filter?: { state?: string } | null }) =>
        pageOf(filter?.state === 'TO_REORDER' ? low : []),
    },
  });
  await findHeading('Reports');
  const asked = () => app.shop.callsOf('SalesReport').map(({ variables }) => variables as unknown as Asked);
  return { ...app, asked };
}

const table = () => main().findByRole('table', { name: 'Figures by day' });
const cellsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('row')
    .map((each) => textsOf([...each.querySelectorAll('th, td')]));
/** The text of the saved file. */
async function savedBy(press: () => Promise<void>): Promise<string> {
  let file: Blob | undefined;
  URL.createObjectURL = (blob) => {
    file = blob as Blob;
    // jsdom follows a hash link without a page load.
    return '#report';
  };
  URL.revokeObjectURL = () => undefined;
  await press();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(file as Blob);
  });
}

const region = async (name: string) => within(await main().findByRole('region', { name }));

test('C51 the table shows sales by day with a total row, and states that it equals the ledgers', async () => {
  await open();
  await expectTitle('Reports · Kiosk');
  expect(cellsOf(await table())).toEqual([
    ['Day', 'Orders', 'Goods', 'Discounts', 'Shipping', 'Tax', 'Refunds', 'Net'],
    ['Nov 24', '13', '$1,187.50', '−$15.00', '$29.94', '$84.60', '−$40.76', '$1,246.28'],
    ['Nov 23', '11', '$934.00', '–', '$24.95', '$66.20', '–', '$1,025.15'],
    ['Nov 21', '0', '$0.00', '–', '$0.00', '$0.00', '−$25.00', '−$25.00'],
    ['Total', '24', '$2,121.50', '−$15.00', '$54.89', '$150.80', '−$65.76', '$2,246.43'],
  ]);
  expect(main().getByText('Equals the sum of the order ledgers to the cent')).toBeVisible();
  expect(textsOf(main().getAllByRole('definition')).slice(0, 3)).toEqual(['24', '$2,121.50', '$2,246.43']);
});

const disputed = {
  rows: [
    { period: '2026-11-24', figures: figures(0, 0, 0, 0, 0, -1_073, 0) },
    { period: '2026-11-23', figures: figures(0, 0, 0, 0, 0, 0, -900) },
    { period: '2026-11-21', figures: figures(1, 10_000, 0, 0, 0, 1_073, 2_000) },
  ],
  total: figures(1, 10_000, 0, 0, 0, 0, 1_100),
  ledgerTotal: money(8_900),
  taxZones: [{ name: 'California', tax: money(700), refundedTax: money(-73) }],
};

test('C51 disputes have a column, and the return of a failed refund has a plus sign', async () => {
  const { user } = await open(undefined, { more: disputed });
  expect(cellsOf(await table())).toEqual([
    ['Day', 'Orders', 'Goods', 'Discounts', 'Shipping', 'Tax', 'Refunds', 'Disputes', 'Net'],
    ['Nov 24', '0', '$0.00', '–', '$0.00', '$0.00', '+$10.73', '–', '$10.73'],
    ['Nov 23', '0', '$0.00', '–', '$0.00', '$0.00', '–', '+$9.00', '$9.00'],
    ['Nov 21', '1', '$100.00', '–', '$0.00', '$0.00', '−$10.73', '−$20.00', '$69.27'],
    ['Total', '1', '$100.00', '–', '$0.00', '$0.00', '–', '−$11.00', '$89.00'],
  ]);
  const taxes = await region('Tax by zone');
  expect(textsOf(taxes.getAllByRole('term')).at(-1)).toBe('Refunded, California');
  expect(textsOf(taxes.getAllByRole('definition')).at(-1)).toBe('+$0.73');
  const file = await savedBy(() => user.click(main().getByRole('button', { name: 'Export CSV' })));
  expect(file.split('\r\n').slice(1, -1)).toEqual([
    '"2026-11-24","0","0.00","0.00","0.00","0.00","0.00","-10.73","0.00","10.73"',
    '"2026-11-23","0","0.00","0.00","0.00","0.00","0.00","0.00","-9.00","9.00"',
    '"2026-11-21","1","100.00","0.00","0.00","0.00","0.00","10.73","20.00","69.27"',
    '"Total","1","100.00","0.00","0.00","0.00","0.00","0.00","11.00","89.00"',
  ]);
});

test('C51 the chart has every day, also without sales, and its label refers to the table', async () => {
  await open();
  const name = 'Net by day, Nov 16 – Nov 24: the table below has the numbers';
  const zeros = [16, 17, 18, 19, 20].map((day) => `Nov ${day} 0`);
  expect((await main().findByRole('img', { name })).dataset['bars']?.split(', ')).toEqual([
    ...[...zeros, 'Nov 21 -25', 'Nov 22 0', 'Nov 23 1025.15', 'Nov 24 1246.28'],
  ]);
});

test('C51 when the sums differ, the message shows both', async () => {
  await open(undefined, { more: { agrees: false, ledgerTotal: money(total.net.amount - 1) } });
  expect(
    await main().findByText('Does not equal the sum of the order ledgers: $2,246.43 here, $2,246.42 there.'),
  ).toBeVisible();
  const link = main().getByRole('link', { name: 'Compare with the payment provider' });
  expect(link).toHaveAttribute('href', '/dashboard/payments');
});

test('C51 shows tax by zone, best sellers and products to reorder', async () => {
  await open();
  const taxes = await region('Tax by zone');
  await waitFor(() =>
    expect(textsOf(taxes.getAllByRole('definition'))).toEqual(['$100.00', '$50.80', '$150.80', '−$2.76']),
  );
  const best = await region('Best sellers');
  expect(textsOf(best.getAllByRole('listitem'))).toEqual(['Stoneware mug34 sold', 'Felt hat21 sold']);
  expect(textsOf(best.getAllByRole('link'))).toEqual(['Stoneware mug']);
  const reorder = await region('To reorder');
  expect(textsOf(await reorder.findAllByRole('listitem'))).toEqual(['Market toteOut of Stock', 'Running shoe4 left']);
});

/** Pages as the server gives them that stops searching before the end: the first one is empty. */
type App = ReturnType<typeof renderApp>;

async function openSearched(found: readonly object[], prepare: (shop: App['shop']) => void = () => undefined) {
  const app = renderApp('/dashboard/reports?from=2026-11-16&to=2026-11-24', {
    as: 'admin',
    resolvers: {
      salesReport: (asked: Asked) => reportOf(asked),
      stockLevels: ({ first, after }: { first: number; after?: string | null }) =>
        after
          ? pageOf(found, { first, after: after === 'searched' ? null : after })
          : pageOf([], {}, { pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'searched' } }),
    },
  });
  prepare(app.shop);
  return { ...app, reorder: await region('To reorder') };
}

test('C51 products to reorder are found behind pages without any, and only the end says that nothing is low', async () => {
  const { reorder } = await openSearched(low);
  expect(textsOf(await reorder.findAllByRole('listitem'))).toEqual(['Market toteOut of Stock', 'Running shoe4 left']);
  expect(reorder.queryByText('Nothing is low')).toBeNull();
  expect(reorder.queryByRole('link', { name: 'All to reorder' })).toBeNull();
});

test('C51 with nothing low on any page the report says so', async () => {
  const { reorder, shop } = await openSearched([]);
  expect(await reorder.findByText('Nothing is low')).toBeVisible();
  expect(shop.callsOf('ToReorder')).toHaveLength(2);
});

test('C51 of more than five products to reorder a link leads to all of them', async () => {
  const many = Array.from({ length: 7 }, (_, index) => ({
    ...{
      id: `many-${index}`,
      product: newProduct({ name: `Lamp ${index}` }),
      level: { ...level(1), id: `many-${index}` },
    },
  }));
  const { reorder } = await openSearched(many);
  expect(await reorder.findAllByRole('listitem')).toHaveLength(5);
  expect(await reorder.findByRole('link', { name: 'All to reorder' })).toHaveAttribute(
    'href',
    '/dashboard/stock?state=TO_REORDER',
  );
});

test('C51 a search for products to reorder that breaks off can be taken up again', async () => {
  let isDown = true;
  const { reorder, user } = await openSearched(low, (shop) =>
    shop.intercept('ToReorder', (...given) =>
      isDown && shop.callsOf('ToReorder').length > 1 ? offline(...given) : given[0](),
    ),
  );
  expect(await reorder.findByRole('alert')).toHaveTextContent('Failed to load the stock');
  expect(reorder.queryByText('Nothing is low')).toBeNull();
  isDown = false;
  await user.click(reorder.getByRole('button', { name: 'Try again' }));
  expect(await reorder.findAllByRole('listitem')).toHaveLength(2);
});

test('C51 arrow keys go through the ranges without leaving the field, and to days of one’s own', async () => {
  const { user } = await open('');
  await table();
  const range = main().getByRole('combobox', { name: 'Range' });
  range.focus();
  await user.selectOptions(range, 'Days of your own');
  expect(range).toHaveFocus();
  expect(range).toHaveDisplayValue('Days of your own');
  await user.selectOptions(range, 'Last 7 days');
  expect(range).toHaveDisplayValue('Last 7 days');
  expect(range).toHaveFocus();
});

test('C51 range, days and grouping are in the URL', async () => {
  const { user, asked } = await open('');
  await table();
  expect(asked()).toHaveLength(1);
  await user.selectOptions(main().getByRole('combobox', { name: 'Range' }), 'Last 7 days');
  await waitFor(() => expect(asked()).toHaveLength(2));
  const [, { from, to }] = asked() as [Asked, Asked];
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6);
  await expectAddress(`/dashboard/reports?from=${from}&to=${to}&by=DAY`);
  await user.click(main().getByRole('button', { name: 'By month' }));
  await expectAddress(`/dashboard/reports?from=${from}&to=${to}&by=MONTH`);
  await waitFor(() => expect(asked().at(-1)).toEqual({ from, to, by: 'MONTH' }));
  expect(main().getByRole('combobox', { name: 'Range' })).toHaveDisplayValue('Days of your own');
});

test('C51 an invalid range is reported, and nothing is requested', async () => {
  const { asked } = await open('?from=2026-11-24&to=2026-11-16');
  expect(await main().findByText('The last day is before the first one.')).toBeVisible();
  expect(field('From')).toHaveValue('2026-11-24');
  expect(asked()).toEqual([]);
  expect(main().queryByRole('table')).toBeNull();
});

test('C51 a range without sales shows only the total row and empty states', async () => {
  await open(undefined, { more: empty });
  expect(await main().findByText('No orders in these days')).toBeVisible();
  expect(cellsOf(await table()).slice(1)).toEqual([['Total', '0', '$0.00', '–', '$0.00', '$0.00', '–', '$0.00']]);
  expect(main().getByText('No tax in these days')).toBeVisible();
  expect(main().getByText('Nothing was sold in these days')).toBeVisible();
});

test('C51 on a phone the table has Day, Orders, Goods and Net, and a row expands to the rest', async () => {
  const { user } = await open(undefined, { width: 390 });
  expect(cellsOf(await table())[1]).toEqual(['Nov 24', '13', '$1,187.50', '$1,246.28']);
  const day = main().getByRole('button', { name: 'Nov 24' });
  expect(day).toHaveAttribute('aria-expanded', 'false');
  await user.click(day);
  expect(day).toHaveAttribute('aria-expanded', 'true');
  expect(cellsOf(await table())[2]).toEqual(['Discounts−$15.00Shipping$29.94Tax$84.60Refunds−$40.76']);
});

test('C51 a failed report can be retried', async () => {
  const { user, shop } = await open('', { more: {} });
  await table();
  shop.intercept('SalesReport', offline);
  await user.click(main().getByRole('button', { name: 'By month' }));
  const again = await main().findByRole('button', { name: 'Try again' });
  expect(main().queryByRole('table')).toBeNull();
  shop.intercept('SalesReport', undefined);
  await user.click(again);
  expect(await main().findByRole('table', { name: 'Figures by month' })).toBeVisible();
});

test('C51 the report is exported as CSV with a total row', async () => {
  const { user } = await open();
  await table();
  const text = await savedBy(() => user.click(main().getByRole('button', { name: 'Export CSV' })));
  expect(text.split('\r\n')).toEqual([
    '"Day","Orders","Goods","Discounts","Shipping","Tax","Tax in prices","Refunds","Disputes","Net"',
    '"2026-11-24","13","1187.50","15.00","29.94","84.60","0.00","40.76","0.00","1246.28"',
    '"2026-11-23","11","934.00","0.00","24.95","66.20","0.00","0.00","0.00","1025.15"',
    '"2026-11-21","0","0.00","0.00","0.00","0.00","0.00","25.00","0.00","-25.00"',
    '"Total","24","2121.50","15.00","54.89","150.80","0.00","65.76","0.00","2246.43"',
    '',
  ]);
});
