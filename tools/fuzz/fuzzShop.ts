import { buildSchema, type GraphQLSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { createLogger } from '../../server/http/logging';
import { Buyer, homeAddress } from '../../server/testing/buyer';
import { mailAttempts } from '../../server/testing/mailAttempts';
import { createPrincipals, must, type Principal } from '../../server/testing/principals';
import { startTestServer, type TestServer } from '../../server/testing/startTestServer';
import type { Known } from './fuzzValues';
import type { Sample } from './inputFields';
import { readState, type ShopState } from './shopState';

export interface FuzzShop {
  readonly server: TestServer;
  readonly schema: GraphQLSchema;
  /** One of each standing: nobody, a user, an admin. */
  readonly callers: readonly Principal[];
  readonly user: Principal;
  readonly admin: Principal;
  readonly known: Known;
  readonly sample: Sample;
  readonly state: ShopState;
  /** Log lines that are not one JSON object each. */
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
  'storeItems(first: 1)',
  'storeItems(email: "owner@kiosk.test", first: 1)',
  'users(first: 1)',
  ...['NAME', 'PRICE_ASC'].map((sort) => `storeItems(sort: ${sort}, first: 1)`),
  ...['NAME', 'EMAIL'].map((sort) => `users(sort: ${sort}, first: 1)`),
];

/** A small shop with something of everything in it. */
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
  const level = await must(server, `{ stockLevel(id: "${id}") { version } }`, {}, owner.token);
  const { version } = (level as { stockLevel: { version: number } }).stockLevel;
  const failed = await mailAttempts(() => server.repositories).resendMessage();
  const message = failed.variables.input.id;
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
    sample: samples({ slug, id, other: other.email, version, message, bought }),
    state: await readState(server.db),
    brokenLogLines,
  };
}

/** What somebody has bought, or is about to. */
interface Bought {
  /** The ids of a checkout that can be placed, and of one that waits for its payment. */
  readonly open: string;
  readonly paying: string;
  /** What the open one costs, in cents. */
  readonly total: number;
  readonly order: string;
  /** A saved one's id. */
  readonly address: string;
}

async function buy(server: TestServer, slug: string, idToken: string): Promise<Bought> {
  const buyer = new Buyer(server, { idToken });
  const placed = await buyer.submit(await buyer.begin({ slug }));
  await buyer.pay(placed);
  const { orderNumber } = await buyer.call('confirmPayment', { id: placed.id });
  const paying = await buyer.submit(await buyer.begin({ slug }));
  const open = await buyer.begin({ slug });
  const saved = await must(server, saving, { input: { address: homeAddress } }, idToken);
  const [address] = (saved as { saveAddress: { addresses: { id: string }[] } }).saveAddress.addresses;
  return {
    open: open.id,
    paying: paying.id,
    total: open.total.amount,
    order: orderNumber ?? '',
    address: address?.id ?? '',
  };
}

interface Samples {
  readonly slug: string;
  readonly id: string;
  readonly other: string;
  /** Of the product's count. */
  readonly version: number;
  /** The id of one that could not be sent. */
  readonly message: string;
  /** By who they are. */
  readonly bought: ReadonlyMap<string, Bought>;
}

/** For inputs that only work with something particular; a new one whose type is enough needs nothing here. */
function samples({ slug, id, other, version, message, bought }: Samples): Sample {
  const aboutAnother = new Set(['changeUserRole', 'deleteUser']);
  const aboutPerson = new Set([...aboutAnother, 'userRole']);
  const aboutMessage = new Set(['outboxMessage', 'resendMessage']);
  return (operation, field, caller) => {
    if (field === 'email' || (operation === 'storeItems' && field === 'key'))
      return aboutAnother.has(operation) ? other : caller;
    if (field === 'message') return 'Is this in stock?';
    if (field === 'rows') return [{ name: 'Row', slug, price: '5' }];
    if (field === 'ids') return [id];
    if (field === 'slug') return slug;
    if (/address$/i.test(field)) return homeAddress;
    if (operation === 'adjustStock' && field === 'count') return 1_000;
    if (operation === 'adjustStock' && field === 'version') return version;
    if (field === 'reason') return 'DELIVERY';
    if (operation === 'acceptPrice' && field === 'price') return 1_000;
    const { order, total } = bought.get(caller) ?? {};
    if (field === 'number') return order;
    if (field === 'expectedTotal') return total;
    if (field === 'id' && aboutMessage.has(operation)) return message;
    if (field === 'id') return boughtId(operation, bought.get(caller)) ?? (aboutPerson.has(operation) ? undefined : id);
    return field === 'key' ? id : undefined;
  };
}

function boughtId(operation: string, bought: Bought | undefined): string | undefined {
  if (operation === 'deleteAddress') return bought?.address;
  if (operation === 'confirmPayment' || operation === 'extendHold') return bought?.paying;
  return /checkout$/i.test(operation) ? bought?.open : undefined;
}
