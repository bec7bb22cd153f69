import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as errors from '../../server/errors';
import { createPrincipals } from '../../server/testing/principals';
import { startTestServer, type TestServer } from '../../server/testing/startTestServer';

const text = readFileSync('docs/integrations.md', 'utf8');
const documented = new Map(
  [...text.matchAll(/^\| `([A-Z_]+)` +\| ([\d, ]+?) +\|/gm)].map(([, code = '', statuses = '']) => [
    code,
    statuses.split(', ').map(Number),
  ]),
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const kioskErrors = [
  new errors.BadInputError('No'),
  new errors.UnauthenticatedError(),
  new errors.ForbiddenError(),
  new errors.NotFoundError(),
  new errors.UnknownOperationError(),
  new errors.ConflictError('No'),
  new errors.IdempotencyKeyReusedError(),
  new errors.RateLimitedError(1),
  new errors.UnavailableError(),
];
const ownStatuses = Object.fromEntries(kioskErrors.map(({ code, status }) => [code, [status]])) satisfies Record<
  string,
  number[]
>;

/** A code of Apollo's that is never sent, since persisted queries are disabled. */
const neverSent = 'PERSISTED_QUERY_NOT_FOUND';

test('the table of docs/integrations.md has exactly the codes that the server sends', () => {
  const answering = ['server/errors.ts', 'server/http/*.ts', 'server/graphql/*.ts', 'server/rest/*.ts'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...answering], { encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file !== '' && !file.endsWith('.test.ts'));
  const sources = files.map((file) => readFileSync(file, 'utf8'));
  const literals = sources.flatMap((source) => [...source.matchAll(/\bcode(?: =|:) '([A-Z_]+)'/g)]);
  const [, ofRequests = ''] =
    /requestCodes = new Set\(\[(.+?)\]\)/s.exec(readFileSync('server/graphql/formatError.ts', 'utf8')) ?? [];
  const sent = new Set([...literals, ...ofRequests.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => code));
  expect(sent.delete(neverSent)).toBe(true);
  expect([...documented.keys()].sort()).toEqual([...sent].sort());
});

test('the shop’s own errors have the statuses of the table', () => {
  const classes = Object.values(errors).filter(
    (value) => typeof value === 'function' && value.prototype instanceof errors.KioskError,
  );
  // IdentityUnavailableError has the code and status of UnavailableError.
  const made = kioskErrors.map(({ constructor }) => constructor);
  expect(classes.filter((one) => !made.includes(one))).toEqual([errors.IdentityUnavailableError]);
  for (const [code, statuses] of Object.entries(ownStatuses))
    expect([code, documented.get(code)]).toEqual([code, statuses]);
});

const query = (written: unknown) => ({ body: written as object });
const calls: [code: string, method: string, path: string, options: object][] = [
  ['GRAPHQL_PARSE_FAILED', 'POST', '/graphql', query({ query: '{ ' })],
  ['GRAPHQL_VALIDATION_FAILED', 'POST', '/graphql', query({ query: '{ nothing }' })],
  ['GRAPHQL_PARSE_FAILED', 'POST', '/graphql', query({ query: `{ ${'__typename '.repeat(2_000)} }` })],
  ['OPERATION_RESOLUTION_FAILURE', 'POST', '/graphql', query({ query: 'query A { me { id } } query B { me { id } }' })],
  ['BAD_USER_INPUT', 'POST', '/graphql', query({ query: 'query($a: Int!) { products(first: $a) { totalCount } }' })],
  ['BAD_REQUEST', 'POST', '/graphql', query({})],
  ['BAD_REQUEST', 'GET', '/graphql?query=mutation%7BsendTestMessage%7B__typename%7D%7D', {}],
  [
    'PERSISTED_QUERY_NOT_SUPPORTED',
    'POST',
    '/graphql',
    query({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
  ],
  ['METHOD_NOT_ALLOWED', 'PUT', '/graphql', query({})],
  ['NOT_ACCEPTABLE', 'POST', '/graphql', { ...query({ query: '{ me { id } }' }), headers: { accept: 'text/html' } }],
  ['PAYLOAD_TOO_LARGE', 'POST', '/api/product', query({ name: 'x'.repeat(110_000) })],
  ['UNSUPPORTED_MEDIA_TYPE', 'POST', '/api/product', { body: '{}', headers: { 'content-type': 'text/plain' } }],
  ['NOT_FOUND', 'GET', '/api/nothing', {}],
];

test.each(calls)('%s: %s %s is answered with a documented status', async (code, method, path, options) => {
  const answer = await server.call(method, path, options);
  const { code: sent, errors: [first] = [] } = answer.json as {
    code?: string;
    errors?: readonly { readonly extensions: { readonly code: string } }[];
  };
  expect(sent ?? first?.extensions.code).toBe(code);
  expect(documented.get(code)).toContain(answer.status);
});

test('an error beside data leaves the status 200, an error alone sets its own', async () => {
  const { admin } = await createPrincipals(server);
  const missing = 'deleteStoreItem(input: { id: "ffffffffffffffffffffffff" }) { storeItem { id } }';
  const made = 'createProduct(input: { name: "Lamp", price: 5 }) { product { id } }';
  const statuses = [];
  for (const fields of [missing, `${made} ${missing}`]) {
    const { status } = await server.graphql(`mutation { ${fields} }`, {}, { token: admin.token });
    statuses.push(status);
  }
  expect(statuses).toEqual([404, 200]);
});
