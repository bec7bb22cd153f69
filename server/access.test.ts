import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { policy, type Operation } from './policy';
import { endpoints } from './rest/endpoints';
import { Buyer } from './testing/buyer';
import { placeOrder } from './testing/placedOrder';
import {
  createPrincipals,
  createTargets,
  must,
  principalNames,
  type Principal,
  type PrincipalName,
  type Targets,
} from './testing/principals';
import { apiKeyAttempts } from './testing/apiKeyAttempts';
import { checkoutAttempts } from './testing/checkoutAttempts';
import { mailAttempts } from './testing/mailAttempts';
import { messageAttempts } from './testing/messageAttempts';
import { noticeAttempts, noticeOperations } from './testing/noticeAttempts';
import { orderAttempts } from './testing/orderAttempts';
import { settingsAttempts } from './testing/settingsAttempts';
import { decidedAlike, shopOrderAttempts, shopOrderOperations } from './testing/shopOrderAttempts';
import { copyAttempts } from './testing/copyAttempts';
import { changesBetween, storedDocuments } from './testing/shopCollections';
import { startTestServer, type CallOptions, type TestServer } from './testing/startTestServer';
import { stockAttempts } from './testing/stockAttempts';
import { webhookAttempts, webhookOperations } from './testing/webhookAttempts';

/** A call of each operation, about the owner's data where it concerns a user. */
interface Attempt {
  readonly query: string;
  readonly variables: object;
  readonly rest?: Pick<CallOptions, 'body' | 'headers'> & { readonly method: string; readonly path: string };
}

let server: TestServer;
let people: Record<PrincipalName, Principal>;
let newProduct: Targets['newProduct'];
let newUser: Targets['newUser'];

beforeAll(async () => {
  server = await startTestServer();
  people = await createPrincipals(server);
  ({ newProduct, newUser } = createTargets(server));
});
afterAll(() => server.stop());

