import { readEnvironment } from '../env';
import { createLogger } from '../http/logging';
import { serveShop } from '../process/serveShop';
import { Buyer, countedProduct, type CheckoutView } from '../testing/buyer';
import { startIdentityResponder, type IdentityResponder } from '../testing/identityResponder';
import { MailServer, ownHost } from '../testing/mailServer';
import { must, signUp } from '../testing/principals';
import { expectPurchasesInOrder, readPurchases } from '../testing/purchaseJudge';
import { createCaller, type Caller } from '../testing/startTestServer';
import { until } from '../testing/until';
import { uriWithDatabase } from '../testing/uriWithDatabase';
import { useTestDatabase } from '../testing/useTestDatabase';

const amount = 30;
/** A minute until the capture or the retry of a mail, and the sweeper's next round. */
const patienceMs = 120_000;
const stocked = 60;
const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  bankAsks: '4000002500003155',
  pending: '4000000000000077',
  refundFails: '4000000000005126',
  captureFails: '4000000000010001',
  lostAnswer: '4000000000010027',
  noticeTwice: '4000000000010035',
  noticeNever: '4000000000010050',
};
/** The cards of the buyers in rotation; after a declined card the buyer pays with the next one. */
const wallet: readonly (readonly string[])[] = [
  ...[[cards.good], [cards.declined, cards.good], [cards.bankAsks], [cards.pending]],
  ...[[cards.lostAnswer], [cards.noticeTwice], [cards.noticeNever]],
];
/** The orders that are not just shipped, by index. */
const special = {
  undone: [1, 2],
  cancelledByBuyer: 3,
  captureFails: 5,
  refundFails: 6,
  cancelled: 8,
  inParts: 14,
  cancelledInPart: 17,
};

interface Placed {
  readonly number: string;
  readonly buyer: Buyer;
  readonly quantity: number;
}

interface ShopOrder {
  readonly paymentStatus: string;
  readonly fulfillmentStatus: string;
  readonly refundedTotal: { readonly amount: number };
  readonly lines: readonly { readonly id: string; readonly openQuantity: number }[];
  readonly fulfillments: readonly { readonly id: string }[];
  readonly ledger: readonly { readonly balance: { readonly amount: number } }[];
  readonly attention: readonly string[];
}

const database = useTestDatabase();
const mailServer = new MailServer();
let identity: IdentityResponder;
let shop: Awaited<ReturnType<typeof serveShop>>;
let caller: Caller;
let admin: string;
let mailPort: number;

/** Called in the test, because the database is emptied before each test. */
async function open(): Promise<void> {
  identity = await startIdentityResponder();
  mailPort = await mailServer.start(0, ownHost);
  shop = await serveShop({
    environment: readEnvironment({
      ...{ PORT: '0', DEMO_DATA: 'off', ADMIN_EMAILS: 'admin@kiosk.test', CAPTURE_AFTER_MINUTES: '1' },
      ...{ SMTP_URL: `smtp://${ownHost}:${mailPort}/?tls.rejectUnauthorized=false`, MAIL_FROM: 'shop@kiosk.test' },
    } as unknown as NodeJS.ProcessEnv),
    mongodbUri: uriWithDatabase(database.uri, database.databaseName),
    emulatorHost: identity.host,
    log: createLogger('fatal', { write: () => undefined }),
  });
  await shop.ready();
  caller = createCaller(shop.url);
  admin = await tokenOf('admin');
}
afterAll(async () => {
  await shop.stop();
  await mailServer.stop();
  await identity.stop();
});

const eventually = <T>(what: string, ask: () => Promise<T | null | false>) => until(what, ask, patienceMs);

const tokenOf = async (name: string) => (await signUp({ ...caller, identity }, name)).token ?? '';

/** Places a paid order with any of the cards. */
async function buy(place: number, slug: string, numbers: readonly string[], token: string | null): Promise<Placed> {
  const quantity = 1 + (place % 3);
  const buyer = new Buyer(caller, token === null ? {} : { idToken: token });
  let checkout = await buyer.begin({ slug, quantity });
  for (const number of numbers) {
    checkout = await buyer.submit(checkout);
    // With one of the cards the answer is lost.
    await buyer.pay(checkout, number).catch(() => undefined);
    if (number === cards.bankAsks) await confirmAtBank(checkout);
    if (number === cards.declined) checkout = await buyer.call('confirmPayment', { id: checkout.id });
  }
  const { id } = checkout;
  const orderNumber = await eventually(
    'a placed order',
    async () => (await buyer.call('confirmPayment', { id })).orderNumber,
  );
  return { number: orderNumber, buyer, quantity };
}

