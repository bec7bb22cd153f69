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
      const aliases = Array.from({ length: 101 }, (_, index) => `alias${index}: __typename`).join(' ');
      expect(await refused(`{ ${aliases} }`)).toContain('"Aliases limit of 15 exceeded, found 101."');
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
    test('field and enum value suggestions', async () => {
      expect(await refused('{ produts { totalCount } }')).not.toMatch(/did you mean|products/i);
      expect(await refused('{ products(sort: NEWST) { totalCount } }')).not.toMatch(/did you mean|NEWEST/i);
    });
    test('GET with a mutation', async () => {
      const path = `/graphql?query=${encodeURIComponent('mutation { __typename }')}`;
      expect((await server.call('GET', path)).status).toBe(405);
    });
    test('a form-encoded POST', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await server.call('POST', '/graphql', { body: `query=${typeName}`, headers })).status).toBe(415);
    });
    test('an IDE in the browser', async () => {
      const answer = await server.call('GET', '/graphql', { headers: { accept: 'text/html' } });
      expect(answer.status).toBe(406);
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
    test('500 repeated fields', async () => {
      await refused(`{ ${'__typename '.repeat(500)} }`);
    });
  });

  test('automatic persisted queries are not supported', async () => {
    const body = { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } };
    expect((await server.call('POST', '/graphql', { body })).text).toContain('PERSISTED_QUERY_NOT_SUPPORTED');
  });

  test.each([
    ['POST', '/graphql', { body: '{"query":' }, 400, 'BAD_USER_INPUT', 'The request is not valid JSON.'],
    [
      'GET',
      '/graphql?query=%7Bme%7Bid%7D%7D&variables=%7B',
      {},
      400,
      'BAD_USER_INPUT',
      "The parameter 'variables' is not valid JSON.",
    ],
    ['POST', '/GraphQL/', { body: 'null' }, 400, 'BAD_USER_INPUT', 'The request body must be a JSON object.'],
    [
      'POST',
      '/graphql',
      { body: ' '.repeat(102_401) },
      413,
      'PAYLOAD_TOO_LARGE',
      'The request is too large: at most 100 kB.',
    ],
    [
      'GET',
      '/graphql',
      { headers: { accept: 'text/html' } },
      406,
      'NOT_ACCEPTABLE',
      'Answers come as application/json or application/graphql-response+json only.',
    ],
    ['PUT', '/graphql', { body: '{}' }, 405, 'METHOD_NOT_ALLOWED', 'This method is not allowed here.'],
  ] as const)(
    '%s %s: a request refused before execution has the format of GraphQL errors',
    async (method, path, sent, status, code, message) => {
      const json = { 'content-type': 'application/json' };
      const answer = await server.call(method, path, {
        ...sent,
        headers: { ...json, ...('headers' in sent ? sent.headers : {}) },
      });
      expect([answer.status, answer.json]).toEqual([
        status,
        {
          errors: [
            {
              message,
              extensions: {
                code,
                requestId: answer.headers.get('x-request-id'),
                ...(path.includes('variables=') && { field: 'variables' }),
              },
            },
          ],
        },
      ]);
    },
  );

  test.each([
    ['application/graphql-response+json, application/json', 'application/graphql-response+json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('a client that accepts %s gets a refusal as %s', async (accept, type) => {
    const headers = { 'content-type': 'application/json', accept };
    const answer = await server.call('POST', '/graphql', { body: '{', headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, type]);
  });

  describe('B11: cross-site requests', () => {
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

    test('an unlisted origin gets no CORS headers, not even for a preflight', async () => {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await server.call(method, '/api/product', {
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
        });
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    });
  });

  test('B16: masks an internal failure and logs it under the request id', async () => {
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

  test('B18: a forbidden field beside an allowed one is 403 without any data', async () => {
    const answer = await server.graphql('{ me { id } counts { users } }', undefined, { token: people.owner.token });
    expect(answer).toMatchObject({ status: 403, json: { data: null } });
    expect(await must(server, '{ me { id } }', {}, people.owner.token)).toEqual({ me: { id: 'uid-owner' } });
  });
});