const attempts: Record<Operation | 'storeItems (all)', (caller: Principal) => Attempt | Promise<Attempt>> = {
  products: () => ({ query: '{ products { totalCount } }', variables: {}, rest: { method: 'GET', path: '/product' } }),
  ...copyAttempts,
  product: async () => {
    const { slug } = await newProduct(people.owner);
    return { query: 'query P($slug: String!) { product(slug: $slug) { id } }', variables: { slug } };
  },
  productsBySlugs: async () => {
    const { slug } = await newProduct(people.owner);
    return {
      query: 'query P($slugs: [String!]!) { productsBySlugs(slugs: $slugs) { id } }',
      variables: { slugs: [slug] },
    };
  },
  productSuggestions: () => ({ query: '{ productSuggestions(search: "lmap") { products { id } } }', variables: {} }),
  categories: () => ({ query: '{ categories { id } }', variables: {} }),
  me: () => ({ query: '{ me { id } }', variables: {} }),
  myData: () => ({ query: '{ myData { nodes { id } } }', variables: {} }),
  cart: () => ({
    query: 'query C($email: String) { cart(email: $email) { id } }',
    variables: { email: people.owner.email },
    rest: { method: 'GET', path: `/store?email=${people.owner.email}` },
  }),
  storeItems: () => ({
    query: 'query S($email: String) { storeItems(email: $email) { totalCount } }',
    variables: { email: people.owner.email },
    rest: { method: 'GET', path: `/store/${people.owner.email}` },
  }),
  'storeItems (all)': () => ({
    query: '{ storeItems { totalCount } }',
    variables: {},
    rest: { method: 'GET', path: '/store' },
  }),
  users: () => ({ query: '{ users { totalCount } }', variables: {}, rest: { method: 'GET', path: '/users' } }),
  userRole: () => ({
    query: 'query R($email: String!) { userRole(email: $email) }',
    variables: { email: people.owner.email },
    rest: { method: 'GET', path: `/users/role/${people.owner.email}` },
  }),
  counts: () => ({ query: '{ counts { users } }', variables: {}, rest: { method: 'GET', path: '/counts' } }),
  ...apiKeyAttempts(() => server.repositories),
  ...mailAttempts(() => server.repositories),
  ...noticeAttempts(() => server.repositories),
  ...webhookAttempts(() => server.repositories),
  auditEntries: () => ({ query: '{ auditEntries { nodes { id } totalCount } }', variables: {} }),
  ...messageAttempts,
  createAccessToken: (caller) => ({
    query: 'mutation T($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { token } }',
    variables: { input: { email: caller.email } },
    rest: { method: 'POST', path: '/jwt', body: { email: caller.email } },
  }),
  registerUser: (caller) => ({
    query: 'mutation R($input: RegisterUserInput!) { registerUser(input: $input) { user { id } } }',
    variables: { input: { name: 'A Name', email: caller.email } },
    rest: {
      method: 'POST',
      path: '/users',
      body: { name: 'A Name', email: caller.email, role: 'admin', password: 'x' },
    },
  }),
  addToStore: async () => {
    const { slug } = await newProduct(people.owner);
    return {
      query: 'mutation A($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }',
      variables: { input: { slug } },
      rest: { method: 'POST', path: '/store', body: { slug } },
    };
  },
  createProduct: () => ({
    query: 'mutation P($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
    variables: { input: { name: 'Kettle', price: 5 } },
    rest: { method: 'POST', path: '/product', body: { name: 'Kettle', price: 5 } },
  }),
  deleteStoreItem: async () => {
    const [first, second] = [await newProduct(people.owner), await newProduct(people.owner)];
    return {
      query: 'mutation D($input: DeleteStoreItemInput!) { deleteStoreItem(input: $input) { storeItem { id } } }',
      variables: { input: { id: first.id } },
      rest: { method: 'DELETE', path: `/store/${second.id}` },
    };
  },
  updateProduct: async () => {
    const { id } = await newProduct(people.owner);
    return {
      query: 'mutation U($input: UpdateProductInput!) { updateProduct(input: $input) { product { id } } }',
      variables: { input: { id, version: 1, price: 6 } },
    };
  },
  restoreStoreItem: async () => {
    const { id } = await newProduct(people.owner);
    const removal = 'mutation D($input: DeleteStoreItemInput!) { deleteStoreItem(input: $input) { storeItem { id } } }';
    await must(server, removal, { input: { id } }, people.owner.token);
    return {
      query: 'mutation R($input: RestoreStoreItemInput!) { restoreStoreItem(input: $input) { storeItem { id } } }',
      variables: { input: { id } },
    };
  },
  updateProfile: () => ({
    query: 'mutation U($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }',
    variables: { input: { name: 'A New Name' } },
  }),
  bulkUpdateProducts: async () => {
    const { id } = await newProduct(people.owner);
    return {
      query:
        'mutation B($input: BulkUpdateProductsInput!) { bulkUpdateProducts(input: $input) { results { id error } } }',
      variables: { input: { ids: [id], action: 'DEACTIVATE' } },
    };
  },
  changeUserRole: async () => {
    const [first, second] = [await newUser(), await newUser()];
    return {
      query: 'mutation C($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { role } } }',
      variables: { input: { email: first, role: 'ADMIN' } },
      rest: { method: 'PATCH', path: `/users/role/${second}`, body: { role: 'admin' } },
    };
  },
  deleteUser: async () => {
    const [first, second] = [await newUser(), await newUser()];
    return {
      query: 'mutation D($input: DeleteUserInput!) { deleteUser(input: $input) { user { id } } }',
      variables: { input: { email: first } },
      rest: { method: 'DELETE', path: `/users/${second}` },
    };
  },
  setStoreQuantity: async () => {
    const { slug } = await newProduct(people.owner);
    return {
      query: 'mutation Q($input: SetStoreQuantityInput!) { setStoreQuantity(input: $input) { removedIds } }',
      variables: { input: { slug, quantity: 2 } },
    };
  },
  acceptPrice: async () => {
    const { slug } = await newProduct(people.owner);
    return {
      query: 'mutation A($input: AcceptPriceInput!) { acceptPrice(input: $input) { cart { pieces } } }',
      variables: { input: { slug, price: 1_000 } },
    };
  },
  ...stockAttempts(() => newProduct(people.owner)),
  cartSummary: () => ({ query: '{ cartSummary { pieces } }', variables: {} }),
  ...checkoutAttempts({ server: () => server, owner: () => people.owner, newProduct: () => newProduct(people.owner) }),
  ...orderAttempts(placedOrder),
  ...shopOrderAttempts({ server: () => server, admin: () => people.admin, placedOrder: () => placedOrder() }),
  countries: () => ({ query: '{ countries { code } }', variables: {} }),
  ...settingsAttempts(() => ({
    settings: server.repositories.shopSettings,
    newProduct: () => newProduct(people.owner),
  })),
};

