import { cutName, cutNames, NotFoundError } from '../errors';
import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server, 'admin');
});
afterAll(() => server.stop());

const solid = 'A'.repeat(60_000);
/** For URLs and headers, whose length is limited. */
const short = 'A'.repeat(6_000);
const spaced = 'A A '.repeat(10_000);
const quoted = `A"A'`.repeat(10_000);
const faces = '\u{1f600}'.repeat(10_000);
const letters = [solid, spaced, quoted, faces];

interface Problem {
  readonly message?: string;
  readonly error?: string;
  readonly field?: string;
  readonly extensions?: { readonly field?: string; readonly fieldMessage?: string };
}

/** Every message and field name in the errors of an answer. */
function wordsOf({ json }: Answer): string[] {
  const { errors, data } = json as { errors?: Problem[]; data?: Record<string, { results?: { error?: Problem }[] }> };
  const rows = Object.values(data ?? {}).flatMap((payload) => payload?.results ?? []);
  const problems = [...(errors ?? [json as Problem]), ...rows.flatMap(({ error }) => error ?? [])];
  return problems.flatMap(({ message, error, field, extensions }) =>
    [message, error, field, extensions?.field, extensions?.fieldMessage].filter((text) => typeof text === 'string'),
  );
}

function expectShort(answer: Answer): void {
  expect(answer.status).toBeLessThan(500);
  const words = wordsOf(answer);
  expect(words.length).toBeGreaterThan(0);
  for (const text of words) {
    expect(text.length).toBeLessThanOrEqual(1_010);
    expect(text).not.toMatch(/A{101}|(?:A A ){51}|(?:\u{1f600}){51}/u);
    expect(text).not.toMatch(/\p{Cs}/u);
  }
}

const graphql = (query: string, others: object = {}) =>
  server.call('POST', '/graphql', { token: admin.token, body: { query, ...others } });
const rest = (method: string, path: string, body?: object | string) =>
  server.call(method, path, { token: admin.token, ...(body !== undefined && { body }) });

test.each([
  ['a field', `{ ${solid} }`],
  ['a field of a type', `{ products(first: 1) { ${solid} } }`],
  ['an argument', `{ products(${solid}: 1) { totalCount } }`],
  ['the type of a variable', `query ($a: ${solid}) { products(first: $a) { totalCount } }`],
  ['a variable that is not declared', `{ products(first: $${solid}) { totalCount } }`],
  ['a variable that is not used', `query ($${solid}: Int) { categories { name } }`],
  ['a variable of another type', `query ($${solid}: String) { products(first: $${solid}) { totalCount } }`],
  ['a variable that is missing', `query ($${solid}: Int!) { products(first: $${solid}) { totalCount } }`],
  [
    'a variable that is declared twice',
    `query ($${solid}: Int, $${solid}: Int) { products(first: $${solid}) { totalCount } }`,
  ],
  ['a directive', `{ categories @${solid} { name } }`],
  ['a fragment that is not there', `{ ...${solid} }`],
  ['a fragment that is not used', `{ categories { name } } fragment ${solid} on Product { id }`],
  ['a fragment of itself', `{ ...${solid} } fragment ${solid} on Query { ...${solid} }`],
  ['the type of a fragment', `{ ... on ${solid} { id } }`],
  ['an alias of two fields', `{ products(first: 1) { nodes { ${solid}: name ${solid}: slug } } }`],
  ['two operations', `query ${solid} { categories { name } } query ${solid} { categories { name } }`],
  ['a value of an enum', `{ products(sort: ${solid}) { totalCount } }`],
  ['a field of an object', `{ products(filter: { ${solid}: 1 }) { totalCount } }`],
  ['a text for a number', `{ products(first: "${solid}") { totalCount } }`],
  ['a number', `{ products(first: ${'1'.repeat(60_000)}) { totalCount } }`],
  ['a word where none belongs', `${solid} { categories { name } }`],
  ['a text that does not end', `{ products(first: "${solid}`],
  ['a search', `{ products(filter: { search: "${solid}" }) { totalCount } }`],
  ['a category', `{ products(filter: { category: "${solid}" }) { totalCount } }`],
  ['a cursor', `{ products(after: "${solid}") { totalCount } }`],
  ['a slug of nothing', `mutation { addToStore(input: { slug: "${solid}" }) { storeEntry { id } } }`],
  ['an id of nothing', `mutation { deleteStoreItem(input: { id: "${solid}" }) { item { __typename } } }`],
  ['an e-mail of nobody', `mutation { deleteUser(input: { email: "${solid}@kiosk.test" }) { user { id } } }`],
])('GraphQL: truncates the name of %s in the error', async (_what, query) => {
  expectShort(await graphql(query));
});

