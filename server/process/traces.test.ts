import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { serverBundles } from '../../tools/scripts/buildServer.mjs';
import { readEnvironment } from '../env';
import { createLogger } from '../http/logging';
import { countedProduct, homeAddress, readyGuest, type Buyer, type CheckoutView } from '../testing/buyer';
import { freePort } from '../testing/databaseAt';
import { startIdentityResponder, type IdentityResponder } from '../testing/identityResponder';
import { EventReceiver } from '../testing/eventReceiver';
import { MailServer } from '../testing/mailServer';
import { asAdmin } from '../testing/contexts';
import { createCaller } from '../testing/startTestServer';
import { StripeStandIn } from '../testing/stripeStandIn';
import { uriWithDatabase } from '../testing/uriWithDatabase';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createEndpoint } from '../webhooks/endpoints.service';
import { serveShop, type ServedProcess } from './serveShop';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface Received {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** Accepts OTLP over HTTP in its JSON form, like a collector. */
class Collector {
  readonly bodies: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  private readonly server: Server;
  private look: () => void = () => undefined;

  constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
        this.bodies.push(body);
        this.headers.push(request.headers);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        this.look();
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get received(): Received[] {
    return this.bodies.map((body) => JSON.parse(body) as Received);
  }

  get spans(): Span[] {
    return this.received.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  /** Resolves when a matching span has arrived. */
  until(isIt: (span: Span) => boolean): Promise<Span> {
    return new Promise((resolve) => {
      this.look = () => {
        const found = this.spans.find(isIt);
        if (found) resolve(found);
      };
      this.look();
    });
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const database = useTestDatabase();
const lines: string[] = [];

function startShop(settings: Readonly<Record<string, string>>, emulatorHost = '127.0.0.1:1'): Promise<ServedProcess> {
  return serveShop({
    environment: readEnvironment({ PORT: '0', DEMO_DATA: 'off', ...settings } as unknown as NodeJS.ProcessEnv),
    mongodbUri: uriWithDatabase(database.uri, database.databaseName),
    emulatorHost,
    log: createLogger('trace', { write: (line) => void lines.push(line) }),
  });
}

const attribute = ({ attributes }: Span, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];
const kinds = { internal: 1, server: 2, client: 3 };

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parentId}-01`;
const requestId = '6f1c5f6e-0000-4000-8000-000000000003';

/** A user signs up and a guest buys, of which an integrator is told; returns their data, which must not reach the collector. */
async function trade(shop: ServedProcess, identity: IdentityResponder, hook: string): Promise<string[]> {
  const caller = createCaller(shop.url);
  const admin = await asAdmin(database.repositories, 'root', { now: () => new Date() });
  const { secret } = await createEndpoint(admin, { url: hook, events: ['ORDER_PLACED'] });
  const berta = { uid: 'CanaryUid5', email: 'canary.sparrow@kiosk.test', emailVerified: true, name: 'Canary Sparrow' };
  identity.add(berta);
  const token = identity.token(berta);
  const input = { name: berta.name, email: berta.email };
  const register = `mutation CanaryOperation($input: RegisterUserInput!) { registerUser(input: $input) { user { email } } }`;
  const { json } = await caller.graphql(register, { input }, { token });
  expect(json).toEqual({ data: { registerUser: { user: { email: berta.email } } } });
  const search = 'query { products(filter: { search: "CanaryWords" }) { totalCount } }';
  expect((await caller.graphql(search)).status).toBe(200);
  await caller.call('GET', `/api/store?email=${encodeURIComponent(berta.email)}`, { token });
  await caller.call('GET', `/api/users/role/${encodeURIComponent(berta.email)}`, { token });
  await caller.call('GET', '/CanaryPath?email=canary.sparrow@kiosk.test');
  const { slug } = await countedProduct(database, 1);
  const { guest, checkout } = await readyGuest(caller, slug);
  const placed = await submitTraced(guest, checkout);
  await guest.pay(placed);
  const { orderNumber } = await guest.call('confirmPayment', { id: checkout.id });
  return [
    ...['canary', 'sparrow', token, token.split('.')[1] ?? '', encodeURIComponent(berta.email)],
    ...[
      'anna@example.com',
      'anna%40example.com',
      homeAddress.fullName,
      homeAddress.streetLine1,
      homeAddress.postalCode,
    ],
    ...['4242424242424242', guest.checkoutToken ?? 'no token', placed.payment?.clientSecret ?? 'no secret'],
    ...[orderNumber ?? 'no number', checkout.id, '127.0.0.1', hook, secret],
  ];
}

interface Submitted {
  readonly payment: CheckoutView['payment'];
}

async function submitTraced(guest: Buyer, { id, total }: { id: string; total: { amount: number } }) {
  const submit = `mutation ($input: SubmitCheckoutInput!) { submitCheckout(input: $input) { checkout { id payment { id result clientSecret } } } }`;
  const variables = { input: { id, expectedTotal: total.amount } };
  const { json } = await guest.send(submit, variables, { traceparent, 'x-request-id': requestId });
  const { submitCheckout } = (json as { data: { submitCheckout: { checkout: Submitted } } }).data;
  return submitCheckout.checkout;
}

describe('a traced shop', () => {
  const collector = new Collector();
  const mailServer = new MailServer();
  const receiver = new EventReceiver();
  let identity: IdentityResponder;
  let secrets: string[];
  let stopMs: number;

  beforeAll(async () => {
    const endpoint = await collector.start();
    identity = await startIdentityResponder();
    const mailPort = await mailServer.start();
    const shop = await startShop(
      {
        ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'corner-shop' },
        WEBHOOKS_PRIVATE_ADDRESSES: 'on',
        SMTP_URL: `smtp://kiosk:right@127.0.0.1:${mailPort}/?tls.rejectUnauthorized=false`,
        MAIL_FROM: 'Kiosk <orders@shop.example>',
      },
      identity.host,
    );
    await shop.ready();
    secrets = await trade(shop, identity, await receiver.start());
    await collector.until(({ name }) => name === 'mail deliver');
    await collector.until(({ name }) => name === 'webhooks deliver');
    const startedAt = performance.now();
    await shop.stop();
    stopMs = performance.now() - startedAt;
  }, 60_000);
  afterAll(async () => {
    collector.stop();
    await Promise.all([identity.stop(), mailServer.stop(), receiver.stop()]);
  });

  const ofRequest = () => collector.spans.filter((span) => span.traceId === traceId);

  test('continues the caller’s trace, under the request id of the log', () => {
    const [request, ...others] = ofRequest().filter(({ kind }) => kind === kinds.server);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ name: 'POST graphql', parentSpanId: parentId });
    const found = request as Span;
    expect(attribute(found, 'kiosk.request_id')).toBe(requestId);
    expect(attribute(found, 'http.response.status_code')).toBe(200);
    expect(attribute(found, 'kiosk.operation')).toBe('submitCheckout');
    expect(lines.some((line) => line.includes(requestId))).toBe(true);
  });

  test('nests the spans of the request, the operation, its resolver, its commands and its calls', () => {
    const spans = ofRequest();
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const way = (span: Span | undefined): string[] =>
      span ? [...way(byId.get(span.parentSpanId ?? '')), span.name] : [];
    const ways = spans.map((span) => way(span).join(' > '));
    const resolver = 'POST graphql > graphql > Mutation.submitCheckout';
    expect(ways).toContain(resolver);
    expect(ways).toContain(`${resolver} > payments start`);
    expect(ways).toContain(`${resolver} > find checkouts`);
    expect(ways.every((one) => one.startsWith('POST graphql'))).toBe(true);
    const command = spans.find(({ name }) => name === 'find checkouts') as Span;
    expect(command.kind).toBe(kinds.client);
    expect(attribute(command, 'db.system.name')).toBe('mongodb');
    expect(attribute(command, 'db.namespace')).toBe(database.databaseName);
  });

  test('has spans for calls to the identity provider and for work outside requests', () => {
    const named = (name: string) => collector.spans.find((span) => span.name === name);
    expect(named('identity getAccount')).toMatchObject({ kind: kinds.client, parentSpanId: expect.any(String) });
    for (const name of ['mail deliver', 'webhooks deliver']) {
      expect(named(name)).toMatchObject({ kind: kinds.client });
      expect(named(name)?.parentSpanId).toBeUndefined();
    }
    // Integrators have no use for the trace.
    expect(receiver.received.map(({ headers }) => headers['traceparent'])).toEqual([undefined]);
  });

  test('names the service', () => {
    const [resource] = collector.received[0]?.resourceSpans ?? [];
    expect(resource?.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'corner-shop' },
    });
    expect(collector.headers[0]?.['content-type']).toBe('application/json');
  });

  test('sends the collector no personal data and no secrets', () => {
    const told = collector.bodies.join('\n').toLowerCase();
    expect(collector.spans.length).toBeGreaterThan(50);
    expect(secrets.length).toBeGreaterThan(12);
    expect(secrets.filter((secret) => told.includes(secret.toLowerCase()))).toEqual([]);
    const keys = new Set(collector.spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    const known = [
      ...['db.collection.name', 'db.namespace', 'db.operation.name', 'db.system.name', 'error.type'],
      ...['http.request.method', 'http.response.status_code', 'http.route', 'kiosk.operation', 'kiosk.request_id'],
    ];
    expect([...keys].filter((key) => !known.includes(key))).toEqual([]);
    expect(keys.size).toBeGreaterThan(8);
  });

  test('sends the remaining spans before it ends, and ends in time', () => {
    expect(stopMs).toBeLessThan(5_000);
    expect(collector.spans.some(({ name }) => name === 'POST graphql')).toBe(true);
  });
});