/** Places an order of the owner. */
async function placedOrder(): Promise<string> {
  const { slug } = await newProduct(people.owner);
  return placeOrder(new Buyer(server, { idToken: people.owner.token ?? '' }), { slug });
}

const everybody = 'allowed allowed allowed allowed allowed allowed allowed allowed';
const signedInWrite = '401 allowed allowed allowed allowed allowed 401 403';
const signedInRead = '401 allowed allowed allowed allowed allowed allowed 403';
const ofTheOwner = '401 allowed 403 403 allowed 403 403 403';
// Unknown checkouts and those of others have the same answer, also for admins.
const ofTheBuyer = '404 allowed 404 404 404 404 404 404';
// Anonymous callers may buy, revoked sessions may not.
const changeOfTheBuyer = '404 allowed 404 404 404 404 401 404';
const adminOnly = '401 403 403 403 allowed 403 403 403';

/** In the order of `principalNames`: anonymous, owner, other, unverified, admin, demoted, disabled, deleted. */
const decisions: Record<keyof typeof attempts, string> = {
  products: everybody,
  removedProducts: adminOnly,
  allProducts: adminOnly,
  product: everybody,
  productsBySlugs: everybody,
  productSuggestions: everybody,
  categories: everybody,
  me: 'allowed allowed allowed allowed allowed allowed allowed 403',
  myData: signedInWrite,
  cart: ofTheOwner,
  storeItems: ofTheOwner,
  'storeItems (all)': adminOnly,
  users: adminOnly,
  userRole: ofTheOwner,
  counts: adminOnly,
  ...decidedAlike(noticeOperations, adminOnly),
  apiKeys: adminOnly,
  createApiKey: adminOnly,
  revokeApiKey: adminOnly,
  outboxMessages: adminOnly,
  outboxMessage: adminOnly,
  resendMessage: adminOnly,
  sendTestMessage: adminOnly,
  ...decidedAlike(webhookOperations, adminOnly),
  auditEntries: adminOnly,
  contactMessages: adminOnly,
  unreadContactMessages: adminOnly,
  markContactMessagesRead: adminOnly,
  createAccessToken: signedInWrite,
  registerUser: signedInWrite,
  addToStore: signedInWrite,
  createProduct: signedInWrite,
  // Another's item and a missing one must look alike (decision 4).
  updateProduct: '401 allowed 404 404 allowed 404 401 403',
  deleteStoreItem: '401 allowed 404 404 allowed 404 401 403',
  restoreStoreItem: '401 allowed 404 404 allowed 404 401 403',
  updateProfile: signedInWrite,
  bulkUpdateProducts: adminOnly,
  importProducts: adminOnly,
  changeUserRole: adminOnly,
  deleteUser: adminOnly,
  sendContactMessage: everybody,
  setStoreQuantity: signedInWrite,
  acceptPrice: signedInWrite,
  availability: everybody,
  stockLevel: '401 allowed 404 404 allowed 404 404 403',
  stockLevels: '401 allowed allowed allowed allowed allowed allowed 403',
  adjustStock: '401 allowed 404 404 allowed 404 401 403',
  cartSummary: signedInRead,
  checkout: ofTheBuyer,
  startCheckout: 'allowed allowed allowed allowed allowed allowed 401 allowed',
  updateCheckout: changeOfTheBuyer,
  submitCheckout: changeOfTheBuyer,
  confirmPayment: ofTheBuyer,
  extendHold: changeOfTheBuyer,
  cancelCheckout: changeOfTheBuyer,
  order: ofTheBuyer,
  myOrders: signedInRead,
  undoOrder: changeOfTheBuyer,
  cancelOrder: changeOfTheBuyer,
  findOrder: everybody,
  reorder: '401 allowed 404 404 404 404 401 403',
  claimGuestOrders: '401 allowed allowed 403 allowed allowed 401 403',
  ...decidedAlike(shopOrderOperations, adminOnly),
  countries: everybody,
  delivery: everybody,
  shippingSettings: adminOnly,
  saveShippingSettings: adminOnly,
  taxSettings: adminOnly,
  taxPreview: adminOnly,
  saveTaxSettings: adminOnly,
  sellerSettings: adminOnly,
  saveSellerSettings: adminOnly,
  addresses: signedInRead,
  saveAddress: signedInWrite,
  deleteAddress: signedInWrite,
};

