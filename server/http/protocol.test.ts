import { createPrincipals, must, type Principal, type PrincipalName } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const typeName = '{ __typename }';
const circular =
  '{ __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }';

describe('production profile', () => {
  let server: TestServer;
  let people: Record<PrincipalName, Principal>;
  beforeAll(async () => {
    server = await startTestServer({ settings: { introspection: false } });
    people = await createPrincipals(server);
  });
  afterAll(() => server.stop());

  const refused = async (query: string, variables?: object) => {
    const startedAt = performance.now();
    const answer = await server.graphql(query, variables);
    expect({ status: answer.status, query: query.slice(0, 60) }).toEqual({ status: 400, query: query.slice(0, 60) });
    expect((answer.json as { data?: unknown }).data ?? null).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(500);
    return answer.text;
  };

  describe("E6: graphql-cop's 13 checks", () => {
    test('101 aliases', async () => {
      await refused(`{ ${Array.from({ length: 101 }, (_, index) => `alias${index}: __typename`).join(' ')} }`);
    });
    test('a batch of 10', async () => {
      const batch = Array.from({ length: 10 }, () => ({ query: typeName }));
      expect((await server.call('POST', '/graphql', { body: batch })).status).toBe(400);
    });
    test('10 directives', async () => {
      await refused(`{ __typename ${'@aa'.repeat(10)} }`);
    });
    test('circular introspection', async () => {
      await refused(circular);
    });
    test('introspection', async () => {
      expect(await refused('{ __schema { types { name } } }')).toContain('GRAPHQL_VALIDATION_FAILED');
      await refused('{ __type(name: "User") { name } }');
    });
    test('suggestions of fields and enum values', async () => {
      expect(await refused('{ produts { totalCount } }')).not.toMatch(/did you mean|products/i);
      expect(await refused('{ products(sort: NEWST) { totalCount } }')).not.toMatch(/did you mean|NEWEST/i);
    });
    test('GET with a query needs the header that a page of another site cannot set', async () => {
      const path = `/graphql?query=${encodeURIComponent(typeName)}`;
      expect((await server.call('GET', path)).status).toBe(400);
      expect((await server.call('GET', path, { headers: { 'apollo-require-preflight': '1' } })).status).toBe(200);
    });
    test('GET with a mutation', async () => {
      const path = `/graphql?query=${encodeURIComponent('mutation { __typename }')}`;
      const answer = await server.call('GET', path, { headers: { 'apollo-require-preflight': '1' } });
      expect(answer.status).toBe(405);
    });
    test('a form', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await server.call('POST', '/graphql', { body: `query=${typeName}`, headers })).status).toBe(415);
    });
    test('an IDE', async () => {
      const answer = await server.call('GET', '/graphql', { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('<');
      expect((await server.call('GET', '/playground')).status).toBe(404);
    });
    test('tracing', async () => {
      const answer = await server.graphql(typeName, undefined, { headers: { 'apollo-tracing': '1' } });
      expect(answer.json).toEqual({ data: { __typename: 'Query' } });
    });
    test('errors without a stack', async () => {
      expect(await refused('{ queryy')).not.toMatch(/\bat \/|node_modules|stacktrace/);
    });
    test('500 equal fields', async () => {
      await refused(`{ ${'__typename '.repeat(500)} }`);
    });
  });

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
    ...[501, 1_000, 5_000].map((n): [string, string] => [`${n} tokens`, `{ ${'__typename '.repeat(n)}}`]),
    ...[6, 10, 50].map((n): [string, string] => [`${n} unknown directives`, `{ __typename ${'@x'.repeat(n)} }`]),
    ...[8, 20, 60].map((n): [string, string] => [`depth ${n}`, nested(n)]),
    ...[40, 60].map((n): [string, string] => [`${n} fragments that double each other`, fragments(n)]),
    [
      'a chain of 1,170 fragments',
      Array.from({ length: 1_170 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} }`).join(' '),
    ],
    ['a fragment in itself', '{ ...f } fragment f on Query { ...f }'],
    ['fragments in a circle', '{ ...f } fragment f on Query { ...g } fragment g on Query { ...f }'],
    [
      'a mutation of fragments in a circle',
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
      'a dear document',
      `{ ${Array.from({ length: 4 }, (_, i) => `a${i}: products(first: 100) { nodes { id } edges { node { id } } }`).join(' ')} }`,
    ],
    [
      'a dear document by a variable',
      `query P($n: Int!) { ${Array.from({ length: 4 }, (_, i) => `a${i}: products(first: $n) { nodes { id } edges { node { id } } }`).join(' ')} }`,
      { n: 100 },
    ],
    ['5,000 variables', `query P(${Array.from({ length: 5_000 }, (_, i) => `$v${i}: Int`).join(' ')}) { __typename }`],
    ['15,001 characters', `{ __typename # ${'x'.repeat(15_001)}\n ${'__typename '.repeat(500)} }`],
    ['no document', ''],
    ['only a comment', '# nothing'],
    ['an unclosed brace', '{ products'],
    ['a NUL', '{ \u0000 }'],
    ['an emoji for a name', '{ \u{1F600} }'],
    ['a field that is none', '{ constructor }'],
    ['__proto__', '{ __proto__ }'],
    ['two operations and no name', 'query A { __typename } query B { __typename }'],
    ['a variable that is not declared', '{ product(slug: $slug) { id } }'],
    [
      'a variable of the wrong kind',
      'query P($slug: String!) { product(slug: $slug) { id } }',
      { slug: { $ne: null } },
    ],
    ['a list for text', 'query P($slug: String!) { product(slug: $slug) { id } }', { slug: ['a'] }],
    ['an operator in a filter', '{ products(filter: { search: { regex: ".*" } }) { totalCount } }'],
    ['a huge integer', '{ products(first: 99999999999999999999) { totalCount } }'],
    [
      'a search of 201 characters',
      'query P($s: String!) { products(filter: { search: $s }) { totalCount } }',
      { s: 'x'.repeat(201) },
    ],
    ['a cursor that is none', '{ products(after: "nonsense") { totalCount } }'],
  ];

  test('E7: there are at least 50 hostile documents', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(50);
  });

  test.each(hostile)('E7: %s', async (_title, query, ...[variables]) => {
    await refused(query, variables);
    expect((await server.call('GET', '/livez')).status).toBe(200);
  });

  test('operations by a persisted hash are not known', async () => {
    const body = { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } };
    expect((await server.call('POST', '/graphql', { body })).text).toContain('PERSISTED_QUERY_NOT_SUPPORTED');
  });

  describe('B11: what a page of another site can send', () => {
    const mutation = JSON.stringify({ query: 'mutation { deleteStoreItem(input: { id: "x" }) { storeItem { id } } }' });
    test.each([
      ['text/plain', 415],
      ['application/x-www-form-urlencoded', 415],
      ['multipart/form-data; boundary=x', 415],
      ['application/jsonp', 415],
      ['text/plain; application/json', 415],
    ])('POST as %s: %d', async (type, status) => {
      const headers = { 'content-type': type };
      for (const [method, path] of [
        ['POST', '/graphql'],
        ['POST', '/api/store'],
        ['PATCH', '/api/users/role/a@b.example'],
      ] as const) {
        expect((await server.call(method, path, { body: mutation, headers, token: people.owner.token })).status).toBe(
          status,
        );
      }
    });

    test('an origin that is not listed gets no CORS header, a preflight included', async () => {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await server.call(method, '/api/product', {
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
        });
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    });
  });

  test('B16: an outage inside is masked, with an id that the log has', async () => {
    const broken = await startTestServer({
      parts: {
        databaseReady: () => true,
        resolvers: {
          Query: {
            categories: () => {
              throw new Error('db password hunter2 at 10.0.0.7');
            },
          },
        } as never,
      },
    });
    try {
      const answer = await broken.graphql('{ categories { id } }');
      const { errors } = answer.json as { errors: { message: string; extensions: Record<string, string> }[] };
      expect(errors.map(({ message }) => message)).toEqual(['Internal server error']);
      expect(answer.text).not.toContain('hunter2');
      expect(
        broken.logLines.filter((line) => line.includes(errors[0]?.extensions['requestId'] ?? 'none')).join(''),
      ).toContain('Operation failed');
    } finally {
      await broken.stop();
    }
  });

  test('B18: a forbidden field beside an allowed one applies nothing and tells nothing', async () => {
    const answer = await server.graphql('{ me { id } counts { users } }', undefined, { token: people.owner.token });
    expect(answer).toMatchObject({ status: 403, json: { data: null } });
    expect(await must(server, '{ me { id } }', {}, people.owner.token)).toEqual({ me: { id: 'uid-owner' } });
  });
});
