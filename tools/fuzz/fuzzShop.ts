import { buildSchema, type GraphQLSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { createLogger } from '../../server/http/logging';
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
    sample: samples({ slug, id, other: other.email }),
    state: await readState(server.db),
    brokenLogLines,
  };
}

/** For inputs that only work with something particular; a new one whose type is enough needs nothing here. */
function samples({ slug, id, other }: { slug: string; id: string; other: string }): Sample {
  const aboutAnother = new Set(['changeUserRole', 'deleteUser']);
  const aboutPerson = new Set([...aboutAnother, 'userRole']);
  return (operation, field, caller) => {
    if (field === 'email' || (operation === 'storeItems' && field === 'key'))
      return aboutAnother.has(operation) ? other : caller;
    if (field === 'message') return 'Is this in stock?';
    if (field === 'rows') return [{ name: 'Row', slug, price: '5' }];
    if (field === 'ids') return [id];
    if (field === 'slug') return slug;
    if ((field === 'id' && !aboutPerson.has(operation)) || field === 'key') return id;
    return undefined;
  };
}