const operations = Object.keys(attempts) as (keyof typeof attempts)[];
const decisionsOf = (operation: keyof typeof attempts) =>
  principalNames.map((name, index) => ({ name, decision: decisions[operation].split(' ')[index] ?? '' }));

test('E1: the policy and this test cover every root field and every REST endpoint', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
  expect(Object.keys(policy).sort()).toEqual([...fields].sort());
  expect(
    Object.keys(attempts)
      .filter((name) => name !== 'storeItems (all)')
      .sort(),
  ).toEqual([...fields].sort());
  expect(endpoints.filter(({ operation }) => !fields.includes(operation))).toEqual([]);
});

async function ask({ token }: Principal, { query, variables, rest }: Attempt) {
  const overGraphql = await server.graphql(query, variables, { token });
  const overRest = rest && (await server.call(rest.method, `/api${rest.path}`, { ...rest, token }));
  return {
    overGraphql,
    overRest,
    body: overGraphql.json as { data: Record<string, unknown> | null; errors?: unknown },
  };
}

describe.each(operations)('E1, M48: access to %s by GraphQL and REST', (operation) => {
  const all = decisionsOf(operation);
  const refused = all.filter(({ decision }) => decision !== 'allowed');
  if (refused.length > 0)
    test(`is denied to ${refused.map(({ name, decision }) => `${name} (${decision})`).join(', ')}: nothing is changed`, async () => {
      const prepared = [];
      for (const { name, decision } of refused)
        prepared.push({ name, decision, attempt: await attempts[operation](people[name]) });
      const before = await storedDocuments(server.db);
      for (const { name, decision, attempt } of prepared) {
        const { overGraphql, overRest, body } = await ask(people[name], attempt);
        expect([name, overGraphql.status]).toEqual([name, Number(decision)]);
        expect(Object.values(body.data ?? {}).filter((value) => value !== null)).toEqual([]);
        if (overRest) expect(overRest).toMatchObject({ status: Number(decision), json: { error: expect.any(String) } });
      }
      expect(changesBetween(before, await storedDocuments(server.db))).toEqual({ added: [], removed: [] });
    });
  const allowed = all.filter(({ decision }) => decision === 'allowed').map(({ name }) => name);
  if (allowed.length > 0)
    test.each(allowed)('is allowed to %s', async (name) => {
      const { overGraphql, overRest, body } = await ask(people[name], await attempts[operation](people[name]));
      expect(overGraphql).toMatchObject({ status: 200, json: { data: expect.anything() } });
      expect(body.errors).toBeUndefined();
      if (overRest) expect([200, 201]).toContain(overRest.status);
    });
});

/** One notes what was read, the other computes a verdict again. */
const withoutEntry: readonly Operation[] = ['markContactMessagesRead', 'checkReconciliation'];
const mutations = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {};
const writesOfAdmins = (Object.keys(policy) as Operation[]).filter(
  (name) => name in mutations && policy[name] === 'admin' && !withoutEntry.includes(name),
);

test.each(writesOfAdmins)('C52 %s leaves an entry of its admin in the audit log', async (operation) => {
  const { query, variables } = await attempts[operation](people.admin);
  const entries = () => server.db.collection('auditEntries').countDocuments({ actorUid: people.admin.uid });
  const before = await entries();
  await must(server, query, variables, people.admin.token);
  expect(await entries()).toBeGreaterThan(before);
});
