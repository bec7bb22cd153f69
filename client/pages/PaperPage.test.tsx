import { screen, waitFor, within } from '@testing-library/dom';
import { newOrder } from '../testing/checkout';
import { expectLogged } from '../testing/console';
import { findHeading, findToast, main, textsOf } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { refusal } from '../testing/shop';

const number = 'K-7F3Q-9M2X';
const sender = ['Kiosk Inc.', '18 Market Lane', 'Tax number 12-3456789'];
const parties = [
  { label: 'Billed to', lines: ['Anna Meyer', '1 First Street'] },
  { label: 'Delivery address', lines: ['Anna Meyer', '1 First Street', 'San Jose, CA 95112', 'United States'] },
];
const columns = (...titles: string[]) => titles.map((title, at) => ({ title, kind: at === 0 ? 'TEXT' : 'NUMBER' }));
const invoicePaper = {
  ...{ title: 'Invoice', facts: ['2026-000127', 'November 25, 2026', `Order ${number}`], sender, parties },
  columns: columns('Item', 'Quantity', 'Unit price', 'Tax', 'Amount'),
  rows: [['Harbour Kettle', '1', '$84.00', '$6.09', '$84.00']],
  sums: [
    { label: 'Tax, California 7.25%', amount: '$6.09', isTotal: false },
    { label: 'Total', amount: '$90.09', isTotal: true },
    { label: 'Paid on November 25, 2026, Visa •••• 4242', amount: '−$90.09', isTotal: false },
    { label: 'Due', amount: '$0.00', isTotal: true },
  ],
  ...{ notes: ['Test order: no money moved.'], foot: 'Thank you for buying at Kiosk Inc.' },
};
const creditNotePaper = {
  ...{ title: 'Credit note', facts: ['CN-2026-000003', 'November 30, 2026', 'Invoice 2026-000127'], sender, parties },
  columns: columns('Item', 'Quantity', 'Amount with tax'),
  rows: [
    ['Harbour Kettle', '1', '$90.09'],
    ['Other', '', '−$1.00'],
  ],
  sums: [{ label: 'Refunded', amount: '$89.09', isTotal: true }],
  ...{ notes: [], foot: 'Thank you for buying at Kiosk Inc.' },
};
const slip = (order: string, pieces: number, notes: string[] = []) => ({
  ...{ title: 'Packing slip', facts: [`Order ${order}`, 'Standard'], sender, parties: parties.slice(1) },
  columns: [...columns('Item', 'Quantity'), { title: 'Packed', kind: 'BOX' }],
  rows: [['Harbour Kettle', String(pieces), '']],
  ...{ sums: [{ label: 'Pieces', amount: String(pieces), isTotal: true }], notes, foot: 'Thank you' },
});
const paid = newOrder({
  ...{ invoiceNumber: '2026-000127', invoice: { number: '2026-000127', paper: invoicePaper }, buyerNote: '' },
  creditNotes: [{ number: 'CN-2026-000003', paper: creditNotePaper }],
});

const texts = (name: string) =>
  main()
    .getAllByRole('row')
    .map((row) => textsOf([...row.children]).join('|'))
    .concat(name);

test('C48 an invoice shows sender, number, date, order, both addresses, lines with tax, totals, paid and due', async () => {
  renderApp(`/dashboard/orders/${number}/invoice`, { as: 'user', resolvers: { order: paid } });
  await findHeading('Invoice 2026-000127');
  const paper = within(await main().findByRole('article', { name: 'Invoice 2026-000127' }));
  for (const words of ['Kiosk Inc.', '18 Market Lane', 'November 25, 2026', `Order ${number}`])
    expect(paper.getByText(words)).toBeVisible();
  expect(paper.getByRole('region', { name: 'Billed to' })).toHaveTextContent('Anna Meyer');
  expect(paper.getByRole('region', { name: 'Delivery address' })).toHaveTextContent('San Jose, CA 95112');
  expect(texts('')).toEqual([...['Item|Quantity|Unit price|Tax|Amount', 'Harbour Kettle|1|$84.00|$6.09|$84.00', '']]);
  const sums = paper.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(sums).toEqual([
    ['Tax, California 7.25%', '$6.09'],
    ['Total', '$90.09'],
    ['Paid on November 25, 2026, Visa •••• 4242', '−$90.09'],
    ['Due', '$0.00'],
  ]);
  expect(paper.getByText('Test order: no money moved.')).toBeVisible();
  expect(main().getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
    'href',
    `/dashboard/orders/${number}`,
  );
});

test('C48 a guest’s link opens the invoice and its PDF, and its token is sent in a header of both requests', async () => {
  const { user, shop } = renderApp(`/order/${number}/secret/invoice`, { resolvers: { order: paid } });
  const asked: (string | null)[] = [];
  shop.serve(/^\/api\/orders\//, (_body, headers) => {
    asked.push(headers.get('x-checkout-token'));
    return new Response('%PDF', {
      headers: { 'content-disposition': 'attachment; filename="invoice-2026-000127.pdf"' },
    });
  });
  await findHeading('Invoice 2026-000127');
  expect(shop.callsOf('OrderPapers')[0]?.headers.get('x-checkout-token')).toBe('secret');
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:invoice';
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await user.click(main().getByRole('button', { name: 'Download PDF' }));
  await waitFor(() => expect(saved).toEqual(['invoice-2026-000127.pdf']));
  expect(asked).toEqual(['secret']);
  click.mockRestore();
});

