import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { readEnvironment } from '../env';
import { serveMetrics } from '../http/serveMetrics';
import { createLogger } from '../http/logging';
import { countedProduct, readyGuest } from '../testing/buyer';
import { freePort } from '../testing/databaseAt';
import { startIdentityResponder, type IdentityResponder } from '../testing/identityResponder';
import { EventReceiver } from '../testing/eventReceiver';
import { MailServer } from '../testing/mailServer';
import { asAdmin } from '../testing/contexts';
import { createCaller } from '../testing/startTestServer';
import { until } from '../testing/until';
import { uriWithDatabase } from '../testing/uriWithDatabase';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createEndpoint } from '../webhooks/endpoints.service';
import { serveShop, type ServedProcess } from './serveShop';

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'kiosk-metrics-'));
const mailServer = new MailServer();
const receiver = new EventReceiver();
let identity: IdentityResponder;
let shop: ServedProcess;
let text: string;

const register = 'mutation ($input: RegisterUserInput!) { registerUser(input: $input) { user { email } } }';

/** A user signs in and reads; a guest buys and gets a message; an integrator is told. */
async function trade(): Promise<void> {
  const caller = createCaller(shop.url);
  const anna = { uid: 'anna', email: 'anna@kiosk.test', emailVerified: true, name: 'Anna' };
  identity.add(anna);
  const token = identity.token(anna);
  const input = { name: anna.name, email: anna.email };
  const { json } = await caller.graphql(register, { input }, { token });
  expect(json).toEqual({ data: { registerUser: { user: { email: anna.email } } } });
  await caller.call('GET', '/api/product?limit=1');
  await createEndpoint(await asAdmin(database.repositories, 'root', { now: () => new Date() }), {
    url: await receiver.start(),
    events: ['ORDER_PLACED'],
  });
  const { slug } = await countedProduct(database, 1);
  const { guest, checkout } = await readyGuest(caller, slug);
  await guest.pay(await guest.submit(checkout));
  await guest.call('confirmPayment', { id: checkout.id });
}

