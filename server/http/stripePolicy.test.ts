import type { ServerSettings } from '../server';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const publishableKey = 'pk_test_ofTheShop';
/** The server gets the whole environment, secrets included. */
const environment = {
  payments: {
    ...{ name: 'stripe', secretKey: 'sk_test_keepThisOut', publishableKey },
    ...{ webhookSecrets: ['whsec_keepThisOutToo'], apiBase: null },
  },
};

let demo: TestServer;
let real: TestServer;
beforeAll(async () => {
  demo = await startTestServer();
  real = await startTestServer({
    besides: demo,
    settings: environment as Partial<ServerSettings>,
    parts: {
      saga: { ...demo.saga, provider: { ...demo.saga.provider, name: 'stripe' } },
      stripePublishableKey: publishableKey,
    },
  });
});
afterAll(async () => {
  await real.stop();
  await demo.stop();
});

const checkout = '/checkout/6565f0a0a0a0a0a0a0a0a0a0';
const paymentPages = [checkout, `${checkout}/`];
const otherPages = [
  '/',
  '/products',
  '/cart',
  '/checkout',
  '/login',
  '/order/find',
  '/order/K-7F3Q-9M2X/x',
  '/privacy',
];
const returnPages = [`${checkout}/return`, `${checkout}/return?redirect_status=succeeded`];
const dashboardPages = ['/dashboard', '/dashboard/payments'];
const furtherPages = [...returnPages, ...dashboardPages, `${checkout}/other`, '/no-such-page', '/playground'];

async function headersOf(server: TestServer, path: string) {
  const { headers, text } = await server.call('GET', path);
  const policy = headers.get('content-security-policy') ?? '';
  return {
    parts: Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)])),
    policy,
    permissions: headers.get('permissions-policy'),
    isMarked: text.includes('<meta name="payments" content="open" />'),
  };
}

test.each(paymentPages)('C54 with Stripe %s allows the hosts of Stripe and no others', async (path) => {
  const { parts, permissions, isMarked } = await headersOf(real, path);
  expect(parts['script-src']).toEqual([
    "'self'",
    expect.stringMatching(/^'sha256-/),
    'https://js.stripe.com',
    'https://*.js.stripe.com',
  ]);
  expect(parts['frame-src']).toEqual(['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']);
  expect(parts['connect-src']).toEqual(["'self'", `http://${real.identity.host}`, 'https://api.stripe.com']);
  expect(parts['default-src']).toEqual(["'none'"]);
  expect(permissions).toBe(
    'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com"), usb=(), interest-cohort=()',
  );
  expect(isMarked).toBe(true);
});

test.each([...otherPages, ...furtherPages])('C54 with Stripe %s does not allow the hosts of Stripe', async (path) => {
  const { policy, permissions, isMarked } = await headersOf(real, path);
  expect([policy.includes('stripe'), permissions?.includes('payment=()'), isMarked]).toEqual([false, true, false]);
});

test.each([...paymentPages, ...otherPages, ...furtherPages])(
  'C54 without Stripe %s does not allow the hosts of Stripe',
  async (path) => {
    const { policy, permissions, isMarked } = await headersOf(demo, path);
    expect([policy.includes('stripe'), permissions?.includes('payment=()'), isMarked]).toEqual([false, true, false]);
  },
);

test('C54 /config.json has the publishable key only with Stripe', async () => {
  const config = async (server: TestServer) => (await server.call('GET', '/config.json')).json as object;
  expect(await config(real)).toMatchObject({ paymentProvider: 'stripe', stripePublishableKey: publishableKey });
  expect(await config(demo)).not.toHaveProperty('stripePublishableKey');
});

test('C63 no secret key is in a page, a script, the settings, an error or the log', async () => {
  const paths = [...paymentPages, ...otherPages, '/config.json', '/assets/index-AbCd1234.js', '/livez'];
  const answers = await Promise.all(paths.map((path) => real.call('GET', path)));
  const signature = { 'stripe-signature': 't=1,v1=00' };
  const refused = await Promise.all([
    real.call('POST', '/api/webhooks/stripe', { body: { id: 'evt_1' }, headers: signature }),
    real.call('POST', '/graphql', { body: { query: '{ none }' } }),
    real.call('GET', '/api/none'),
  ]);
  expect(refused.every(({ status }) => status >= 400)).toBe(true);
  const said = [...answers, ...refused].map(({ text, headers }) => `${text} ${JSON.stringify([...headers])}`);
  expect(`${said.join(' ')} ${real.logLines.join(' ')}`).not.toMatch(/(sk|rk)_(test|live)_|whsec_/);
});