test('C48 a credit note shows the refunded lines of the invoice', async () => {
  renderApp(`/dashboard/orders/${number}/cn-2026-000003`, { as: 'user', resolvers: { order: paid } });
  await findHeading('Credit note CN-2026-000003');
  expect(main().getByText('Invoice 2026-000127')).toBeVisible();
  expect(texts('')).toEqual([...['Item|Quantity|Amount with tax', 'Harbour Kettle|1|$90.09', 'Other||−$1.00', '']]);
  expect(main().getByText('$89.09')).toBeVisible();
});

test.each(['invoice', 'CN-2026-000009'])(
  'C48 a document that is not issued shows the not-found page: %s',
  async (paper) => {
    renderApp(`/dashboard/orders/${number}/${paper}`, {
      as: 'user',
      resolvers: { order: newOrder({ invoice: null, buyerNote: '' }) },
    });
    await findHeading('Page not found');
  },
);

test('C48 another person’s order shows the not-found page', async () => {
  const order = () => {
    throw refusal('There is no such order.', 'NOT_FOUND', 'number');
  };
  renderApp(`/dashboard/orders/${number}/invoice`, { as: 'user', resolvers: { order } });
  await findHeading('Page not found');
});

test('C48 admins print the packing slips of several orders at once, without prices', async () => {
  const packed = [
    { ...paid, packingSlip: slip(number, 2, ['Note: Ring twice']) },
    { ...paid, number: 'K-0000-0002', packingSlip: slip('K-0000-0002', 1) },
  ];
  const resolvers = { packingSlips: packed };
  const { user, shop } = renderApp(`/dashboard/shopOrders/packing?numbers=${number},K-0000-0002`, {
    as: 'admin',
    resolvers,
  });
  await findHeading('Packing slips');
  const slips = await main().findAllByRole('article');
  expect(shop.callsOf('PackingSlips')[0]?.variables).toEqual({ numbers: [number, 'K-0000-0002'] });
  expect(slips.map((slip) => slip.getAttribute('aria-label'))).toEqual([
    ...[`Packing slip, order ${number}`, 'Packing slip, order K-0000-0002'],
  ]);
  expect(within(slips[0] as HTMLElement).getByText('Note: Ring twice')).toBeVisible();
  expect(slips.map((slip) => within(slip).getAllByRole('row')[1]?.textContent)).toEqual([
    ...['Harbour Kettle2☐', 'Harbour Kettle1☐'],
  ]);
  for (const slip of slips) expect(slip).not.toHaveTextContent('$');
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  await user.click(main().getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  print.mockRestore();
});

test('C48 an admin opens the packing slip of one order', async () => {
  const resolvers = { packingSlips: [{ ...paid, packingSlip: slip(number, 1) }], shopOrder: paid };
  const { shop } = renderApp(`/dashboard/shopOrders/${number}/packing`, { as: 'admin', resolvers });
  await findHeading(`Packing slip, order ${number}`);
  expect(shop.callsOf('PackingSlips')[0]?.variables).toEqual({ numbers: [number] });
  expect(main().getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
    'href',
    `/dashboard/shopOrders/${number}`,
  );
});

test('the lines of a paper are a landmark and a stop of the Tab key only where they have to be scrolled', async () => {
  const resolvers = { packingSlips: [{ ...paid, packingSlip: slip(number, 1) }] };
  const { reload } = renderApp(`/dashboard/shopOrders/packing?numbers=${number}`, { as: 'admin', resolvers });
  await main().findByRole('article');
  expect(main().getByRole('link', { name: 'Back to the orders' })).toHaveAttribute('href', '/dashboard/shopOrders');
  expect(main().queryByRole('region', { name: /Lines/ })).toBeNull();
  const layout = jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  reload();
  const lines = await main().findByRole('region', { name: `Lines of Packing slip, order ${number}` });
  expect(lines).toHaveAttribute('tabindex', '0');
  layout.mockRestore();
});

test('C48 an admin opens the invoice of an order, and print styles hide everything else', async () => {
  renderApp(`/dashboard/shopOrders/${number}/invoice`, { as: 'admin', resolvers: { shopOrder: paid } });
  await findHeading('Invoice 2026-000127');
  const sheets = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  expect(sheets.join('\n')).toMatch(/@media print[^]*:not\(:has\(\[data-paper\]\)/);
  expect(screen.getByRole('article')).toHaveAttribute('data-paper');
});

test('C48 the order page links to the invoice and the credit notes', async () => {
  const { user } = renderApp(`/dashboard/orders/${number}`, { as: 'user', resolvers: { order: paid } });
  expect(await main().findByRole('link', { name: 'Credit note CN-2026-000003' })).toHaveAttribute(
    'href',
    `/dashboard/orders/${number}/CN-2026-000003`,
  );
  await user.click(main().getByRole('link', { name: 'Invoice 2026-000127' }));
  await findHeading('Invoice 2026-000127');
});

test('C48 a PDF that fails to load shows an error', async () => {
  const { user, shop } = renderApp(`/dashboard/orders/${number}/invoice`, { as: 'user', resolvers: { order: paid } });
  shop.serve(/^\/api\/orders\//, () => new Response(null, { status: 503 }));
  await user.click(await main().findByRole('button', { name: 'Download PDF' }));
  await findToast('The PDF could not be loaded. Please try again.');
  await expectLogged('Failed to load a PDF');
});
