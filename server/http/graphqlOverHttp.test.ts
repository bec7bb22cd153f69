import { readFileSync } from 'node:fs';
import { buildClientSchema, buildSchema, getIntrospectionQuery, printSchema, type IntrospectionQuery } from 'graphql';
import { createPrincipals, createTargets, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';
import { unknownVersion } from '../testing/unknownVersion';

interface Refused {
  readonly data?: unknown;
  readonly errors: { readonly message: string; readonly extensions: Readonly<Record<string, string>> }[];
}

let server: TestServer;
let admin: Principal;
beforeAll(async () => {
  // Nothing is cached: every answer is computed.
  server = await startTestServer({ parts: { catalogueVersion: unknownVersion } });
  const people = await createPrincipals(server);
  admin = people.admin;
  await createTargets(server).newProduct(people.owner);
});
afterAll(() => server.stop());

const get = (parameters: Readonly<Record<string, string>>, headers = {}) =>
  server.call('GET', `/graphql?${new URLSearchParams(parameters)}`, { headers });

function refusalIn(answer: Answer): { message: string; extensions: Readonly<Record<string, string>> } {
  expect(answer.status).toBe(400);
  const { data, errors } = answer.json as Refused;
  expect(data ?? null).toBeNull();
  return errors[0] ?? { message: '', extensions: {} };
}

describe('a document error has the wording of graphql-js', () => {
  test.each([
    ['query Q { product(slug: $slug) { id } }', 'Variable "$slug" is not defined by operation "Q".'],
    ['{ product(slug: $slug) { id } }', 'Variable "$slug" is not defined.'],
    ['query Q($slug: String!) { categories { id } }', 'Variable "$slug" is never used in operation "Q".'],
    [
      'query ($a: ID!) { product(slug: $a) { id } }',
      'Variable "$a" of type "ID!" used in position expecting type "String".',
    ],
    [
      'query ($a: ID) { shopOrder(number: $a) { number } }',
      'Variable "$a" of type "ID" used in position expecting type "ID!".',
    ],
    ['query ($a: Product) { product(slug: $a) { id } }', 'Variable "$a" cannot be non-input type "Product".'],
    ['query ($a: Nothing) { product(slug: $a) { id } }', 'Unknown type "Nothing".'],
    ['query ($a: Int, $a: Int) { products(first: $a) { totalCount } }', 'There can be only one variable named "$a".'],
    ['{ products(first: null) { totalCount } }', 'Expected value of type "Int!", found null.'],
    ['{ products(first: "secret") { totalCount } }', 'Int cannot represent non-integer value.'],
    ['{ products(sort: SECRET) { totalCount } }', 'Value does not exist in "ProductSort" enum.'],
    ['{ products(filter: "secret") { totalCount } }', 'Expected value of type "ProductFilter".'],
    ['{ products(filter: { secrets: 1 }) { totalCount } }', 'Field "secrets" is not defined by type "ProductFilter".'],
    [
      '{ shopOrder { number } }',
      'Field "shopOrder" argument "number" of type "ID!" is required, but it was not provided.',
    ],
    [
      'mutation { deleteStoreItem(input: {}) { storeItem { id } } }',
      'Field "DeleteStoreItemInput.id" of required type "ID!" was not provided.',
    ],
    ['{ nothing }', 'Cannot query field "nothing" on type "Query".'],
    ['{ categories }', 'Field "categories" of type "[Category!]!" must have a selection of subfields.'],
    ['{ categories { id } } { me { id } }', 'This anonymous operation must be the only defined operation.'],
    [
      'query A { me { id } } query B { me { id } }',
      'Must provide operation name if query contains multiple operations.',
    ],
    [
      '{ storeItems(filter: { createdTo: "soon" }) { totalCount } }',
      'A DateTime is written like 2026-01-31T09:30:00Z.',
    ],
  ])('%s', async (query, message) => {
    for (const answer of [await server.graphql(query), await get({ query })]) {
      const refusal = refusalIn(answer);
      expect(refusal.message.startsWith(message)).toBe(true);
      expect(refusal.extensions).toEqual({ code: expect.any(String), requestId: expect.any(String) });
      expect(answer.text.replaceAll(query, '')).not.toMatch(/secret"|SECRET/);
    }
  });

  test.each([{}, { slug: 'x' }, { other: 1 }])(
    'reports an undeclared variable whatever the variables are: %j',
    async (variables) => {
      const refusal = refusalIn(await server.graphql('query Q { product(slug: $slug) { id } }', variables));
      expect(refusal.message).toBe('Variable "$slug" is not defined by operation "Q".');
    },
  );

  test('reports an unknown operation name without repeating it', async () => {
    const body = { query: 'query A { me { id } }', operationName: 'secret' };
    const answer = await server.call('POST', '/graphql', { body });
    expect([refusalIn(answer).message, answer.text.includes('secret')]).toEqual(['Unknown operation name.', false]);
  });
});

describe('an invalid variable is reported with its name, path and type, and its value is not repeated', () => {
  const products =
    'query ($first: Int!, $sort: ProductSort, $filter: ProductFilter) { products(first: $first, sort: $sort, filter: $filter) { totalCount } }';
  const items = 'query ($filter: StoreItemFilter) { storeItems(filter: $filter) { totalCount } }';
  const create = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
  const load = 'mutation ($input: ImportProductsInput!) { importProducts(input: $input) { results { row } } }';
  const secret = 'secret at "filter.search"; Field "x';
  test.each<[string, object, string, string, string]>([
    [
      products,
      { first: 1, sort: secret },
      'Variable "$sort" got invalid value; Value does not exist in "ProductSort" enum.',
      'sort',
      'Sort is not valid: newest, name, price_asc, price_desc or rating is expected.',
    ],
    [
      products,
      { first: 1, sort: 3 },
      'Variable "$sort" got invalid value; Enum "ProductSort" cannot represent non-string value.',
      'sort',
      'Sort is not valid: newest, name, price_asc, price_desc or rating is expected.',
    ],
    [
      products,
      { first: secret },
      'Variable "$first" got invalid value; Int cannot represent non-integer value.',
      'first',
      'First is not valid: a whole number is expected.',
    ],
    [
      products,
      { first: 1.5 },
      'Variable "$first" got invalid value; Int cannot represent non-integer value.',
      'first',
      'First is not valid: a whole number is expected.',
    ],
    [
      products,
      { first: 3e9 },
      'Variable "$first" got invalid value; Int cannot represent non 32-bit signed integer value.',
      'first',
      'First is not valid: a whole number is expected.',
    ],
    [products, {}, 'Variable "$first" of required type "Int!" was not provided.', 'first', 'First is required.'],
    [
      products,
      { first: null },
      'Variable "$first" of non-null type "Int!" must not be null.',
      'first',
      'First is required.',
    ],
    [
      products,
      { first: 1, filter: secret },
      'Variable "$filter" got invalid value; Expected type "ProductFilter" to be an object.',
      'filter',
      'Filter is not valid.',
    ],
    [
      products,
      { first: 1, filter: { inStockOnly: secret } },
      'Variable "$filter" got invalid value at "filter.inStockOnly"; Boolean cannot represent a non boolean value.',
      'inStockOnly',
      'inStockOnly is not valid: true or false is expected.',
    ],
    [
      products,
      { first: 1, filter: { colour: secret } },
      'Variable "$filter" got invalid value; Field "colour" is not defined by type "ProductFilter".',
      'colour',
      "There is no field 'colour'.",
    ],
    [
      items,
      { filter: { createdTo: secret } },
      'Variable "$filter" got invalid value at "filter.createdTo"; A DateTime is written like 2026-01-31T09:30:00Z.',
      'createdTo',
      'createdTo is not valid: a date and time such as 2026-01-31T09:30:00Z is expected.',
    ],
    [
      items,
      { filter: { status: secret } },
      'Variable "$filter" got invalid value at "filter.status"; Value does not exist in "ProductStatus" enum.',
      'status',
      'Status is not valid: active or inactive is expected.',
    ],
    [
      create,
      { input: { name: 'Lamp' } },
      'Variable "$input" got invalid value; Field "price" of required type "Float!" was not provided.',
      'price',
      'Price is required.',
    ],
    [
      create,
      { input: { name: 'Lamp', price: null } },
      'Variable "$input" got invalid value at "input.price"; Expected non-nullable type "Float!" not to be null.',
      'price',
      'Price is required.',
    ],
    [
      create,
      { input: { name: { [secret]: 1 }, price: 1 } },
      'Variable "$input" got invalid value at "input.name"; String cannot represent a non string value.',
      'name',
      'Name is not valid: text is expected.',
    ],
    [
      create,
      { input: { name: 'Lamp', price: 1, photos: ['/a', 7] } },
      'Variable "$input" got invalid value at "input.photos[1]"; String cannot represent a non string value.',
      'photos[1]',
      'Photos[1] is not valid: text is expected.',
    ],
    [
      load,
      { input: { dryRun: true, rows: [{}, { name: 7 }] } },
      'Variable "$input" got invalid value at "input.rows[1].name"; String cannot represent a non string value.',
      'rows[1].name',
      'Rows[1].name is not valid: text is expected.',
    ],
    [
      load,
      { input: { dryRun: true, rows: [{ colour: 'x' }] } },
      'Variable "$input" got invalid value at "input.rows[0]"; Field "colour" is not defined by type "ImportProductRow".',
      'rows[0].colour',
      "There is no field 'colour'.",
    ],
  ])('%s with %j', async (query, variables, message, field, fieldMessage) => {
    const answer = await server.graphql(query, variables, { token: admin.token });
    const refusal = refusalIn(answer);
    expect(refusal).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT', field, fieldMessage } });
    expect(answer.text).not.toContain('secret');
  });
});

test('a 401 has WWW-Authenticate: Bearer, over GraphQL and REST', async () => {
  for (const answer of [
    await server.graphql('{ stockLevels(first: 1) { totalCount } }'),
    await server.call('GET', '/api/users'),
  ])
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

describe('a query by GET needs no special header', () => {
  const query = '{ categories { id } }';
  test.each<[string, Record<string, string>]>([
    ['curl', { accept: '*/*' }],
    [
      'urql',
      {
        accept:
          'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
      },
    ],
    ['a client that names JSON as the type of no body', { 'content-type': 'application/json' }],
    ['a page of another site', { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }],
  ])('as sent by %s', async (_client, headers) => {
    for (let time = 0; time < 2; time += 1) {
      const answer = await get({ query }, headers);
      expect([answer.status, (answer.json as { data: { categories: unknown[] } }).data.categories.length]).toEqual([
        200, 4,
      ]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  test('a mutation by GET is 405 and changes nothing', async () => {
    const before = await server.db.collection('contactMessages').countDocuments();
    const sent =
      'mutation { sendContactMessage(input: { name: "Ann", email: "a@b.example", message: "Ten letters." }) { contactMessage { id } } }';
    for (const parameters of [
      { query: sent },
      { query: `${query.replace('{', 'query A {')} ${sent.replace('mutation', 'mutation B')}`, operationName: 'B' },
    ]) {
      const answer = await get(parameters as Record<string, string>, { 'apollo-require-preflight': '1' });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect(await server.db.collection('contactMessages').countDocuments()).toBe(before);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'POST as %s is refused with 415',
    async (type) => {
      const headers = { 'content-type': type };
      expect((await server.call('POST', '/graphql', { body: JSON.stringify({ query }), headers })).status).toBe(415);
    },
  );
});

describe('empty parameters count as absent, malformed ones are refused', () => {
  const query = '{ products(first: 1) { totalCount } }';
  const data = { products: { totalCount: 1 } };
  test.each([
    { operationName: '' },
    { operationName: null },
    { variables: null },
    { extensions: null },
    { variables: {}, extensions: {} },
  ])('POST with %j', async (others) => {
    for (let time = 0; time < 2; time += 1)
      expect(await server.call('POST', '/graphql', { body: { query, ...others } })).toMatchObject({
        status: 200,
        json: { data },
      });
  });
  test.each([
    { operationName: '' },
    { variables: '' },
    { extensions: '' },
    { operationName: '', variables: '', extensions: '' },
    { variables: 'null' },
    { variables: '{}' },
  ])('GET with %j', async (others) => {
    for (let time = 0; time < 2; time += 1)
      expect(await get({ query, ...(others as Record<string, string>) })).toMatchObject({
        status: 200,
        json: { data },
      });
  });

  test.each([
    ['variables', '{', "The parameter 'variables' is not valid JSON."],
    ['extensions', 'x', "The parameter 'extensions' is not valid JSON."],
    ['variables', '[1]', "The parameter 'variables' must be a JSON object."],
    ['variables', '"x"', "The parameter 'variables' must be a JSON object."],
    ['extensions', '7', "The parameter 'extensions' must be a JSON object."],
    ['variables', '{"a":1,"a":2}', "The request has the field 'a' twice."],
  ])('GET with %s %s is refused with the reason', async (name, value, message) => {
    for (let time = 0; time < 2; time += 1) {
      const refusal = refusalIn(await get({ query, [name]: value }));
      expect([refusal.message, refusal.extensions['code']]).toEqual([message, 'BAD_USER_INPUT']);
    }
  });

  test('replays an answer by its Idempotency-Key with an empty operationName', async () => {
    const sent =
      'mutation { sendContactMessage(input: { name: "Ann", email: "a@b.example", message: "Ten letters." }) { contactMessage { id } } }';
    const options = { body: { query: sent, operationName: '' }, headers: { 'idempotency-key': 'once' } };
    const [one, two] = [await server.call('POST', '/graphql', options), await server.call('POST', '/graphql', options)];
    expect([one?.status, two?.text, two?.headers.get('idempotent-replayed')]).toEqual([200, one?.text, 'true']);
  });
});

test('introspection returns all of schema.graphql with its descriptions', async () => {
  const { json } = await server.graphql(getIntrospectionQuery());
  const told = buildClientSchema((json as { data: IntrospectionQuery }).data);
  expect(printSchema(told)).toBe(printSchema(buildSchema(readFileSync('schema.graphql', 'utf8'))));
});

interface Described {
  readonly parameters: Readonly<Record<string, { readonly in: string; readonly name: string }>>;
  readonly securitySchemes: Readonly<Record<string, { readonly in?: string; readonly name?: string }>>;
}

/** Header parameters of the OpenAPI document. */
async function documentedHeaders(): Promise<string[]> {
  const { components } = (await server.call('GET', '/api/openapi.json')).json as { components: Described };
  const places = [...Object.values(components.parameters), ...Object.values(components.securitySchemes)];
  return places.flatMap(({ in: place, name }) =>
    place === 'header' && name !== undefined ? [name.toLowerCase()] : [],
  );
}

test('CORS allows a listed origin to send the headers of REST and of common GraphQL clients', async () => {
  const documented = await documentedHeaders();
  expect(documented).toEqual(expect.arrayContaining(['if-match', 'x-checkout-token']));
  const names = [
    ...[
      'x-apollo-operation-name',
      'x-apollo-operation-id',
      'apollographql-client-name',
      'apollographql-client-version',
    ],
    ...['authorization', 'content-type', 'x-request-id', 'apollo-require-preflight'],
    ...documented,
  ];
  const origin = 'https://partner.example';
  const open = await startTestServer({ settings: { corsOrigins: [origin] } });
  try {
    const { status, headers } = await open.call('OPTIONS', '/graphql', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': names.join(','),
      },
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(',');
    expect(allowed).toEqual(expect.arrayContaining(names));
  } finally {
    await open.stop();
  }
});
