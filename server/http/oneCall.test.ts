import { productionDefaults } from '../testing/productionSettings';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
beforeAll(async () => {
  const { rateLimits } = productionDefaults();
  server = await startTestServer({ settings: { rateLimits } });
});
afterAll(() => server.stop());

const longest = 99_000;
const filled = (text: string, length = longest) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const csv = { 'content-type': 'text/csv' };

/** With 100 kB each, the most that a request may carry. */
const calls: [title: string, call: () => Promise<Answer>][] = [
  [
    'one long alias for every region',
    () => server.graphql(`{ countries { regions { ${filled('a', 95_000)}: key } } }`),
  ],
  [
    'one long alias in a fragment of six lists',
    () =>
      server.graphql(
        `{ ${[...'abcdef'].map((name) => `${name}: countries { ...C }`).join(' ')} } fragment C on Country { regions { ${filled('a', 90_000)}: key } }`,
      ),
  ],
  [
    'an e-mail of single digits',
    () => server.call('PATCH', `/api/checkouts/${'a'.repeat(24)}`, { body: { email: filled('1 ') } }),
  ],
  [
    'a note of single digits',
    () => server.call('PATCH', `/api/checkouts/${'a'.repeat(24)}`, { body: { note: filled('1 ') } }),
  ],
  [
    'a product file of 50,000 columns and 25,000 rows',
    () =>
      server.call('POST', '/api/products.csv', {
        body: `name${filled(',', 49_000)}\n${filled('a\n', 50_000)}`,
        headers: csv,
      }),
  ],
  [
    'a product file of 30,000 rows',
    () => server.call('POST', '/api/products.csv', { body: `name\n${filled('a\n')}`, headers: csv }),
  ],
];

test.each(calls)('%s is refused within two seconds, in a short answer', async (_title, call) => {
  const startedAt = performance.now();
  const { status, text } = await call();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect([400, 401]).toContain(status);
  expect(text.length).toBeLessThan(2_000);
});
