import { buildSchema, type GraphQLSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { createLogger } from '../../server/http/logging';
import { Buyer, homeAddress } from '../../server/testing/buyer';
import { apiKeyAttempts } from '../../server/testing/apiKeyAttempts';
import { mailAttempts } from '../../server/testing/mailAttempts';
import { noticeAttempts } from '../../server/testing/noticeAttempts';
import { shopOrderAttempts } from '../../server/testing/shopOrderAttempts';
import { webhookAttempts } from '../../server/testing/webhookAttempts';
import { createPrincipals, must, type Principal } from '../../server/testing/principals';
import { startTestServer, type TestServer } from '../../server/testing/startTestServer';
import type { Known } from './fuzzValues';
import type { Sample } from './inputFields';
import { readState, type ShopState } from './shopState';

// Every refusal is an error, and Jest would map each line of its stack trace.
Error.stackTraceLimit = 1;

export interface FuzzShop {
  readonly server: TestServer;
  readonly schema: GraphQLSchema;
  /** Anonymous, user and admin. */
  readonly callers: readonly Principal[];
  readonly user: Principal;
  readonly admin: Principal;
  readonly known: Known;
  readonly sample: Sample;
  readonly state: ShopState;
  /** Log lines that are not a JSON object. */
  readonly brokenLogLines: string[];
}

const creation = 'mutation P($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }';
const addition = 'mutation A($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }';
const counting = 'mutation C($input: AdjustStockInput!) { adjustStock(input: $input) { stockLevel { id } } }';
const saving = 'mutation S($input: SaveAddressInput!) { saveAddress(input: $input) { addresses { id } } }';
const note =
  'mutation S($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }';
const lists = [
  ...['NEWEST', 'NAME', 'PRICE_ASC', 'PRICE_DESC', 'RATING'].map((sort) => `products(sort: ${sort}, first: 1)`),
  'products(filter: { changedSince: "2026-01-01T00:00:00Z" }, first: 1)',
  'storeItems(first: 1)',
  'myOrders(first: 1)',
  'paymentNotices(first: 1)',
  'providerPayments(first: 1)',
  'storeItems(email: "owner@kiosk.test", first: 1)',
  'users(first: 1)',
  ...['NAME', 'PRICE_ASC'].map((sort) => `storeItems(sort: ${sort}, first: 1)`),
  ...['NAME', 'EMAIL'].map((sort) => `users(sort: ${sort}, first: 1)`),
];

/** A small shop with records of every kind. */
export async function openFuzzShop(): Promise<FuzzShop> {
  const brokenLogLines: string[] = [];
  const log = createLogger('info', {
    write: (line) => {
      if (!/^\{.*\}\n$/.test(line)) brokenLogLines.push(line);
    },
  });
  const server = await startTestServer({ parts: { log } });
  const { anonymous, owner, other, admin } = await createPrincipals(server);
  const products: { id: string; slug: string }[] = [];
  for (const name of ['Lamp', 'Kettle', 'Désk 100%']) {
    const input = { name, price: 10, categories: ['Electronics', 'a$b'], photos: ['/pictures/a.avif'] };
    const data = (await must(server, creation, { input }, owner.token)) as { createProduct: { product: never } };
    products.push(data.createProduct.product);
  }
  const [{ id = '', slug = '' } = {}] = products;
  for (const { token } of [owner, other]) {
    await must(server, addition, { input: { slug } }, token);
    await must(server, addition, { input: { slug } }, token);
  }
  await must(
    server,
    note,
    { input: { name: 'Anna', email: 'anna@kiosk.test', message: 'Is this in stock?' } },
    undefined,
  );
  const count = { input: { id, count: 1_000, reason: 'DELIVERY' } };
  await must(server, counting, count, owner.token);
  const bought = new Map<string, Bought>();
  for (const { email, token } of [owner, admin]) bought.set(email, await buy(server, slug, token ?? ''));
  const attempts = shopOrderAttempts({
    server: () => server,
    admin: () => admin,
    placedOrder: () => place(new Buyer(server, { idToken: other.token ?? '' }), slug),
  });
  const paidOrder = (await attempts.refundOrder()).variables.input.number;
  const sentOrder = (await attempts.markDelivered()).variables.input.number;
  const parcel = (await attempts.updateFulfillment()).variables.input;
  const difference = (await attempts.fixDifference()).variables.input.id;
  const level = await must(server, `{ stockLevel(id: "${id}") { version } }`, {}, owner.token);
  const { version } = (level as { stockLevel: { version: number } }).stockLevel;
  const failed = await mailAttempts(() => server.repositories).resendMessage();
  const message = failed.variables.input.id;
  const apiKey = (await apiKeyAttempts(() => server.repositories).revokeApiKey()).variables.input.id;
  const webhooks = webhookAttempts(() => server.repositories);
  const endpoint = (await webhooks.sendTestEvent()).variables.input.id;
  const delivery = (await webhooks.resendWebhookDelivery()).variables.input.id;
  const payments = noticeAttempts(() => server.repositories);
  const notice = (await payments.replayNotice()).variables.input.id;
  const { paymentId } = (await payments.sendTestNotice()).variables.input;
  // Lists of changes omit the last seconds.
  const earlier = new Date(Date.now() - 60_000);
  for (const name of ['products', 'orders'])
    await server.db.collection(name).updateMany({}, { $set: { updatedAt: earlier } });
  const cursors = await Promise.all(
    lists.map(async (list) => {
      const data = await must(server, `{ list: ${list} { pageInfo { endCursor } } }`, {}, admin.token);
      const { endCursor } = (data as { list: { pageInfo: { endCursor: string } } }).list.pageInfo;
      return JSON.parse(Buffer.from(endCursor, 'base64url').toString('utf8')) as unknown[];
    }),
  );
  const account = { uid: owner.uid, email: owner.email, emailVerified: true, name: 'The owner' };
  return {
    server,
    schema: buildSchema(readFileSync('schema.graphql', 'utf8')),
    callers: [anonymous, owner, admin],
    user: owner,
    admin,
    known: {
      texts: [slug, id, other.email, admin.email, 'uid-other', 'Lamp', 'Electronics', 'ADMIN', 'ACTIVE'],
      cursors,
      token: (claims) => server.identity.token(account, claims),
    },
    sample: samples({
      ...{ slug, id, other: other.email, version, message, apiKey, notice, paymentId },
      ...{ paidOrder, sentOrder, parcel, difference, bought, endpoint, delivery },
    }),
    state: await readState(server.db),
    brokenLogLines,
  };
}

/** The purchases of a user. */
interface Bought {
  /** Ids of a checkout that can be placed, and of one that awaits its payment. */
  readonly open: string;
  readonly paying: string;
  /** The total of the open checkout in cents. */
  readonly total: number;
  readonly order: string;
  /** The id of a saved address. */
  readonly address: string;
}

async function place(buyer: Buyer, slug: string): Promise<string> {
  const placed = await buyer.submit(await buyer.begin({ slug }));
  await buyer.pay(placed);
  const { orderNumber } = await buyer.call('confirmPayment', { id: placed.id });
  return orderNumber ?? '';
}

async function buy(server: TestServer, slug: string, idToken: string): Promise<Bought> {
  const buyer = new Buyer(server, { idToken });
  const order = await place(buyer, slug);
  const paying = await buyer.submit(await buyer.begin({ slug }));
  const open = await buyer.begin({ slug });
  const saved = await must(server, saving, { input: { address: homeAddress } }, idToken);
  const [address] = (saved as { saveAddress: { addresses: { id: string }[] } }).saveAddress.addresses;
  return {
    open: open.id,
    paying: paying.id,
    total: open.total.amount,
    order,
    address: address?.id ?? '',
  };
}

interface Samples {
  readonly slug: string;
  readonly id: string;
  readonly other: string;
  /** The version of the product's stock. */
  readonly version: number;
  /** The id of a failed message. */
  readonly message: string;
  readonly apiKey: string;
  /** Ids of an active endpoint and of a pending delivery. */
  readonly endpoint: string;
  readonly delivery: string;
  /** Ids of a payment notice and of a payment at the provider. */
  readonly notice: string;
  readonly paymentId: string;
  /** Numbers of a captured order and of a shipped one. */
  readonly paidOrder: string;
  readonly sentOrder: string;
  /** A parcel of another shipped order. */
  readonly parcel: { readonly number: string; readonly id: string };
  /** The id of a difference found by reconciliation. */
  readonly difference: string;
  /** By user. */
  readonly bought: ReadonlyMap<string, Bought>;
}

const { fullName, ...home } = homeAddress;
/** An address in the United States needs a state. */
const seller = { name: fullName, ...home };

/** Values for inputs that need an existing record; other inputs need no entry. */
function samples({ slug, id, other, version, message, apiKey, notice, paymentId, bought, ...orders }: Samples): Sample {
  const { paidOrder, sentOrder, parcel, difference, endpoint, delivery } = orders;
  const aboutAnother = new Set(['changeUserRole', 'deleteUser']);
  /** Identified by e-mail or slug. */
  const namedWithoutId = new Set([...aboutAnother, 'userRole', 'product', 'availability']);
  const ids: Readonly<Record<string, string>> = {
    ...{ fixDifference: difference, outboxMessage: message, resendMessage: message },
    ...{ revokeApiKey: apiKey, replayNotice: notice, resendWebhookDelivery: delivery },
    ...{ updateWebhookEndpoint: endpoint, rotateWebhookSecret: endpoint, deleteWebhookEndpoint: endpoint },
    ...{ sendTestEvent: endpoint },
  };
  const needsMoney = new Set(['refundPreview', 'refundOrder', 'createFulfillment', 'capturePayment']);
  return (operation, field, caller) => {
    if (field === 'email' || (operation === 'storeItems' && field === 'key'))
      return aboutAnother.has(operation) ? other : caller;
    if (field === 'message') return 'Is this in stock?';
    if (field === 'countryCode') return 'US';
    if (field === 'seller') return seller;
    if (field === 'rows') return [{ name: 'Row', slug, price: '5' }];
    if (field === 'ids') return [id];
    if (field === 'slug') return slug;
    if (field === 'id' && ids[operation] !== undefined) return ids[operation];
    if (field === ':id' && operation === 'product') return id;
    if (/address$/i.test(field)) return homeAddress;
    if (operation === 'adjustStock' && field === 'count') return 1_000;
    if (operation === 'adjustStock' && field === 'version') return version;
    if (field === 'reason') return 'DELIVERY';
    if (operation === 'salesReport' && field !== 'by') return '2026-11-27';
    if (field === 'day') return '2026-11-01';
    if (field === 'changedSince') return new Date().toISOString();
    if (operation === 'acceptPrice' && field === 'price') return 1_000;
    if (field === 'amount') return 100;
    const { order, total } = bought.get(caller) ?? {};
    if (operation === 'updateFulfillment' && (field === 'number' || field === 'id')) return parcel[field];
    if (field === 'number' && needsMoney.has(operation)) return paidOrder;
    if (field === 'number') return operation === 'markDelivered' || operation === 'undoDelivery' ? sentOrder : order;
    if (field === 'numbers') return [paidOrder];
    if (field === 'fulfillments') return [{ number: sentOrder, id }];
    if (field === 'expectedTotal') return total;
    if (field === 'url') return 'https://hooks.example.com/kiosk';
    if (field === 'scopes') return ['READ_STOCK'];
    if (field === 'events') return ['ORDER_REFUNDED'];
    if (field === 'expiresAt') return new Date(Date.now() + 86_400_000).toISOString();
    if (field === 'paymentId') return paymentId;
    if (field === 'id')
      return boughtId(operation, bought.get(caller)) ?? (namedWithoutId.has(operation) ? undefined : id);
    return field === 'key' ? id : undefined;
  };
}

function boughtId(operation: string, bought: Bought | undefined): string | undefined {
  if (operation === 'deleteAddress') return bought?.address;
  if (operation === 'confirmPayment' || operation === 'extendHold') return bought?.paying;
  return /checkout$/i.test(operation) ? bought?.open : undefined;
}
