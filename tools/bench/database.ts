// npm run bench:database [-- OPTIONS]: the shop's queries on the embedded database and on every other one that is
// available, in turn in one run: pages of 24, a product by slug and by id, durable inserts, and the memory of the
// database processes. A write before each query keeps its result from coming from a cache.
//   --products 100000 --load-seconds 45 (another database is queried with the products loaded by then)
//   --rounds 3 --questions 200 --question-seconds 2   --writers 8 --seconds 2
//   --only SecantusDB,DocumentDB ('none': the embedded one alone)   --out tools/bench/figures
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ObjectId } from 'mongodb';
import type { Bar } from './bars';
import { embeddedName, startEmbedded, startOthers, type Contender } from './databaseContenders';
import type { NotMeasured } from './notMeasured';
import { databaseBars, sayTable, type Row } from './databaseTable';
import { questions, timesOf } from './databaseQuestions';
import { insertsPerSecond, syncMs } from './durableInserts';
import { median } from './measure';
import { keep, machine, say } from './report';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    'load-seconds': { type: 'string', default: '45' },
    rounds: { type: 'string', default: '3' },
    questions: { type: 'string', default: '200' },
    'question-seconds': { type: 'string', default: '2' },
    writers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join('tools', 'bench', 'figures') },
  },
});
const products = Number(values.products);
const rounds = Array.from({ length: Number(values.rounds) }, (_, round) => round);
const most = Number(values.questions);
const longestMs = Number(values['question-seconds']) * 1_000;
const load = { writers: Number(values.writers), seconds: Number(values.seconds) };

const memory = new Map<string, number>();
/** Records the highest sample; peaks between samples are missed. */
function lookAtMemory({ name, anonymousMb }: Contender): void {
  const mb = anonymousMb();
  if (mb !== null) memory.set(name, Math.max(memory.get(name) ?? 0, mb));
}

/** A write to a field without an index. */
function disturbing({ client }: Contender): (_id: ObjectId) => Promise<void> {
  const products = client.db('kiosk_bench').collection('products');
  return async (_id) => {
    await products.updateOne({ _id }, { $inc: { version: 1 } });
  };
}

/** Medians over all rounds, with the databases in turn in each. */
async function askAll(contenders: readonly Contender[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const question of questions) {
    const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
    for (const seed of rounds) {
      for (const contender of contenders) {
        const settings = { products: contender.products, most, longestMs, seed, disturb: disturbing(contender) };
        times.get(contender.name)?.push(...(await timesOf(question, contender.repositories, settings)));
        lookAtMemory(contender);
      }
    }
    const figures = Object.fromEntries([...times].map(([name, all]) => [name, median(all)]));
    rows.push({ name: `${question.name}, p50 ms`, kind: 'time', figures });
  }
  return rows;
}

const plainCollection = 'benchInserts';
/** Sorts after every loaded product. */
const firstNew = 10_000_000;

async function insertAll(contenders: readonly Contender[], name: string, isPlain: boolean): Promise<Row> {
  const rates = new Map<string, number[]>(contenders.map((each) => [each.name, []]));
  const next = new Map<string, number>();
  for (let round = 0; round < rounds.length; round += 1) {
    for (const contender of contenders) {
      const plain = contender.client.db('kiosk_bench').collection(plainCollection);
      const from = next.get(contender.name) ?? firstNew;
      const { perSecond, inserted } = await insertsPerSecond(
        (product) => (isPlain ? plain.insertOne(product) : contender.repositories.products.insert(product)),
        { ...load, from },
      );
      next.set(contender.name, from + inserted);
      rates.get(contender.name)?.push(perSecond);
      lookAtMemory(contender);
    }
  }
  const figures = Object.fromEntries([...rates].map(([each, all]) => [each, median(all)]));
  return { name, kind: isPlain ? 'inserts' : 'more', figures };
}

const notMeasured: NotMeasured[] = [];
async function start(): Promise<Contender[]> {
  const embedded = await startEmbedded(products);
  const names = values.only.split(',').filter((name) => name !== '');
  const others = await startOthers(names, products, Number(values['load-seconds']), (what) => notMeasured.push(what));
  return [embedded, ...others];
}

async function measureAll(contenders: readonly Contender[]): Promise<Row[]> {
  const rows = await askAll(contenders);
  rows.push(await insertAll(contenders, `inserts a second, ${load.writers} writers`, true));
  rows.push(await insertAll(contenders, 'products a second, all indexes', false));
  const of = (read: (contender: Contender) => number | null) =>
    Object.fromEntries(contenders.map((contender) => [contender.name, read(contender)]));
  return [
    ...rows,
    {
      name: 'RssAnon while asked and written to, MB',
      kind: 'memory',
      figures: of(({ name }) => memory.get(name) ?? null),
    },
    { name: 'RssAnon in the load, MB', kind: 'more', figures: of(({ loadMb }) => loadMb) },
    { name: 'products loaded', kind: 'more', figures: of((contender) => contender.products) },
    { name: 'seconds of the load', kind: 'more', figures: of(({ loadSeconds }) => loadSeconds) },
    { name: 'ready again after a restart, ms', kind: 'ready', figures: of(({ readyMs }) => readyMs) },
  ];
}

const started = machine();
const sync = [syncMs()];
say(`${started.processors}, Node ${started.node}, load average ${started.loadAverage}, ${products} products`);
const contenders = await start();
let bars: Bar[];
try {
  const rows = await measureAll(contenders);
  sync.push(syncMs());
  sayTable(contenders, rows);
  for (const { name, reason } of notMeasured) say(`${name}: NOT MEASURED: ${reason}`);
  say(
    `A page of 4 kB takes ${sync.map((ms) => ms.toFixed(3)).join(' ms at the start, ')} ms at the end to be on the disk.`,
  );
  const names = contenders.map(({ name, version, products: amount }) => ({ name, version, products: amount }));
  keep(values.out, 'database', { machine: started, products, load, sync, databases: names, notMeasured, rows });
  bars = databaseBars(embeddedName, rows, Math.max(...sync));
} finally {
  for (const contender of contenders) await contender.stop();
}
say('\n== Bars');
for (const { text, met } of bars) say(`${met ? 'meets ' : 'MISSES'}  ${text}`);
process.exit(bars.every(({ met }) => met) ? 0 : 1);
