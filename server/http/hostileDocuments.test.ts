import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startTestServer, type TestServer } from '../testing/startTestServer';

/** The median time allowed to refuse a hostile document; the test fails at five times the figure. */
const refusalMs = 100;
const loopDelayMs = 200;
const tolerance = 5;

const circular =
  '{ __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }';
const nested = (depth: number) =>
  `{ products { ${'nodes { ... on Product { '.repeat(depth)} id ${'} }'.repeat(depth)} } }`;
const fragments = (count: number) =>
  `{ ...f0 } ${Array.from({ length: count }, (_, index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`).join(' ')} fragment f${count} on Query { __typename }`;
const input = { input: { name: 'Lamp', price: 5 } };
const many = (count: number) =>
  `mutation M($input: CreateProductInput!) { ${Array.from({ length: count }, (_, index) => `m${index}: createProduct(input: $input) { product { id } }`).join(' ')} }`;

const hostile: [title: string, query: string, variables?: object][] = [
  ...[16, 17, 30, 60, 101].map((n): [string, string] => [
    `${n} aliases`,
    `{ ${Array.from({ length: n }, (_, i) => `a${i}: __typename`).join(' ')} }`,
  ]),
  ...[101, 1_000, 95_000].map((n): [string, string] => [
    `an alias of ${n} characters`,
    `{ countries { regions { ${'a'.repeat(n)}: key } } }`,
  ]),
  [
    'a long alias in a fragment',
    `{ a: countries { ...C } b: countries { ...C } } fragment C on Country { regions { ${'a'.repeat(9_000)}: key } }`,
  ],
  [
    'one text of 100 rows under 15 names',
    `{ products(first: 100) { nodes { ${Array.from({ length: 15 }, (_, i) => `a${i}: description`).join(' ')} } } }`,
  ],
  [
    'all countries 15 times',
    `{ ${Array.from({ length: 15 }, (_, i) => `a${i}: countries { ...C }`).join(' ')} } fragment C on Country { code name }`,
  ],
  ...[501, 1_000, 5_000].map((n): [string, string] => [`${n} tokens`, `{ ${'__typename '.repeat(n)}}`]),
  ...[6, 10, 50].map((n): [string, string] => [`${n} unknown directives`, `{ __typename ${'@x'.repeat(n)} }`]),
  ...[8, 20, 60].map((n): [string, string] => [`depth ${n}`, nested(n)]),
  ...[40, 60].map((n): [string, string] => [`${n} fragments that double each other`, fragments(n)]),
  [
    'a chain of 1,170 fragments',
    Array.from({ length: 1_170 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} }`).join(' '),
  ],
  ['a fragment that spreads itself', '{ ...f } fragment f on Query { ...f }'],
  ['cyclic fragments', '{ ...f } fragment f on Query { ...g } fragment g on Query { ...f }'],
  [
    'a mutation with cyclic fragments',
    'mutation { ...f } fragment f on Mutation { ...g } fragment g on Mutation { ...f }',
  ],
  ...[5, 6, 15].map((n): [string, string, object] => [`${n} mutations`, many(n), input]),
  [
    '5 mutations in fragments',
    `mutation M($input: CreateProductInput!) { ...a ...b } fragment a on Mutation { a: createProduct(input: $input) { product { id } } b: createProduct(input: $input) { product { id } } c: createProduct(input: $input) { product { id } } } fragment b on Mutation { d: createProduct(input: $input) { product { id } } e: createProduct(input: $input) { product { id } } }`,
    input,
  ],
  ['circular introspection', circular],
  ['first: 1e9 as a literal', '{ products(first: 1000000000) { nodes { id } } }'],
  ['first: 1e9 as a variable', 'query P($n: Int!) { products(first: $n) { nodes { id } } }', { n: 1_000_000_000 }],
  ['first: 2^31', '{ products(first: 2147483648) { nodes { id } } }'],
  ['first: 0', '{ products(first: 0) { nodes { id } } }'],
  ['first: -1', '{ products(first: -1) { nodes { id } } }'],
  ['first: 101', '{ products(first: 101) { nodes { id } } }'],
  [
    'an expensive document',
    `{ ${Array.from({ length: 4 }, (_, i) => `a${i}: products(first: 100) { nodes { id } edges { node { id } } }`).join(' ')} }`,
  ],
  [
    'an expensive document by a variable',
    `query P($n: Int!) { ${Array.from({ length: 4 }, (_, i) => `a${i}: products(first: $n) { nodes { id } edges { node { id } } }`).join(' ')} }`,
    { n: 100 },
  ],
  ['5,000 variables', `query P(${Array.from({ length: 5_000 }, (_, i) => `$v${i}: Int`).join(' ')}) { __typename }`],
  ['15,001 characters', `{ __typename # ${'x'.repeat(15_001)}\n ${'__typename '.repeat(500)} }`],
  ['an empty document', ''],
  ['only a comment', '# nothing'],
  ['an operation type that the schema lacks', 'subscription { products { totalCount } }'],
  [
    'an operation type that the schema lacks beside a query',
    'query A { __typename } subscription B { products { totalCount } }',
  ],
  ['an unclosed brace', '{ products'],
  ['a NUL', '{ \u0000 }'],
  ['an emoji as a field name', '{ \u{1F600} }'],
  ['an unknown field', '{ constructor }'],
  ['__proto__', '{ __proto__ }'],
  ['two operations without an operation name', 'query A { __typename } query B { __typename }'],
  ['an undeclared variable', '{ product(slug: $slug) { id } }'],
  [
    'an object for a string variable',
    'query P($slug: String!) { product(slug: $slug) { id } }',
    { slug: { $ne: null } },
  ],
  ['a list for a string variable', 'query P($slug: String!) { product(slug: $slug) { id } }', { slug: ['a'] }],
  ['an operator in a filter', '{ products(filter: { search: { regex: ".*" } }) { totalCount } }'],
  ['a huge integer', '{ products(first: 99999999999999999999) { totalCount } }'],
  [
    'a search of 201 characters',
    'query P($s: String!) { products(filter: { search: $s }) { totalCount } }',
    { s: 'x'.repeat(201) },
  ],
  ['a cursor that is none', '{ products(after: "nonsense") { totalCount } }'],
];

describe('E7: hostile documents', () => {
  let server: TestServer;
  const loop = monitorEventLoopDelay({ resolution: 10 });
  beforeAll(async () => {
    server = await startTestServer({ settings: { introspection: false } });
    loop.enable();
  });
  afterAll(() => server.stop());

  const medianOfFive = async (call: () => Promise<void>): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now();
      await call();
      times.push(performance.now() - startedAt);
    }
    return times.sort((a, b) => a - b)[2] ?? Infinity;
  };

  test('covers at least 50 documents', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(50);
  });

  test.each(hostile)('%s', async (_title, query, ...[variables]) => {
    const median = await medianOfFive(async () => {
      const { status, json, text } = await server.graphql(query, variables);
      expect([status, text]).toEqual([400, expect.stringMatching(/^\{"errors":/)]);
      expect((json as { data?: unknown }).data ?? null).toBeNull();
    });
    expect(median).toBeLessThan(tolerance * refusalMs);
    expect((await server.call('GET', '/livez')).status).toBe(200);
  });

  test('the event loop was never blocked for long', () => {
    loop.disable();
    expect(loop.max / 1e6).toBeGreaterThan(0);
    expect(loop.max / 1e6).toBeLessThan(tolerance * loopDelayMs);
  });
});
