import { EventEmitter, once } from 'node:events';
import { captureOrder } from '../orders/capturePayments';
import { driveOrder } from '../orders/driveOrder';
import type { OrderDocument } from '../orders/orderDocument';
import { documentRows } from '../rest/documentRows';
import { Buyer, countedProduct } from '../testing/buyer';
import { openApiChecker } from '../testing/openApiChecker';
import { createPrincipals, must, type Principal, type PrincipalName } from '../testing/principals';
import { placeOrder } from '../testing/placedOrder';
import { readPdf } from '../testing/readPdf';
import { silentLog } from '../testing/silentLog';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let people: Record<PrincipalName, Principal>;
let described: ReturnType<typeof openApiChecker>;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPrincipals(server);
  described = openApiChecker((await server.call('GET', '/api/openapi.json')).json as object);
});
afterAll(() => server.stop());

interface Shown {
  readonly total: { readonly amount: number };
  readonly subtotal: { readonly amount: number };
  readonly taxTotal: { readonly amount: number };
  readonly invoiceNumber: string | null;
  readonly invoice: { readonly number: string; readonly due: { readonly amount: number } } | null;
  readonly creditNotes: readonly { readonly number: string; readonly amount: { readonly amount: number } }[];
}

const parts = () => ({
  ...{ repositories: server.repositories, provider: server.saga.provider, now: () => new Date(), log: silentLog },
});

async function pay(number: string): Promise<void> {
  const { orders } = server.repositories;
  const order = (await orders.find(number)) as OrderDocument;
  const captured = await captureOrder({ orders, provider: server.saga.provider, now: () => new Date() }, order);
  await driveOrder(parts(), captured as OrderDocument);
}

async function placeAs(person: Principal | null, quantity = 3): Promise<{ number: string; token: string | null }> {
  const { slug } = await countedProduct(server, 9, 19.99);
  const buyer = new Buyer(server, person?.token === undefined ? {} : { idToken: person.token });
  const number = await placeOrder(buyer, { slug, quantity });
  return { number, token: buyer.checkoutToken };
}

interface Asker {
  readonly token?: string | undefined;
  readonly guest?: string | null;
}

/** Also checks every answer to GET against the OpenAPI document. */
async function get(path: string, { token, guest }: Asker = {}, method = 'GET'): Promise<Response> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(guest != null && { 'x-checkout-token': guest }),
    },
  });
  if (method !== 'GET') return response;
  const [bare = ''] = path.split('?');
  const isOf = (row: string) => new RegExp(`^${row.replace('.', '\\.').replace(/:\w+/g, '[^/]+')}$`, 'i').test(bare);
  const row = documentRows.find((each) => isOf(each.path));
  const { status, headers } = response;
  const text = await response.clone().text();
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  const answer = { status, headers, text, json: isJson ? (JSON.parse(text) as unknown) : null };
  expect(described.faultsOf({ method, path: row?.path ?? path }, answer)).toEqual([]);
  return response;
}

async function pdfAt(path: string, asker: Asker): Promise<{ response: Response; pages: string[] }> {
  const response = await get(path, asker);
  expect([path, response.status]).toEqual([path, 200]);
  return { response, pages: readPdf(Buffer.from(await response.arrayBuffer())) };
}

const fields =
  'total { amount } subtotal { amount } taxTotal { amount } invoiceNumber invoice { number due { amount } seller { name } } creditNotes { number amount { amount } }';
const shown = async (number: string): Promise<Shown> => {
  const query = `query ($number: ID!) { shopOrder(number: $number) { ${fields} } }`;
  return ((await must(server, query, { number }, people.admin.token)) as { shopOrder: Shown }).shopOrder;
};

interface Printed {
  readonly rows: readonly (readonly string[])[];
  readonly sums: readonly { readonly label: string; readonly amount: string }[];
  readonly columns: readonly { readonly kind: string }[];
}

interface PrintedOrder {
  readonly invoice: { readonly paper: Printed } | null;
  readonly creditNotes: readonly { readonly paper: Printed }[];
  readonly packingSlip: Printed | null;
}

