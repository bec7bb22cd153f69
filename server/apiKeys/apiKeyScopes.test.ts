import { readFileSync } from 'node:fs';
import { ObjectId } from 'mongodb';
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  getNamedType,
  isCompositeType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { apiKeyScopes, policy, type ApiKeyScope, type Operation } from '../policy';
import { endpoints } from '../rest/endpoints';
import { insertApiKey } from '../testing/apiKeyAttempts';
import { restBody } from '../testing/restBody';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const scopes = Object.keys(apiKeyScopes) as ApiKeyScope[];

let server: TestServer;
const keys = new Map<ApiKeyScope, string>();

beforeAll(async () => {
  server = await startTestServer();
  for (const scope of scopes) keys.set(scope, (await insertApiKey(server.repositories, [scope])).key);
});
afterAll(() => server.stop());

/** Any literal of the type, because scopes are checked before values. */
function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType as GraphQLInputType);
  if (isListType(type)) return `[${literal(type.ofType as GraphQLInputType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${required.map((field) => `${field.name}: ${literal(field.type)}`).join(', ')} }`;
  }
  return (
    { Int: '1', Float: '1', Cents: '1', Boolean: 'true', DateTime: '"2026-11-27T00:00:00Z"' }[type.name] ?? '"none"'
  );
}

function documentOf(kind: 'query' | 'mutation', { name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(isRequiredArgument).map((argument) => `${argument.name}: ${literal(argument.type)}`);
  const call = `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}`;
  return `${kind} { ${call}${isCompositeType(getNamedType(type)) ? ' { __typename }' : ''} }`;
}

const documents = (['query', 'mutation'] as const).flatMap((kind) => {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root?.getFields() ?? {}).map((field) => [field.name, documentOf(kind, field)] as const);
});

const opensTo = (operation: string) =>
  scopes.filter((scope) => (apiKeyScopes[scope] as readonly string[]).includes(operation));

test('every scope names existing operations, and the tests below cover every root field', () => {
  expect(documents.map(([name]) => name).sort()).toEqual(Object.keys(policy).sort());
  expect(scopes.flatMap((scope) => apiKeyScopes[scope]).filter((operation) => !(operation in policy))).toEqual([]);
});

test.each(documents)('%s answers the keys of its scopes and refuses every other key', async (operation, query) => {
  const opened: ApiKeyScope[] = [];
  for (const [scope, token] of keys) {
    const { status, json } = await server.graphql(query, undefined, { token });
    const [error] = (json as { errors?: { message: string; extensions: { code: string } }[] }).errors ?? [];
    if (error?.extensions.code !== 'FORBIDDEN') {
      opened.push(scope);
      expect(['UNAUTHENTICATED', 'INTERNAL_SERVER_ERROR', 'GRAPHQL_VALIDATION_FAILED']).not.toContain(
        error?.extensions.code,
      );
      continue;
    }
    const wanted = opensTo(operation);
    expect([status, error.message]).toEqual([
      403,
      wanted.length === 0 ? 'API keys may not do this.' : `This API key lacks the scope ${wanted.join(' or ')}.`,
    ]);
  }
  expect(opened).toEqual(opensTo(operation));
});

/** Operations on users, carts, purchases, settings, logs and API keys. */
const neverOpen: readonly Operation[] = [
  ...(['me', 'myData', 'cart', 'storeItems', 'users', 'userRole', 'changeUserRole', 'deleteUser'] as const),
  ...(['registerUser', 'createAccessToken', 'updateProfile', 'addresses', 'saveAddress', 'deleteAddress'] as const),
  ...(['apiKeys', 'createApiKey', 'revokeApiKey', 'auditEntries', 'contactMessages', 'outboxMessages'] as const),
  ...(['unreadContactMessages', 'markContactMessagesRead'] as const),
  ...(['outboxMessage', 'sellerSettings', 'saveSellerSettings', 'saveTaxSettings', 'saveShippingSettings'] as const),
  ...(['paymentNotices', 'providerPayments', 'startCheckout', 'order', 'myOrders', 'cancelOrder'] as const),
];