const confirmAtBank = ({ payment }: CheckoutView) =>
  caller.call('POST', `/api/test-payments/${payment?.id ?? ''}/bank`, {
    body: { clientSecret: payment?.clientSecret, isConfirmed: true },
  });

const parts = `paymentStatus fulfillmentStatus refundedTotal { amount } lines { id openQuantity } fulfillments { id }
  ledger { balance { amount } } attention`;

async function look({ number }: Placed): Promise<ShopOrder> {
  const query = `query ($number: ID!) { shopOrder(number: $number) { ${parts} } }`;
  return ((await must(caller, query, { number }, admin)) as { shopOrder: ShopOrder }).shopOrder;
}

async function run<T = unknown>(name: string, input: object, answer = 'order { number }'): Promise<T> {
  const query = `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${answer} } }`;
  return ((await must(caller, query, { input }, admin)) as Record<string, T>)[name] as T;
}

/** Refunds and expects the amount that the preview has shown. */
async function refund(order: Placed, wanted: object, more: object = {}): Promise<void> {
  const preview = 'query ($input: RefundPreviewInput!) { refundPreview(input: $input) { amount { amount } } }';
  const { number } = order;
  const before = (await look(order)).refundedTotal.amount;
  const shown = (await must(caller, preview, { input: { number, ...wanted } }, admin)) as {
    refundPreview: { amount: { amount: number } };
  };
  await run('refundOrder', { number, ...wanted, ...more });
  const given = (await look(order)).refundedTotal.amount - before;
  expect(given).toBe(shown.refundPreview.amount.amount);
}

/** Undoes and cancels within the minute in which the buyers can. */
async function takeBack(placed: readonly Placed[]): Promise<void> {
  const ask = (name: string, { number, buyer }: Placed) =>
    buyer.ask(
      `mutation ($input: ${name === 'undoOrder' ? 'Undo' : 'Cancel'}OrderInput!) { ${name}(input: $input) { order { status } } }`,
      { input: { number } },
    );
  for (const place of special.undone) await ask('undoOrder', at(placed, place));
  await ask('cancelOrder', at(placed, special.cancelledByBuyer));
}

const at = <T>(list: readonly T[], place: number): T => {
  const found = list[place];
  if (found === undefined) throw new Error(`There is no order ${place}.`);
  return found;
};

async function mindFailedCapture(order: Placed): Promise<void> {
  await eventually('the failed capture', async () => (await look(order)).attention.includes('CAPTURE_FAILED'));
  const shipping = must(
    caller,
    'mutation ($input: CreateFulfillmentInput!) { createFulfillment(input: $input) { fulfillmentId } }',
    { input: { number: order.number } },
    admin,
  );
  await expect(shipping).rejects.toThrow(/409/);
  await run('cancelShopOrder', { number: order.number, reason: 'Not paid' });
}

async function shipInParts(order: Placed): Promise<void> {
  const { number } = order;
  const [line] = (await look(order)).lines;
  const input = { number, lines: [{ id: line?.id, quantity: 1 }], carrier: 'UPS', trackingNumber: '1Z 999' };
  const { fulfillmentId } = await run<{ fulfillmentId: string }>('createFulfillment', input, 'fulfillmentId');
  await run('updateFulfillment', { number, id: fulfillmentId, carrier: 'UPS', trackingNumber: '1Z 888' });
  await run('markDelivered', { number, fulfillmentId });
  await run('undoDelivery', { number, fulfillmentId });
}

/** Ships all remaining orders at once; undoes one shipment and ships it again. */
async function shipTheRest(orders: readonly Placed[]): Promise<void> {
  const numbers = orders.map(({ number }) => number);
  const ship = () =>
    run<{ results: { fulfillmentId: string; error: string | null }[] }>(
      'createFulfillments',
      { numbers },
      'results { fulfillmentId error }',
    );
  const { results } = await ship();
  expect(results.filter(({ error }) => error !== null)).toEqual([]);
  const [first] = results;
  const [number = ''] = numbers;
  const undo = { fulfillments: [{ number, id: first?.fulfillmentId }] };
  await run('undoFulfillments', undo, 'results { error }');
  await run('createFulfillment', { number }, 'fulfillmentId');
  await run('markDelivered', { number: numbers[1] });
}

const today = () => new Date().toISOString().slice(0, 10);