const paper = 'paper { title facts sender rows columns { title kind } sums { label amount isTotal } notes foot }';
const printedFields = `invoice { ${paper} } creditNotes { ${paper} } packingSlip { rows columns { kind } sums { label amount } }`;
async function printed(field: 'order' | 'shopOrder', number: string, { token }: Principal): Promise<PrintedOrder> {
  const query = `query ($number: ID!) { ${field}(number: $number) { ${printedFields} } }`;
  return ((await must(server, query, { number }, token)) as Record<typeof field, PrintedOrder>)[field];
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

test('C48 an issued invoice is a PDF with the amounts of the order, only for its buyer and admins', async () => {
  const { number } = await placeAs(people.owner);
  const own = `/orders/${number}/invoice.pdf`;
  const ofShop = `/shopOrders/${number.toLowerCase()}/invoice.pdf`;
  expect((await shown(number)).invoiceNumber).toBeNull();
  expect((await get(own, people.owner)).status).toBe(404);
  await pay(number);
  const order = await shown(number);
  expect(order.invoice).toMatchObject({
    number: order.invoiceNumber,
    due: { amount: 0 },
    seller: { name: 'Kiosk Inc.' },
  });
  for (const [path, { token }] of [
    [own, people.owner],
    [ofShop, people.admin],
  ] as const) {
    const { response, pages } = await pdfAt(path, { token });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="invoice-${order.invoiceNumber}.pdf"`,
      'x-content-type-options': 'nosniff',
    });
    expect(pages).toHaveLength(1);
    const words = [
      'Invoice',
      order.invoiceNumber ?? '',
      number,
      'Arc reading lamp',
      'Anna Meyer',
      'San Jose, CA 95112',
    ];
    const { total, subtotal, taxTotal } = order;
    const sums = [subtotal, taxTotal, total].map(({ amount }) => dollars(amount));
    for (const word of [...words, ...sums, `−${dollars(total.amount)}`, '$0.00', 'Page 1 of 1'])
      expect(pages[0]).toContain(word);
  }
  const refused = async (path: string, person: Asker) => (await get(path, person)).status;
  for (const name of ['other', 'admin', 'anonymous', 'unverified'] as const)
    expect([name, await refused(own, people[name])]).toEqual([name, 404]);
  expect(await refused(own, people.disabled)).not.toBe(200);
  expect(
    await Promise.all(
      (['owner', 'other', 'demoted', 'anonymous'] as const).map((each) => refused(ofShop, people[each])),
    ),
  ).toEqual([...[403, 403, 403, 401]]);
  expect(await refused('/orders/K-0000-0000/invoice.pdf', people.owner)).toBe(404);
  const posted = await get(own, people.owner, 'POST');
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('C48 a guest reads the invoice only with the token of the order in the header', async () => {
  const { number, token } = await placeAs(null);
  await pay(number);
  const path = `/orders/${number}/invoice.pdf`;
  expect((await pdfAt(path, { guest: token })).pages[0]).toContain(number);
  for (const guest of [null, 'wrong', `${token}x`]) expect((await get(path, { guest })).status).toBe(404);
  // An address, which others may see, has no parameters.
  expect((await get(`${path}?token=${token}`)).status).toBe(400);
});

test('C48 each refund and each cancellation has a credit note with its own number', async () => {
  const { number } = await placeAs(people.owner);
  await pay(number);
  const refunding = 'mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { order { number } } }';
  await must(server, refunding, { input: { number, amount: 150, reason: 'A scratch' } }, people.admin.token);
  const cancelling = 'mutation ($input: CancelShopOrderInput!) { cancelShopOrder(input: $input) { order { number } } }';
  await must(server, cancelling, { input: { number } }, people.admin.token);
  const { total, creditNotes, invoiceNumber } = await shown(number);
  expect(creditNotes.map(({ amount }) => amount.amount)).toEqual([150, total.amount - 150]);
  for (const { number: creditNumber, amount } of creditNotes) {
    expect(creditNumber).toMatch(/^CN-\d{4}-\d{6}$/);
    const { response, pages } = await pdfAt(`/orders/${number}/creditNotes/${creditNumber}.pdf`, people.owner);
    expect(response.headers.get('content-disposition')).toContain(`credit-note-${creditNumber}.pdf`);
    for (const word of ['Credit note', creditNumber, `Invoice ${invoiceNumber}`, dollars(amount.amount)])
      expect(pages[0]).toContain(word);
    // The reason of a refund is for the shop only.
    expect(pages[0]).not.toContain('scratch');
    expect((await get(`/orders/${number}/creditNotes/${creditNumber}.pdf`, people.other)).status).toBe(404);
  }
  const [first] = creditNotes;
  const { number: another } = await placeAs(people.owner);
  await pay(another);
  expect((await get(`/orders/${another}/creditNotes/${first?.number}.pdf`, people.owner)).status).toBe(404);
});

test('C48 the printed page has the same content as the PDF; packing slips are for admins only', async () => {
  const { number } = await placeAs(people.owner, 3);
  await pay(number);
  const refunding = 'mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { order { number } } }';
  await must(server, refunding, { input: { number, amount: 150, reason: 'A scratch' } }, people.admin.token);
  const own = await printed('order', number, people.owner);
  expect(own.packingSlip).toBeNull();
  const ofShop = await printed('shopOrder', number, people.admin);
  expect(ofShop).toMatchObject({ invoice: own.invoice, creditNotes: own.creditNotes });
  expect(own.creditNotes.map(({ paper: { rows } }) => rows)).toEqual([[['Part of the price', '', '$1.50']]]);
  const [page = ''] = (await pdfAt(`/orders/${number}/invoice.pdf`, people.owner)).pages;
  const { rows = [], sums = [] } = own.invoice?.paper ?? {};
  expect([rows.length, sums.map(({ label }) => label.split(/[ ,]/)[0])]).toEqual([
    1,
    ['Subtotal', 'Shipping', 'Tax', 'Total', 'Paid', 'Due'],
  ]);
  for (const word of [...rows.flat(), ...sums.flatMap(({ label, amount }) => [label, amount])])
    expect(page).toContain(word);
  expect(ofShop.packingSlip).toMatchObject({
    rows: [['Arc reading lamp', '3', '']],
    columns: [{ kind: 'TEXT' }, { kind: 'NUMBER' }, { kind: 'BOX' }],
    sums: [{ label: 'Pieces', amount: '3' }],
  });
});

test('C48 packing slips of several orders are one PDF with a page each, without prices, for admins only', async () => {
  const placed = [await placeAs(people.owner, 2), await placeAs(null, 1)].map(({ number }) => number);
  const path = `/shopOrders/packing.pdf?numbers=${placed.join(',')}`;
  const { response, pages } = await pdfAt(path, people.admin);
  expect(response.headers.get('content-disposition')).toContain('packing-slips.pdf');
  expect(pages).toHaveLength(2);
  placed.forEach((number, index) => expect(pages[index]).toContain(`Order ${number}`));
  for (const page of pages) expect(page).not.toContain('$');
  expect((await get(path, people.owner)).status).toBe(403);
  expect((await get(path)).status).toBe(401);
  const refused = async (numbers: readonly string[]) => {
    const answer = await get(`/shopOrders/packing.pdf?numbers=${numbers.join(',')}`, people.admin);
    return [answer.status, ((await answer.json()) as { field?: string }).field];
  };
  expect(await refused([...placed, 'K-0000-0000'])).toEqual([404, 'numbers']);
  expect(await refused([])).toEqual([400, 'numbers']);
  expect(await refused([...placed, ...placed])).toEqual([400, 'numbers']);
  expect(await refused(Array.from({ length: 51 }, (_, index) => `K-0000-${1_000 + index}`))).toEqual([400, 'numbers']);
});

test('PDFs take no parameter that is not theirs, and none twice', async () => {
  const refused = [
    ['/orders/K-0000-0000/invoice.pdf?download=1', 'download'],
    ['/shopOrders/K-0000-0000/invoice.pdf?token=a', 'token'],
    ['/shopOrders/packing.pdf?numbers=K-0000-0000&limit=1', 'limit'],
    ['/shopOrders/packing.pdf?numbers=K-0000-0000&numbers=K-0000-0001', 'numbers'],
  ] as const;
  for (const [path, field] of refused) {
    const answer = await get(path, people.admin);
    expect([path, answer.status, await answer.json()]).toEqual([path, 400, expect.objectContaining({ field })]);
  }
});

test('renders four concurrent PDFs per client and answers the others 503 with Retry-After before reading an order', async () => {
  const { number, token } = await placeAs(null);
  await pay(number);
  // Ten for each paper that is read, and one for each that is refused.
  const rateLimits = { reads: 11 * 10 + 8, writes: 0, tokens: 0, registrations: 0 };
  const busy = await startTestServer({ besides: server, settings: { rateLimits } });
  try {
    const headers = { 'x-checkout-token': token ?? '' };
    const invoice = (of = number) => busy.call('GET', `/api/orders/${of}/invoice.pdf`, { headers });
    // The first one loads the library and the fonts, during which database calls of others would time out.
    expect((await invoice()).status).toBe(200);
    const signals = new EventEmitter();
    const [opened, allRefused] = [once(signals, 'open'), once(signals, 'refused')];
    const { orders } = busy.repositories;
    const { find } = orders;
    let [reads, refused] = [0, 0];
    const held: typeof find = async (...args) => {
      reads += 1;
      await opened;
      return find(...args);
    };
    Object.assign(orders, { find: held });
    const asked = Array.from({ length: 12 }, async () => {
      const answer = await invoice();
      if (answer.status === 503 && (refused += 1) === 8) signals.emit('refused');
      return answer;
    });
    await allRefused;
    expect(reads).toBe(4);
    signals.emit('open');
    const answers = await Promise.all(asked);
    const told = answers.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`).sort();
    expect(told).toEqual([...Array<string>(4).fill('200 null'), ...Array<string>(8).fill('503 1')]);
    expect(await busy.server.metrics.text()).toContain('kiosk_rate_limit_refusals_total{limit="expensive"} 8');
    // Every call has freed its place, also one that is not found.
    for (let call = 0; call < 5; call += 1) expect((await invoice('K-0000-0000')).status).toBe(404);
    expect((await invoice()).status).toBe(200);
  } finally {
    await busy.stop();
  }
});
