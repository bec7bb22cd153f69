// npm run bench:reports [-- --orders 10000] [--runs 20]: measures the daily sales report over all days of the generated
// orders, over HTTP and on the embedded database. Run it on an idle machine.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { createRepositories } from '../../server/collections/repositories';
import { seed } from '../../server/collections/seed';
import { longRunningOptions } from '../../server/database/clientOptions';
import { must, signUp } from '../../server/testing/principals';
import { startTestServer } from '../../server/testing/startTestServer';

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '10000' }, runs: { type: 'string', default: '20' } },
});
const [orders, runs] = [Number(values.orders), Number(values.runs)];
const barMs = 1_000;
/** All days of the generated orders, which are more than a year. */
const days = { from: '2024-08-18', to: '2026-01-01' };
const query = `query ($from: String!, $to: String!) { salesReport(from: $from, to: $to) {
  rows { period figures { orders net { amount } } } total { orders net { amount } } agrees
  taxZones { name tax { amount } } bestSellers { id name sold product { slug } }
} }`;

interface Answer {
  readonly salesReport: {
    readonly rows: readonly unknown[];
    readonly total: { orders: number };
    readonly agrees: boolean;
  };
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const server = await startTestServer();
try {
  const client = await new MongoClient(server.databaseUri, longRunningOptions).connect();
  const repositories = createRepositories(client.db(server.db.databaseName));
  await seed(repositories, { products: 1_000, users: 1_000, entries: 0, orders });
  await client.close();
  const { token } = await signUp(server, 'admin');
  const times: number[] = [];
  let answer: Answer | undefined;
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    answer = (await must(server, query, days, token)) as Answer;
    times.push(performance.now() - startedAt);
  }
  const sorted = times.sort((one, other) => one - other);
  const at = (share: number) => (sorted[Math.ceil(share * runs) - 1] ?? NaN).toFixed(0);
  say(`${cpus().length} processors, ${cpus()[0]?.model}, load average ${loadavg()[0]?.toFixed(2)}`);
  say(`${answer?.salesReport.total.orders} of ${orders} orders, ${answer?.salesReport.rows.length} days`);
  say(`The ledgers say the same: ${answer?.salesReport.agrees}`);
  say(`Median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms of ${runs}; the bar is ${barMs} ms.`);
  process.exitCode = Number(at(0.95)) < barMs && answer?.salesReport.agrees === true ? 0 : 1;
} finally {
  await server.stop();
}
