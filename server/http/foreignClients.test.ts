import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createPrincipals, createTargets } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const run = promisify(execFile);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { introspection: false } });
  const { owner } = await createPrincipals(server);
  const { newProduct } = createTargets(server);
  for (let count = 0; count < 3; count += 1) await newProduct(owner);
});
afterAll(() => server.stop());

test('four third-party GraphQL clients read and write without custom headers, by GET and POST', async () => {
  const { stdout } = await run(process.execPath, [
    'server/testing/foreignClients/askGraphql.mjs',
    `${server.url}/graphql`,
  ]);
  const { answers, sent } = JSON.parse(stdout) as {
    answers: Record<string, [unknown, unknown, string]>;
    sent: { client: string; method: string; headers: string[] }[];
  };
  expect(Object.keys(answers)).toEqual([
    ...['default', 'true', 'force', 'false'].map((mode) => `urql, GET: ${mode}`),
    ...['graphql-request by POST', 'graphql-request by GET'],
    ...['Apollo Client, GET: false', 'Apollo Client, GET: true', 'Relay'],
  ]);
  for (const [client, [read, made, refused]] of Object.entries(answers)) {
    expect([client, read]).toMatchObject([client, { products: { nodes: [{ name: 'Lamp 3' }, { name: 'Lamp 2' }] } }]);
    expect((read as { categories: unknown[] }).categories).toHaveLength(4);
    expect([client, made]).toMatchObject([
      client,
      { sendContactMessage: { contactMessage: { id: expect.any(String) } } },
    ]);
    expect([client, refused]).toEqual([
      client,
      'Variable "$first" got invalid value; Int cannot represent non-integer value.',
    ]);
  }
  const byGet = new Set(sent.filter(({ method }) => method === 'GET').map(({ client }) => client));
  expect([...byGet]).toEqual([
    ...['urql, GET: default', 'urql, GET: true', 'urql, GET: force'],
    ...['graphql-request by GET', 'Apollo Client, GET: true'],
  ]);
  const headers = new Set(sent.flatMap(({ headers: names }) => names));
  expect([...headers].filter((name) => !['accept', 'content-type'].includes(name))).toEqual([]);
});

test('curl queries by GET and by JSON POST without custom headers; a form POST is 415', async () => {
  const curl = (...options: string[]) => run('curl', ['--silent', '--show-error', ...options]);
  const address = `${server.url}/graphql`;
  const query = '{categories{id}}';
  const read = await curl('--get', address, '--data-urlencode', `query=${query}`);
  expect((JSON.parse(read.stdout) as { data: { categories: unknown[] } }).data.categories).toHaveLength(4);
  const sent = await curl(address, '--json', JSON.stringify({ query }));
  expect(sent.stdout).toBe(read.stdout);
  const form = await curl(address, '--data', `query=${query}`, '--write-out', '%{http_code}');
  expect(form.stdout).toMatch(/"UNSUPPORTED_MEDIA_TYPE".*415$/s);
});
