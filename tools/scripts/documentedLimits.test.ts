import { readFileSync } from 'node:fs';
import { maxAnswerBytes } from '../../server/database/idempotency.repository';
import { cutNames } from '../../server/errors';
import { costLimit } from '../../server/graphql/cost';
import { maxStallMs, workingPeriods } from '../../server/http/connectionLimits';
import { maxStackLength, maxTextLength } from '../../server/http/logging';
import { maxStoredMessages } from '../../server/messages/messages.repository';
import { maxCallMs } from '../../server/shopOrders/createFulfillments';
import { createPrincipals, type Principal } from '../../server/testing/principals';
import { productionDefaults } from '../../server/testing/productionSettings';
import { startTestServer, type TestServer } from '../../server/testing/startTestServer';

const text = readFileSync('docs/security.md', 'utf8');

/** The numbers in a table row of docs/security.md. */
function numbersOf(row: string): number[] {
  const cells = new RegExp(`^\\| ${row} +\\| (.+?) +\\|$`, 'm').exec(text)?.[1];
  if (cells === undefined) throw new Error(`There is no row '${row}'.`);
  return [...cells.replaceAll(',', '').matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
}

let server: TestServer;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  ({ admin } = await createPrincipals(server));
});
afterAll(() => server.stop());

const list = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index));
const graphql = async (query: string, variables: object = {}) => {
  const { status, text: answer } = await server.graphql(query, variables, { token: admin.token });
  return status === 200 && !answer.includes('"errors"');
};
const nested = (depth: number): string => (depth === 0 ? '1' : `[${nested(depth - 1)}]`);

const [bytes = 0, levels = 0] = numbersOf('request body');
const [tokens = 0, depth = 0, aliases = 0, directives = 0, mutations = 0] = numbersOf('GraphQL document');
const [aliasLength = 0] = numbersOf('GraphQL alias');

/** Whether a request with the amount is accepted. */
const documents: [what: string, limit: number, isTaken: (amount: number) => Promise<boolean>][] = [
  [
    'kB of a body',
    bytes,
    async (amount) => {
      const body = '{"query":"{ me { id } }"}'.padEnd(amount * 1024);
      return (await server.call('POST', '/graphql', { body })).status === 200;
    },
  ],
  [
    'levels of a body',
    levels,
    async (amount) => {
      const body = `{"query":"{ me { id } }","variables":{"a":${nested(amount - 1)}}}`;
      return (await server.call('POST', '/graphql', { body })).status === 200;
    },
  ],
  ['tokens', tokens, (amount) => graphql(`{ ${'__typename '.repeat(amount - 2)} }`)],
  ['aliases', aliases, (amount) => graphql(`{ ${list(amount, (index) => `a${index}: __typename`).join(' ')} }`)],
  ['characters of an alias', aliasLength, (amount) => graphql(`{ ${'a'.repeat(amount)}: __typename }`)],
  [
    'directives',
    directives,
    (amount) => graphql(`{ __typename ${list(amount, () => '... @skip(if: true) { __typename }').join(' ')} }`),
  ],
  [
    'mutations',
    mutations,
    (amount) =>
      graphql(
        `mutation { ${list(amount, (index) => `m${index}: createProduct(input: { name: "Lamp", price: 5 }) { product { id } }`).join(' ')} }`,
      ),
  ],
];

test.each(documents)('%s: %d are accepted, one more is rejected', async (_what, limit, isTaken) => {
  expect([await isTaken(limit), await isTaken(limit + 1)]).toEqual([true, false]);
});

