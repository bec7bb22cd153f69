// npm run bench:attacks [-- --beside COMMIT | --alone] [--products 50000] [--seconds 10] [--only TEXT]: latency and
// failures of another client while the shop is attacked under production limits, and the memory and data that remain
// afterwards.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseNameOf } from '../../server/database/databaseUri';
import { productionDefaults } from '../../server/testing/productionSettings';
import { attacks, type Attack, type Outcome } from './attackKinds';
import { checkOut } from './checkoutBeside';
import { heapOf, heapProbe } from './heap';
import { quantile } from './measure';
import { cpuMicros, moveLoadAside } from './processFigures';
import { keep, machine, say } from './report';
import { sellMuch } from './sellMuch';
import { clientAt, lookAround, shopperRequests, type Looked } from './secondClient';
import { startBenchShop, type BenchShop } from './startBenchShop';
import { storedBytes } from './storedBytes';

const { values } = parseArgs({
  options: {
    /** By default the previous commit. */
    beside: { type: 'string', default: 'HEAD~1' },
    alone: { type: 'boolean', default: false },
    products: { type: 'string', default: '50000' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join('tools', 'bench', 'figures') },
  },
});
const seconds = Number(values.seconds);
const mostP95Ms = 200;
const ordersOfSeller = 20_000;
const megabyte = 2 ** 20;

interface Attacked {
  readonly name: string;
  readonly shop: BenchShop;
  readonly next: ReturnType<typeof shopperRequests>;
  readonly sellerToken: string;
}

interface Row {
  readonly attack: string;
  readonly shop: string;
  readonly p50: number;
  readonly p95: number;
  readonly reads: number;
  readonly failed: number;
  readonly outcome: Outcome;
  readonly storedKb: number;
  readonly heapMb: number;
  readonly rssMb: number;
  /** Processor time of the API, which other load on the machine hardly affects. */
  readonly apiSeconds: number;
}

/** The limits with a real Firebase project; the measured shop uses the emulator, which sets none. */
function productionLimits(): NodeJS.ProcessEnv {
  const { rateLimits, connectionsPerAddress } = productionDefaults();
  const { reads, writes, tokens, registrations } = rateLimits;
  return {
    RATE_LIMIT_READS: String(reads),
    RATE_LIMIT_WRITES: String(writes),
    RATE_LIMIT_TOKENS: String(tokens),
    RATE_LIMIT_REGISTRATIONS: String(registrations),
    CONNECTIONS_PER_ADDRESS: String(connectionsPerAddress),
  };
}

async function start(name: string, checkout?: string): Promise<Attacked> {
  const shop = await startBenchShop({
    products: Number(values.products),
    people: 1,
    nodeOptions: heapProbe,
    environment: productionLimits(),
    ...(checkout !== undefined && { checkout }),
  });
  const client = clientAt('127.0.0.1', shop.port);
  const { text } = await client.ask({ path: '/api/product?limit=100' });
  client.close();
  const next = shopperRequests((JSON.parse(text) as { slug: string }[]).map(({ slug }) => slug));
  return { name, shop, next, sellerToken: await sellMuch(shop, ordersOfSeller) };
}

let addresses = 0;
/** Each address has its own limits. */
const newAddress = (network: number) => `127.0.${network}.${(addresses += 1)}`;

const stored = ({ shop: { uri } }: Attacked) => storedBytes(uri, databaseNameOf(uri));

async function whileLooking<T>(
  { shop, next }: Attacked,
  work: () => Promise<T>,
): Promise<{ readonly looked: Looked; readonly result: T }> {
  const over = new AbortController();
  const client = clientAt(newAddress(2), shop.port);
  const looking = lookAround(client, next, over.signal);
  const result = await work().finally(() => over.abort());
  const looked = await looking;
  client.close();
  return { looked, result };
}

async function measure(attacked: Attacked, { name, run }: Attack): Promise<Row> {
  const { shop, sellerToken } = attacked;
  const [storedBefore, before] = [await stored(attacked), await heapOf(shop)];
  const cpuBefore = cpuMicros(shop.pid);
  const target = { port: shop.port, localAddress: newAddress(1), seconds, sellerToken };
  const { looked, result: outcome } = await whileLooking(attacked, () => run(target));
  const apiSeconds = (cpuMicros(shop.pid) - cpuBefore) / 1e6;
  const after = await heapOf(shop);
  return {
    attack: name,
    shop: attacked.name,
    p50: quantile(looked.latencies, 0.5),
    p95: quantile(looked.latencies, 0.95),
    reads: looked.latencies.length,
    failed: looked.failed,
    outcome,
    storedKb: ((await stored(attacked)) - storedBefore) / 1_024,
    heapMb: (after.heapUsed - before.heapUsed) / megabyte,
    rssMb: (after.rss - before.rss) / megabyte,
    apiSeconds,
  };
}

const told = (outcome: Outcome) =>
  Object.entries(outcome)
    .map(([status, times]) => `${times} x ${status}`)
    .join(', ');
const cell = (figure: number, digits = 0) => figure.toFixed(digits).padStart(9);

function sayRow({ shop, p50, p95, failed, outcome, storedKb, heapMb, rssMb, apiSeconds }: Row): void {
  const cells =
    cell(p50, 1) +
    cell(p95, 1) +
    cell(failed) +
    cell(storedKb) +
    cell(heapMb, 1) +
    cell(rssMb, 1) +
    cell(apiSeconds, 1);
  say(`  ${shop.padEnd(10)}${cells}   ${told(outcome)}`);
}

moveLoadAside();
const started = machine();
const beside = values.alone ? null : checkOut(values.beside);
const shops: Attacked[] = [];
const rows: Row[] = [];
try {
  shops.push(await start('this one'));
  if (beside) shops.push(await start(beside.commit, beside.folder));
  say(`${values.products} products, limits of production; load average ${started.loadAverage}`);
  say(`  ${''.padEnd(10)}   p50 ms   p95 ms   failed  kB kept  heap MB   RSS MB   API s   answers to the attacker`);
  const nothing: Attack = {
    name: 'nothing',
    run: () => new Promise((resolve) => setTimeout(() => resolve({}), seconds * 1_000)),
  };
  for (const [round, attack] of [nothing, ...attacks.filter(({ name }) => name.includes(values.only))].entries()) {
    say(attack.name);
    for (const attacked of round % 2 === 0 ? shops : shops.toReversed()) {
      const row = await measure(attacked, attack);
      rows.push(row);
      sayRow(row);
    }
  }
} finally {
  for (const { shop } of shops) await shop.stop();
  beside?.remove();
}

const missed = rows.filter(({ shop, p95, failed }) => shop === 'this one' && (!(p95 <= mostP95Ms) || failed > 0));
say(
  missed.length === 0
    ? `meets   the other client's p95 at most ${mostP95Ms} ms, and none of its requests failed`
    : `MISSES  the other client's p95 at most ${mostP95Ms} ms, none failed: ${missed.map(({ attack }) => attack).join('; ')}`,
);
// A partial run does not replace the figures of all attacks.
if (values.only === '')
  keep(values.out, 'attacks', { machine: started, products: Number(values.products), seconds, rows });
process.exitCode = missed.length === 0 ? 0 : 1;
