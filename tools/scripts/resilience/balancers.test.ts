import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedMongoProcess } from '@kiosk/embedded-mongodb/startEmbeddedMongo';
import { freePort, startDatabaseAt } from '../../../server/testing/databaseAt';
import { startIdentityResponder, type IdentityResponder } from '../../../server/testing/identityResponder';
import { createHostAt, hostSettings, type Host } from '../../../server/testing/twoHosts';
import { ask, balancers, type BalancedAnswer, type ForeignBalancer } from '../foreignBalancers';

const limitMs = 300_000;
const message =
  'mutation ($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }';
const input = { name: 'Ann', email: 'ann@kiosk.test', message: 'Ten letters at least.' };

let folder: string;
beforeAll(() => {
  // Pages need the built client.
  expect(spawnSync(process.execPath, ['tools/scripts/build.mjs'], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  folder = mkdtempSync(join(tmpdir(), 'kiosk-balancers-'));
}, limitMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sends requests continuously; the returned function stops and returns the counts by status. */
function askSteadily(request: () => Promise<BalancedAnswer>): () => Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let goesOn = true;
  const client = async () => {
    while (goesOn) {
      const status = await request().then(
        (answer) => String(answer.status),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const clients = [client(), client()];
  return async () => {
    goesOn = false;
    await Promise.all(clients);
    return statuses;
  };
}

/** Repeats a request until the response is as wanted. */
async function until<Answer>(request: () => Promise<Answer>, wanted: (answer: Answer) => boolean): Promise<Answer> {
  const last = performance.now() + 60_000;
  for (;;) {
    const answer = await request();
    if (wanted(answer)) return answer;
    if (performance.now() > last) throw new Error(`This came to the last: ${JSON.stringify(answer)}`);
  }
}

for (const { name, isInstalled, start } of balancers) {
  if (!isInstalled) process.stdout.write(`NOT MEASURED: ${name} is not installed here (.ci/run installs it).\n`);
  const describeInstalled = isInstalled ? describe : describe.skip;

  describeInstalled(`${name} configured as in deploy/, in front of two processes`, () => {
    let database: EmbeddedMongoProcess;
    let identity: IdentityResponder;
    let hosts: readonly [Host, Host];
    let balancer: ForeignBalancer;
    let databasePort: number;
    /** Of the first host. */
    let metricsPort: number;
    const dataDir = () => join(folder, name, 'database');
    const page = () => ask(`${balancer.url}/products`);
    const rest = () => ask(`${balancer.url}/api/product`);
    const query = () =>
      ask(`${balancer.url}/graphql`, { method: 'POST', body: { query: `{ products(first: 1) { totalCount } }` } });
    const write = (client: string) =>
      ask(`${balancer.url}/graphql`, {
        method: 'POST',
        headers: { 'x-forwarded-for': client },
        body: { query: message, variables: { input } },
      });

    beforeAll(async () => {
      databasePort = await freePort();
      database = await startDatabaseAt(databasePort, dataDir());
      identity = await startIdentityResponder();
      const [port, ...ports] = [await freePort(), await freePort(), await freePort()] as const;
      balancer = await start({ folder: join(folder, name, 'balancer'), port, ports });
      metricsPort = await freePort();
      const hostAt = (each: number, environment: Readonly<Record<string, string>> = {}) =>
        createHostAt(each, { isUp: () => true }, identity.host, {
          ...hostSettings,
          LOG_LEVEL: 'silent',
          DATABASE_TIMEOUT_MS: '1500',
          MONGODB_URI: database.uri.replace(/\/?(\?|$)/, '/kiosk$1'),
          PUBLIC_URL: balancer.url,
          DATA_DIR: join(folder, name, String(each)),
          PORT: String(each),
          RATE_LIMIT_MESSAGES: '2',
          ...environment,
        });
      hosts = [hostAt(ports[0], { METRICS_PORT: String(metricsPort) }), hostAt(ports[1])];
    }, limitMs);
    afterAll(async () => {
      await Promise.all(hosts.map((host) => host.stop()));
      await balancer.stop();
      await identity.stop();
      await database.stop();
    }, limitMs);

    test(
      'without a running process, sends an uncacheable HTML page to people and the API’s error format to programs',
      async () => {
        const [html, json, graphql] = await Promise.all([page(), rest(), query()]);
        for (const answer of [html, json, graphql]) {
          expect([502, 503]).toContain(answer.status);
          expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
        }
        expect(html.headers['content-type']).toMatch(/^text\/html/);
        expect(html.text).toContain('<h1>Back in a moment</h1>');
        expect(JSON.parse(json.text)).toMatchObject({
          code: 'SERVICE_UNAVAILABLE',
          error: expect.any(String) as unknown,
        });
        expect(JSON.parse(graphql.text)).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
        expect(json.headers['content-type']).toMatch(/^application\/json/);
      },
      limitMs,
    );

    test(
      'serves the shop after its start, and a client cannot spoof its address',
      async () => {
        await Promise.all(hosts.map((host) => host.start()));
        // On a slow machine a process may send its first page without data.
        await until(page, ({ status, text }) => status === 200 && text.includes('<h1'));
        const writes = [await write('203.0.113.1'), await write('203.0.113.2'), await write('203.0.113.3')];
        expect(writes.map(({ status }) => status)).toEqual([200, 200, 429]);
      },
      limitMs,
    );

    test(
      'readers see no failure while a process is killed or stopped and restarted',
      async () => {
        const end = askSteadily(rest);
        await hosts[0].kill();
        for (let asked = 0; asked < 20; asked += 1) await rest();
        await hosts[0].start();
        expect(Object.keys(await end())).toEqual(['200']);
        const others = askSteadily(query);
        // Only the balancer sends requests to it.
        await until(
          () => ask(`http://127.0.0.1:${metricsPort}/metrics`),
          ({ text }) => /"graphql"[^}]*} [1-9]/.test(text),
        );
        await hosts[1].stop();
        for (let asked = 0; asked < 20; asked += 1) await query();
        await hosts[1].start();
        expect(Object.keys(await others())).toEqual(['200']);
      },
      limitMs,
    );

    test(
      'sends no empty response while the database is down, and recovers with it',
      async () => {
        await database.stop();
        await until(
          () => hosts[0].call('GET', '/readyz'),
          ({ status }) => status === 503,
        );
        for (const request of [page, rest, query, page, rest, query]) {
          const answer = await request();
          expect([200, 502, 503]).toContain(answer.status);
          expect(answer.text.length).toBeGreaterThan(50);
        }
        database = await startDatabaseAt(databasePort, dataDir());
        await until(query, ({ status }) => status === 200);
        await until(page, ({ status }) => status === 200);
      },
      limitMs,
    );
  });

  describeInstalled(
    `${name} configured as in deploy/, in front of servers that close the connection without a response`,
    () => {
      const reached: string[] = [];
      let servers: Server[];
      let balancer: ForeignBalancer;

      beforeAll(async () => {
        servers = await Promise.all(
          ['first', 'second'].map(async (which) => {
            const server = createServer((request, response) => {
              if (request.url === '/readyz' || request.url === '/livez') return void response.end();
              reached.push(which);
              request.socket.destroy();
            });
            await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
            return server;
          }),
        );
        const ports = servers.map((server) => (server.address() as { port: number }).port);
        const place = { folder: join(folder, name, 'once'), port: await freePort(), ports };
        balancer = await start(place);
      }, limitMs);
      afterAll(async () => {
        await balancer.stop();
        await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
      });

      // Three failures in total, so that neither is marked as down.
      test.each([
        ['POST', '/graphql'],
        ['PATCH', '/api/product/1'],
        ['DELETE', '/api/product/1'],
      ])('%s %s is sent once', async (method, path) => {
        const before = reached.length;
        const answer = await ask(balancer.url + path, { method });
        expect([502, 503]).toContain(answer.status);
        expect(JSON.stringify(JSON.parse(answer.text))).toContain('SERVICE_UNAVAILABLE');
        expect(reached.length - before).toBe(1);
      });
    },
  );
}