test('the documented depth, cost, timeouts and connection limits match the code', () => {
  const { headersTimeout, requestTimeout, maxConnections } = server.server.http;
  // No otherwise valid document of this schema reaches this depth.
  expect(readFileSync('server/graphql/createApollo.ts', 'utf8')).toContain(`maxDepth: { n: ${depth},`);
  expect(numbersOf('GraphQL cost')).toEqual([costLimit]);
  expect(numbersOf('headers, whole request')).toEqual([headersTimeout / 1_000, requestTimeout / 1_000]);
  expect(numbersOf('standstill of a connection')).toEqual([maxStallMs / 1_000]);
  expect(numbersOf('wait for one answer')).toEqual([(workingPeriods * maxStallMs) / 1_000]);
  const { connectionsPerAddress, ipv6ClientPrefix, rateLimits } = productionDefaults();
  expect(numbersOf('contact messages')).toEqual([rateLimits.messages, maxStoredMessages]);
  expect(numbersOf('connections')).toEqual([maxConnections, connectionsPerAddress]);
  expect(text).toContain(`a prefix of ${ipv6ClientPrefix} bits`);
});

test('the shop and nginx in front of it let the API take as long as the longest call', () => {
  const site = readFileSync('deploy/nginx/kiosk.conf', 'utf8');
  const locations = ['= /graphql', '/api/'].map((path) => site.split(`location ${path} {`)[1] ?? '');
  const waits = locations.map((location) => Number(/^\s*(?:#.*\s+)?proxy_read_timeout (\d+)s;/.exec(location)?.[1]));
  for (const seconds of waits) expect(seconds * 1_000).toBeGreaterThan(maxCallMs);
  expect(workingPeriods * maxStallMs).toBeGreaterThan(maxCallMs);
});

test('the documented lengths of repeated names, stored responses and log lines match the code', () => {
  const [name = 0, message = 0] = numbersOf('names in messages');
  expect(cutNames(`The "${letters(name + 1)}".`)).toBe(`The "${letters(name)}".`);
  expect(cutNames('a '.repeat(message)).length).toBeLessThan(message + 10);
  expect(numbersOf('stored answer of a key')).toEqual([maxAnswerBytes / 1_024]);
  expect(numbersOf('log line')).toEqual([maxTextLength, maxStackLength]);
});

const create = (input: object) =>
  graphql('mutation C($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }', {
    input: { name: 'Lamp', price: 5, ...input },
  });
const products = (variables: object) =>
  graphql('query P($first: Int!, $filter: ProductFilter) { products(first: $first, filter: $filter) { totalCount } }', {
    first: 1,
    ...variables,
  });
const send = (input: object) =>
  graphql(
    'mutation S($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }',
    {
      input: { name: 'Ann', email: 'ann@kiosk.test', message: 'Ten letters at least.', ...input },
    },
  );
const bulk = (count: number) =>
  graphql('mutation B($input: BulkUpdateProductsInput!) { bulkUpdateProducts(input: $input) { results { id } } }', {
    input: { ids: list(count, (index) => String(index)), action: 'ACTIVATE' },
  });
const keyed = async (length: number) => {
  const headers = { 'idempotency-key': 'k'.repeat(length) };
  const body = { name: 'Lamp', price: 5 };
  return (await server.call('POST', '/api/product', { token: admin.token, headers, body })).status === 201;
};

const [nameLeast = 0, nameMost = 0] = numbersOf('display name');
const [productLeast = 0, productMost = 0] = numbersOf('product name');
const [priceLeast = 0, priceMost = 0] = numbersOf('price');
const [discountLeast = 0, discountBelow = 0] = numbersOf('discount');
const [photos = 0, photoLength = 0] = numbersOf('photos');
const [categories = 0, categoryLength = 0] = numbersOf('categories');
const [searchLength = 0, filterLength = 0] = numbersOf('search, category filter');
const [pageLeast = 0, pageMost = 0] = numbersOf('page size');
const [bulkLeast = 0, bulkMost = 0] = numbersOf('bulk actions, imports');
const [senderLeast = 0, senderMost = 0, messageLeast = 0, messageMost = 0] = numbersOf('contact message');
const [keyLeast = 0, keyMost = 0] = numbersOf('Idempotency-Key');
const letters = (count: number) => 'x'.repeat(count);
const photoOf = (length: number) => `/${letters(length - 1)}`;
const profile = (name: string) =>
  graphql('mutation U($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }', {
    input: { name },
  });

const inputs: [what: string, taken: () => Promise<boolean>, refused: () => Promise<boolean>][] = [
  ['a short display name', () => profile(letters(nameLeast)), () => profile(letters(nameLeast - 1))],
  ['a long display name', () => profile(letters(nameMost)), () => profile(letters(nameMost + 1))],
  [
    'a short product name',
    () => create({ name: letters(productLeast) }),
    () => create({ name: letters(productLeast - 1) }),
  ],
  [
    'a long product name',
    () => create({ name: letters(productMost) }),
    () => create({ name: letters(productMost + 1) }),
  ],
  [
    'a description',
    () => create({ description: letters(numbersOf('description')[0] ?? 0) }),
    () => create({ description: letters((numbersOf('description')[0] ?? 0) + 1) }),
  ],
  ['a low price', () => create({ price: priceLeast }), () => create({ price: priceLeast - 0.01 })],
  ['a high price', () => create({ price: priceMost }), () => create({ price: priceMost + 0.01 })],
  ['the decimals of a price', () => create({ price: 5.25 }), () => create({ price: 5.255 })],
  ['a low discount', () => create({ discount: discountLeast }), () => create({ discount: discountLeast - 1 })],
  ['a high discount', () => create({ discount: discountBelow - 1 }), () => create({ discount: discountBelow })],
  ['the decimals of a discount', () => create({ discount: 5.1234 }), () => create({ discount: 5.12345 })],
  [
    'photos',
    () => create({ photos: list(photos, (index) => `/${index}`) }),
    () => create({ photos: list(photos + 1, (index) => `/${index}`) }),
  ],
  [
    'the address of a photo',
    () => create({ photos: [photoOf(photoLength)] }),
    () => create({ photos: [photoOf(photoLength + 1)] }),
  ],
  [
    'categories',
    () => create({ categories: list(categories, String) }),
    () => create({ categories: list(categories + 1, String) }),
  ],
  [
    'a category',
    () => create({ categories: [letters(categoryLength)] }),
    () => create({ categories: [letters(categoryLength + 1)] }),
  ],
  [
    'a search',
    () => products({ filter: { search: letters(searchLength) } }),
    () => products({ filter: { search: letters(searchLength + 1) } }),
  ],
  [
    'a category filter',
    () => products({ filter: { category: letters(filterLength) } }),
    () => products({ filter: { category: letters(filterLength + 1) } }),
  ],
  ['a small page', () => products({ first: pageLeast }), () => products({ first: pageLeast - 1 })],
  ['a large page', () => products({ first: pageMost }), () => products({ first: pageMost + 1 })],
  ['few items at once', () => bulk(bulkLeast), () => bulk(bulkLeast - 1)],
  ['many items at once', () => bulk(bulkMost), () => bulk(bulkMost + 1)],
  ['a short sender', () => send({ name: letters(senderLeast) }), () => send({ name: letters(senderLeast - 1) })],
  ['a long sender', () => send({ name: letters(senderMost) }), () => send({ name: letters(senderMost + 1) })],
  [
    'a short message',
    () => send({ message: letters(messageLeast) }),
    () => send({ message: letters(messageLeast - 1) }),
  ],
  ['a long message', () => send({ message: letters(messageMost) }), () => send({ message: letters(messageMost + 1) })],
  ['a short key', () => keyed(keyLeast), () => keyed(keyLeast - 1)],
  ['a long key', () => keyed(keyMost), () => keyed(keyMost + 1)],
];

test.each(inputs)('%s is accepted up to its bound only', async (_what, taken, refused) => {
  expect([await taken(), await refused()]).toEqual([true, false]);
});