test('passes the trace context to Stripe', async () => {
  const collector = new Collector();
  const stripe = new StripeStandIn();
  const shop = await startShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
    STRIPE_SECRET_KEY: 'sk_test_kiosk',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_kiosk',
    STRIPE_WEBHOOK_SECRET: 'whsec_kiosk_kiosk',
    STRIPE_API_BASE: await stripe.start(),
  });
  try {
    await shop.ready();
    const { slug } = await countedProduct(database, 1);
    const { guest, checkout } = await readyGuest(createCaller(shop.url), slug);
    await submitTraced(guest, checkout);
    const call = await collector.until((span) => span.name === 'payments start' && span.traceId === traceId);
    const told = stripe.requests.map(({ headers }) => headers['traceparent']);
    expect(told).toContain(`00-${traceId}-${call.spanId}-01`);
  } finally {
    await shop.stop();
    await stripe.stop();
    collector.stop();
  }
}, 60_000);

test.each([
  ['is away', false],
  ['never answers', true],
])(
  'a collector that %s neither slows nor stops the shop',
  async (_what, isThere) => {
    const silent = createServer(() => undefined);
    const port = isThere ? 0 : await freePort();
    if (isThere) await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const at = isThere ? (silent.address() as AddressInfo).port : port;
    const shop = await startShop({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${at}` });
    try {
      await shop.ready();
      const { call } = createCaller(shop.url);
      const statuses = new Set<number>();
      // More spans than the queue holds.
      for (let round = 0; round < 27; round += 1) {
        const answers = await Promise.all(Array.from({ length: 100 }, () => call('GET', '/livez')));
        for (const { status } of answers) statuses.add(status);
      }
      expect([...statuses]).toEqual([200]);
    } finally {
      const startedAt = performance.now();
      await shop.stop();
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      silent.closeAllConnections();
      silent.close();
    }
  },
  60_000,
);

/** Prints the origin of every script that a process loads with the shop's program. */
const listScripts = (program: string) => `
  import { Session } from 'node:inspector';
  const session = new Session();
  session.connect();
  const scripts = [];
  session.on('Debugger.scriptParsed', ({ params }) => scripts.push(params.url));
  session.post('Debugger.enable');
  await import(${JSON.stringify(pathToFileURL(resolve(program)).href)});
  process.stdout.write(JSON.stringify(scripts), () => process.exit());
`;

test('the program loads nothing of OpenTelemetry except the API that prom-client uses', async () => {
  // Inside the checkout, where its packages are found.
  const folder = join('node_modules', '.cache', `kiosk-traces-${process.pid}`);
  try {
    await build(serverBundles(folder));
    const program = listScripts(join(folder, 'main.js'));
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toBe('');
    const scripts = JSON.parse(stdout) as string[];
    const packageOf = (url: string) =>
      /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1] ?? '';
    const packages = new Set(scripts.map(packageOf));
    expect([...packages]).toEqual(expect.arrayContaining(['prom-client', 'mongodb', 'pino']));
    expect([...packages].filter((name) => name.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