interface Report {
  readonly agrees: boolean;
  readonly total: { readonly orders: number; readonly net: { readonly amount: number } };
  readonly ledgerTotal: { readonly amount: number };
}

async function reportSince(from: string): Promise<Report> {
  const figures = 'agrees total { orders net { amount } } ledgerTotal { amount }';
  const query = `query ($from: String!, $to: String!) { salesReport(from: $from, to: $to) { ${figures} } }`;
  return ((await must(caller, query, { from, to: today() }, admin)) as { salesReport: Report }).salesReport;
}

async function differencesOf(day: string): Promise<number> {
  const answer = 'reconciliation { differenceCount providerTotal { amount } ordersTotal { amount } }';
  const { reconciliation } = await run<{
    reconciliation: { differenceCount: number; providerTotal: { amount: number }; ordersTotal: { amount: number } };
  }>('checkReconciliation', { day }, answer);
  expect([day, reconciliation.differenceCount, reconciliation.providerTotal]).toEqual([
    day,
    0,
    reconciliation.ordersTotal,
  ]);
  return reconciliation.ordersTotal.amount;
}

test('C39 C47 C51 C60 a day in the shop: report, ledgers, provider, stock and mails agree to the cent and the piece', async () => {
  await open();
  const began = today();
  const products = [await countedProduct(database, stocked), await countedProduct(database, stocked, 12.5)];
  const delivered = new Map(products.map(({ id }) => [id.toHexString(), stocked]));
  const placed: Placed[] = [];
  for (let place = 0; place < amount; place += 1) {
    // The mail server is down for a while.
    if (place === 20) await mailServer.stop();
    const own = { [special.captureFails]: [cards.captureFails], [special.refundFails]: [cards.refundFails] }[place];
    const token = place % 2 === 0 ? await tokenOf(`buyer-${place}`) : null;
    placed.push(
      await buy(place, at(products, place % products.length).slug, own ?? at(wallet, place % wallet.length), token),
    );
    if (place === special.cancelledByBuyer) await takeBack(placed);
  }
  await mailServer.start(mailPort, ownHost);
  const takenBack = [...special.undone, special.cancelledByBuyer];
  await mindFailedCapture(at(placed, special.captureFails));
  const kept = placed.filter((_, place) => ![...takenBack, special.captureFails].includes(place));
  for (const order of kept) await eventually('the money', async () => (await look(order)).paymentStatus === 'PAID');
  await run('cancelShopOrder', { number: at(placed, special.cancelled).number, reason: 'Broken' });
  await shipInParts(at(placed, special.inParts));
  const inPart = at(placed, special.cancelledInPart);
  await shipInParts(inPart);
  await run('cancelShopOrder', { number: inPart.number, reason: 'Sold by mistake' });
  await shipTheRest(
    kept.filter(
      (order) =>
        ![special.cancelled, special.refundFails, special.cancelledInPart]
          .map((place) => placed[place])
          .includes(order),
    ),
  );
  const [first, second, third] = [at(placed, 10), at(placed, 11), at(placed, 12)];
  const [line] = (await look(first)).lines;
  await refund(first, { lines: [{ id: line?.id, quantity: 1 }] }, { restock: true, reason: 'Damaged' });
  await refund(second, { shipping: true });
  await refund(third, { amount: 123 });
  const failing = at(placed, special.refundFails);
  await run('refundOrder', { number: failing.number, amount: 100 });
  await eventually('the refund that fails later', async () =>
    (await look(failing)).attention.includes('REFUND_FAILED'),
  );
  // One each: a message may be written just after the others are sent.
  await eventually('the mails', async () => {
    const { messages } = await readPurchases(database.db);
    const ids = new Set((await mailServer.parsed()).map(({ messageId }) => messageId));
    return messages.every(({ status }) => status === 'SENT') && ids.size === messages.length;
  });
  const { orders } = await readPurchases(database.db);
  expect(orders).toHaveLength(amount);
  await expectPurchasesInOrder(database.db, delivered);
  const balances = await Promise.all(
    placed.map(async (order) => (await look(order)).ledger.at(-1)?.balance.amount ?? 0),
  );
  const net = balances.reduce((sum, balance) => sum + balance, 0);
  const report = await reportSince(began);
  expect(report).toMatchObject({
    agrees: true,
    total: { orders: amount - 4, net: { amount: net } },
    ledgerTotal: { amount: net },
  });
  const days = [...new Set([began, today()])];
  const reconciled = await Promise.all(days.map(differencesOf));
  expect(reconciled.reduce((sum, total) => sum + total, 0)).toBe(net);
}, 600_000);