test('a key with all scopes still reaches no account, role, key, log, setting or purchase', async () => {
  const { key } = await insertApiKey(server.repositories, scopes);
  for (const operation of neverOpen) {
    const query = documents.find(([name]) => name === operation)?.[1] ?? '';
    const { status, json } = await server.graphql(query, undefined, { token: key });
    expect([operation, status, json]).toEqual([
      operation,
      403,
      expect.objectContaining({ errors: [expect.objectContaining({ message: 'API keys may not do this.' })] }),
    ]);
  }
});

test('REST accepts and refuses the same keys as GraphQL', async () => {
  for (const endpoint of endpoints) {
    const { method, path, operation, body, whenQuery } = endpoint;
    const address = `/api${path.replace(/:\w+/g, 'none')}${whenQuery === undefined ? '' : `?${whenQuery}=none`}`;
    const required = Object.fromEntries((body?.required ?? []).map((name) => [name, 'none']));
    const sent = restBody(endpoint, endpoint.csv ? { rows: [{ name: 'none' }] } : required);
    for (const [scope, token] of keys) {
      const { status, json } = await server.call(method, address, { token, ...sent });
      const isOpen = opensTo(operation).includes(scope);
      const refused = { status: 403, error: expect.stringMatching(/^(API keys may not|This API key lacks)/) };
      if (isOpen) expect([address, scope, [401, 403, 500].includes(status)]).toEqual([address, scope, false]);
      else if (status !== 400) expect({ status, ...(json as object) }).toMatchObject(refused);
    }
  }
});

test('changing the stock of a product needs write:stock, and reading its order numbers needs read:orders', async () => {
  const { key: products } = await insertApiKey(server.repositories, ['read:products', 'write:products']);
  const { key: stock } = await insertApiKey(server.repositories, ['write:stock']);
  const both = (await insertApiKey(server.repositories, ['write:products', 'write:stock'])).key;
  const ask = async (token: string, query: string, variables: object) =>
    (await server.graphql(query, { ...variables }, { token })).json as { data: unknown; errors?: unknown[] };
  const create = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id version } } }';
  const made = await ask(products, create, { input: { name: 'Counted by a key', price: 5, stock: 9 } });
  const { id, version } = (made.data as { createProduct: { product: { id: string; version: number } } }).createProduct
    .product;
  const update = 'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { id } } }';
  const load = `mutation ($rows: [ImportProductRow!]!, $dryRun: Boolean!) {
    importProducts(input: { rows: $rows, dryRun: $dryRun }) { results { outcome errors { message } } } }`;
  const rows = [{ slug: 'counted-by-a-key', stock: '44' }];
  const lacks = 'This API key lacks the scope write:stock.';
  for (const change of [{ stock: 3 }, { isCounted: false }, { stock: 3, name: 'Renamed' }])
    expect(await ask(products, update, { input: { id, version, ...change } })).toMatchObject({
      errors: [{ message: lacks, extensions: { code: 'FORBIDDEN' } }],
    });
  for (const dryRun of [true, false])
    expect(await ask(products, load, { rows, dryRun })).toMatchObject({
      data: { importProducts: { results: [{ outcome: 'REFUSED', errors: [{ message: lacks }] }] } },
    });
  expect(await server.repositories.stock.find(ObjectId.createFromHexString(id))).toMatchObject({ onHand: 9 });
  expect(await ask(both, update, { input: { id, version, stock: 3 } })).not.toHaveProperty('errors');

  await server.db
    .collection('stockMovements')
    .updateMany({ productId: ObjectId.createFromHexString(id) }, { $set: { order: 'K-AAAA-BBBB' } });
  const adjust = `mutation ($input: AdjustStockInput!) { adjustStock(input: $input) {
    stockLevel { onHand movements { delta orderNumber } } } }`;
  const adjusted = await ask(stock, adjust, { input: { id, delta: 1, reason: 'DELIVERY' } });
  expect(adjusted).toMatchObject({ data: { adjustStock: { stockLevel: { onHand: 4 } } } });
  expect(JSON.stringify(adjusted)).not.toContain('K-AAAA-BBBB');
  const { key: withOrders } = await insertApiKey(server.repositories, ['write:stock', 'read:orders']);
  const seen = await ask(withOrders, adjust, { input: { id, delta: 1, reason: 'DELIVERY' } });
  expect(JSON.stringify(seen)).toContain('K-AAAA-BBBB');
});