test.each(letters.map((text) => [text.slice(0, 4), text]))(
  'GraphQL: truncates names of %s… in variables',
  async (_start, text) => {
    const query = 'query ($f: ProductFilter, $s: ProductSort) { products(filter: $f, sort: $s) { totalCount } }';
    for (const variables of [
      { f: { [text]: 1 } },
      { s: text },
      { f: { search: { [text]: 1 } } },
      { f: { category: text } },
    ])
      expectShort(await graphql(query, { variables }));
    expectShort(await graphql('query B { categories { name } }', { operationName: text }));
    const create = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
    for (const input of [
      { name: 'x', price: 1, [text]: 1 },
      { name: text, price: 1 },
      { name: 'x', price: text },
    ])
      expectShort(await graphql(create, { variables: { input } }));
    const rows = [
      { name: text, price: '5' },
      { name: 'x', price: text },
      { name: 'x', price: '5', slug: text },
    ];
    const load = `mutation ($input: ImportProductsInput!) { importProducts(input: $input) { results { error { message field } } } }`;
    expectShort(await graphql(load, { variables: { input: { rows, dryRun: true } } }));
  },
);

test.each(letters.map((text) => [text.slice(0, 4), text]))('REST: truncates names of %s…', async (_start, text) => {
  for (const body of [
    { [text]: 1 },
    { name: text, price: 1 },
    { name: 'x', price: text },
    { name: 'x', price: { [text]: 1 } },
  ])
    expectShort(await rest('POST', '/api/product', body));
  const name = JSON.stringify(text);
  expectShort(await rest('POST', '/api/product', `{${name}: 1, ${name}: 2}`));
  const part = encodeURIComponent(text.slice(0, 600));
  for (const query of [`${part}=1`, `limit=${part}`, `limit=1&cursor=${part}`, `${part}=1&${part}=2`])
    expectShort(await rest('GET', `/api/product?${query}`));
  for (const query of [
    `query=${part}`,
    `${part}=1&${part}=2`,
    `query={categories{name}}&${part}=1`,
    `query={a}&variables=${part}`,
  ])
    await server.call('GET', `/graphql?${query}`).then((answer) => answer.status === 200 || expectShort(answer));
  for (const path of [`/api/store?email=${part}`, `/api/store/${part}`, `/api/users/role/${part}`, `/api/${short}`])
    expectShort(await rest(path.includes('?') ? 'GET' : 'DELETE', path));
});

test('truncating a name keeps the rest of the sentence and never splits a character', () => {
  expect(cutName('a'.repeat(100))).toBe('a'.repeat(100));
  expect(cutName(`${'a'.repeat(99)}\u{1f600}`)).toBe('a'.repeat(99));
  const message = `Cannot query field "${solid}" on type "Query".`;
  expect(cutNames(message)).toBe(`Cannot query field "${'A'.repeat(100)}" on type "Query".`);
  const long = `The shop's ${'usual words '.repeat(20)}isn't "${spaced}" by 'now'.`;
  expect(cutNames(long)).toBe(`The shop's ${'usual words '.repeat(20)}isn't "${spaced.slice(0, 100)}" by 'now'.`);
  expect(cutNames('words '.repeat(1_000)).length).toBeLessThan(1_010);
  const { field } = new NotFoundError('none', solid);
  expect(field).toBe('A'.repeat(100));
});