beforeAll(async () => {
  identity = await startIdentityResponder();
  const mailPort = await mailServer.start();
  const arrived = new Promise<unknown>((done) => (mailServer.onReceived = done));
  shop = await serveShop({
    environment: readEnvironment({
      ...{ PORT: '0', DEMO_DATA: 'off', METRICS_PORT: '1', WEBHOOKS_PRIVATE_ADDRESSES: 'on' },
      SMTP_URL: `smtp://kiosk:right@127.0.0.1:${mailPort}/?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'Kiosk <orders@shop.example>',
    } as unknown as NodeJS.ProcessEnv),
    mongodbUri: uriWithDatabase(database.uri, database.databaseName),
    emulatorHost: identity.host,
    log: createLogger('fatal'),
  });
  await shop.ready();
  await trade();
  await arrived;
  text = await until('what is under way and what was sent', async () => {
    const found = await shop.metricsText();
    return /^kiosk_checkouts_open /m.test(found) && /result="sent"/.test(found) && /result="delivered"/.test(found)
      ? found
      : null;
  });
}, 60_000);
afterAll(async () => {
  await shop.stop();
  await Promise.all([identity.stop(), mailServer.stop(), receiver.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

interface Described {
  readonly type: string;
  readonly labels: readonly string[];
}

/** The metrics in the table of docs/operating/metrics.md. */
function documented(): Map<string, Described> {
  const rows = readFileSync('docs/operating/metrics.md', 'utf8').matchAll(
    /^\| `((?:kiosk|process|nodejs)_\w+)` +\| (\w+) +\| ([^|]*?) *\|/gm,
  );
  return new Map(
    [...rows].map(([, name = '', type = '', labels = '']) => [
      name,
      { type, labels: labels.split(', ').filter(Boolean) },
    ]),
  );
}

/** The metrics in a scrape: names with types, and the labels of those that have a value. */
function exposed(): Map<string, Described> {
  const found = new Map<string, Described>();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const sample = new RegExp(`^${name}(?:_bucket|_count)?(?:\\{(.*)\\})? \\S+$`, 'm').exec(text);
    const labels = [...(sample?.[1] ?? '').matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    found.set(name, { type, labels: labels.filter((label) => label !== 'le').sort() });
  }
  return found;
}

test('a running shop exposes exactly the documented metrics, with their types and labels', () => {
  const [known, found] = [documented(), exposed()];
  expect([...found.keys()].sort()).toEqual([...known.keys()].sort());
  // Metrics that depend on the current load of the machine may have no value.
  const hasValue = (name: string) => !/^nodejs_(active_requests|gc)/.test(name);
  for (const [name, { type, labels }] of known) {
    expect([name, found.get(name)?.type]).toEqual([name, type]);
    if (hasValue(name)) expect([name, found.get(name)?.labels]).toEqual([name, [...labels].sort()]);
  }
});

test('counts requests by status code, with duration buckets from 1 ms to 10 s', () => {
  expect(text).toMatch(
    /^kiosk_http_request_duration_seconds_count\{method="POST",route="graphql",status="200"\} [1-9]/m,
  );
  const bounds = [
    ...text.matchAll(
      /^kiosk_http_request_duration_seconds_bucket\{le="([^"]+)",method="POST",route="graphql",status="200"\}/gm,
    ),
  ];
  expect([bounds[0]?.[1], bounds.at(-2)?.[1], bounds.at(-1)?.[1]]).toEqual(['0.001', '10', '+Inf']);
});

test('counts calls to the database, the identity provider, the payment provider, the mail server and webhook endpoints', () => {
  const values = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => Number(value));
  for (const [name, labels] of [
    ['kiosk_database_command_duration_seconds', 'command="find",result="ok"'],
    ['kiosk_identity_call_duration_seconds', 'operation="getAccount",result="ok"'],
    ['kiosk_payments_call_duration_seconds', 'operation="start",result="ok"'],
    ['kiosk_mail_delivery_duration_seconds', 'operation="deliver",result="sent"'],
    ['kiosk_webhook_delivery_duration_seconds', 'operation="deliver",result="delivered"'],
  ])
    expect([name, values(new RegExp(`^${name}_count\\{${labels}\\} (\\d+)$`, 'gm'))[0]]).toEqual([
      name,
      expect.any(Number),
    ]);
  expect(values(/^kiosk_database_connections (\d+)$/gm)[0]).toBeGreaterThan(0);
  expect(values(/^kiosk_database_connections_limit (\d+)$/gm)).toEqual([100]);
  expect(values(/^kiosk_cache_lookups_total\{cache="publicAnswers",result="miss"\} (\d+)$/gm)[0]).toBeGreaterThan(0);
  expect(values(/^kiosk_ready (\d+)$/gm)).toEqual([1]);
  expect(values(/^kiosk_part_faulty\{part="\w+"\} (\d)$/gm)).toEqual([0, 0, 0, 0]);
  expect(values(/^kiosk_rate_limit_refusals_total\{limit="reads"\} (\d+)$/gm)).toEqual([0]);
});

const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8');

/** The expressions in the file: `expr: …` on one line, or folded over lines that are indented more. */
const alertQueries = () =>
  [...rules.matchAll(/^ {8}expr: (?:>-\n((?: {10}.+\n)+)|(.+))/gm)].map(([, folded, plain]) =>
    (folded ?? plain ?? '').trim().replace(/\n +/g, ' '),
  );
const panelQueries = () => {
  const { panels } = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
};
/** The metrics in a query, with their label matchers. */
const selectors = (query: string) =>
  [...query.matchAll(/\b(?:kiosk|nodejs|process)_\w+(?:\{[^}]*\})?/g)].map(([found]) => found);

test('every alert has an expression, a severity, texts and a documented response', () => {
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThanOrEqual(8);
  expect(alertQueries()).toHaveLength(names.length);
  for (const part of ['for: \\d+m', 'severity: (?:critical|warning)', 'summary: .+', 'description: .+'])
    expect(rules.match(new RegExp(part, 'g'))).toHaveLength(names.length);
  const guide = readFileSync('docs/operating/metrics.md', 'utf8');
  expect([...guide.matchAll(/^\| `(Kiosk\w+)`/gm)].map(([, name]) => name)).toEqual(names);
});

test('every metric and label in alerts and on the dashboard is exposed by the shop', () => {
  const found = exposed();
  const used = [...alertQueries(), ...panelQueries()].flatMap(selectors);
  expect(used.length).toBeGreaterThan(40);
  for (const selector of used) {
    const [, name = '', asked = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
    const base = found.has(name) ? name : name.replace(/_(bucket|count|sum)$/, '');
    const labels = [...asked.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label]) => label);
    expect([selector, found.get(base)?.labels ?? 'not exposed']).toEqual([selector, expect.arrayContaining(labels)]);
  }
});

const hasPrometheus = ['prometheus', 'promtool'].every((program) => !spawnSync(program, ['--version']).error);
const describePrometheus = hasPrometheus ? describe : describe.skip;
if (!hasPrometheus) process.stdout.write('NOT MEASURED: Prometheus is not installed here (.ci/run installs it).\n');

const hasAlertmanager = !spawnSync('amtool', ['--version']).error;
if (!hasAlertmanager) process.stdout.write('NOT MEASURED: Alertmanager is not installed here (.ci/run installs it).\n');
(hasAlertmanager ? test : test.skip)(
  'amtool accepts the Alertmanager configuration: critical alerts go to on-call, others to the shop',
  () => {
    const run = (...args: string[]) => spawnSync('amtool', args, { encoding: 'utf8' });
    const file = '--config.file=deploy/prometheus/alertmanager.yml';
    expect(run('check-config', 'deploy/prometheus/alertmanager.yml')).toMatchObject({ status: 0 });
    const receiverOf = (...labels: string[]) => run('config', 'routes', 'test', file, ...labels).stdout.trim();
    expect(receiverOf('alertname=KioskDown', 'severity=critical')).toBe('on-call');
    expect(receiverOf('alertname=KioskMailWaits', 'severity=warning')).toBe('shop');
  },
);

describePrometheus('Prometheus', () => {
  let metrics: Server;
  let prometheus: ChildProcess | undefined;
  let url: string;

  beforeAll(async () => {
    metrics = await serveMetrics(shop.metricsText, { host: '127.0.0.1', port: 0 });
    const configuration = readFileSync('deploy/prometheus/prometheus.yml', 'utf8')
      .replace('127.0.0.1:9464', `127.0.0.1:${(metrics.address() as AddressInfo).port}`)
      .replaceAll('15s', '1s')
      .replace('alerts.yml', resolve('deploy/prometheus/alerts.yml'));
    const file = join(folder, 'prometheus.yml');
    writeFileSync(file, configuration);
    const address = `127.0.0.1:${await freePort()}`;
    url = `http://${address}`;
    prometheus = spawn('prometheus', [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ]);
    const lines = createInterface({ input: prometheus.stderr as NodeJS.ReadableStream });
    for await (const line of lines) if (line.includes('ready to receive web requests')) break;
    prometheus.stderr?.resume();
    await until('three scrapes', async () =>
      (await ask('count_over_time(kiosk_ready[1m]) >= 3')).length > 0 ? true : null,
    );
  }, 60_000);
  afterAll(async () => {
    if (prometheus?.exitCode === null) {
      const gone = new Promise((done) => prometheus?.once('exit', done));
      prometheus.kill();
      await gone;
    }
    metrics.close();
  });

  /** Returns the results of an instant query; an error of the query fails the test. */
  async function ask(query: string): Promise<unknown[]> {
    const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`);
    const { status, error, data } = (await response.json()) as {
      status: string;
      error?: string;
      data?: { result: unknown[] };
    };
    expect([query, status, error]).toEqual([query, 'success', undefined]);
    return data?.result ?? [];
  }

  test('answers every query of the dashboard with values', async () => {
    // No error has occurred.
    const mayBeEmpty = (query: string) => query.includes('outcome="error"');
    for (const query of panelQueries())
      if (!mayBeEmpty(query)) expect([query, (await ask(query)).length]).not.toEqual([query, 0]);
  });

  test('evaluates every alert, and none of them fires', async () => {
    for (const query of alertQueries()) expect([query, await ask(query)]).toEqual([query, []]);
    const response = await fetch(`${url}/api/v1/rules`);
    const { data } = (await response.json()) as { data: { groups: { rules: { health: string; name: string }[] }[] } };
    const loaded = data.groups.flatMap((group) => group.rules);
    expect(loaded).toHaveLength(alertQueries().length);
    expect(loaded.filter(({ health }) => health === 'err')).toEqual([]);
  });

  test('promtool: the rules are valid, fire when they should, and stay silent otherwise', () => {
    const run = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
    const checked = run('check', 'rules', 'deploy/prometheus/alerts.yml');
    expect([checked.status, checked.stdout + checked.stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
    const configuration = run('check', 'config', 'deploy/prometheus/prometheus.yml');
    expect([configuration.status, configuration.stdout + configuration.stderr]).toEqual([
      0,
      expect.stringContaining('SUCCESS'),
    ]);
    const tested = run('test', 'rules', 'deploy/prometheus/alerts.test.yml');
    expect([tested.status, tested.stdout + tested.stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
