// npm run bench [-- OPTIONS]: compares the shop with bare node:http and with plain Apollo Server and Express.
//   --tables process,repeated,distinct,growth   --workloads W1,W1-REST,W2,W3,W4,W5   --connections 1,16,64
//   --seconds 3 --rounds 3                      --products 1000                      --sizes 1000,10000,100000
//   --mongodb-sizes 1000,100000,1000000 (if there is a real MongoDB: TEST_MONGODB_URI, MONGOD_BINARY or the PATH)
//   --out tools/bench/figures                         --profile FOLDER (writes the API's CPU profile at its end)
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { besideBars, distinctBars, growthBars, memoryBars, mostTimes, repeatedBars, startBars, type Bar } from './bars';
import { checkFairness, compareDistinct, compareRepeated, warmUp, type Settings } from './comparisonTables';
import { mongodb } from '../scripts/otherDatabases';
import { measureBeside, measureMongodbGrowth } from './growthBeside';
import { embeddedName, measureGrowth, startEmbedded } from './growthTable';
import type { NotMeasured } from './notMeasured';
import { besidePlot, distinctPlot, growthPlot, memoryPlot, repeatedPlot, startsPlot } from './plots';
import { hasTwoCores, moveLoadAside } from './processFigures';
import { measureMemory, measureStarts } from './processTable';
import {
  keep,
  machine,
  say,
  sayBeside,
  sayComparison,
  sayFairness,
  sayGrowth,
  sayGrowthHead,
  sayMemory,
  sayStart,
} from './report';
import { startContenders } from './startContenders';
import { workloadIds } from './workloads';

const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: 'process,repeated,distinct,growth' },
    workloads: { type: 'string', default: workloadIds.join(',') },
    connections: { type: 'string', default: '1,16,64' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    products: { type: 'string', default: '1000' },
    sizes: { type: 'string', default: '1000,10000,100000' },
    'mongodb-sizes': { type: 'string', default: '1000,100000,1000000' },
    out: { type: 'string', default: join('tools', 'bench', 'figures') },
    profile: { type: 'string' },
  },
});
const list = (text: string) => text.split(',').filter((part) => part !== '');
const numbers = (text: string) => list(text).map(Number);
const tables = list(values.tables);
const settings: Settings = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  connections: numbers(values.connections),
  workloads: workloadIds.filter((id) => list(values.workloads).includes(id)),
};
/** Enough slugs for a run of distinct requests. */
const distinctProducts = 10_000;
/** A store takes 500 entries, and no database here takes more writes a second than this. */
const mostWritesPerSecond = 6_000;
const writersFor = (seconds: number) => Math.max(16, Math.ceil((seconds * mostWritesPerSecond) / 500));

const contenders = (products: number) =>
  startContenders({
    products,
    people: writersFor(settings.seconds),
    nodeOptions: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
  });

const starts = 5;
const memoryRun = { workloads: ['W1', 'W4', 'W5'], seconds: 5, rounds: 3, products: 1_000 } as const;

async function benchProcess(): Promise<Bar[]> {
  const started = machine();
  say('\n== The process');
  const startRows = await measureStarts(starts, sayStart);
  keep(values.out, 'start', { machine: started, rows: startRows }, startsPlot(startRows, started));
  const memoryRows = await measureMemory({ ...memoryRun, people: writersFor(memoryRun.seconds) }, sayMemory);
  const figures = { machine: started, settings: memoryRun, rows: memoryRows };
  keep(values.out, 'memory', figures, memoryPlot(memoryRows, started));
  return [...startBars(startRows), ...memoryBars(memoryRows)];
}

async function benchRepeated(): Promise<Bar[]> {
  const started = machine();
  const products = Number(values.products);
  const all = await contenders(products);
  try {
    await warmUp(all);
    say(`\n== The same requests again and again, ${products} products`);
    const rows = await compareRepeated(all, settings, sayComparison);
    const fairness = await checkFairness(all, settings);
    sayFairness(fairness);
    keep(values.out, 'repeated', { machine: started, settings, products, rows, fairness }, repeatedPlot(rows, started));
    return [...repeatedBars(rows), { text: 'the comparison with (b) is fair', met: fairness.fair }];
  } finally {
    await all.stop();
  }
}

async function benchDistinct(): Promise<Bar[]> {
  const started = machine();
  const all = await contenders(distinctProducts);
  try {
    await warmUp(all);
    say(`\n== Every request another one, ${distinctProducts} products`);
    const rows = await compareDistinct(all, settings, sayComparison);
    const fairness = await checkFairness(all, settings);
    sayFairness(fairness);
    const figures = { machine: started, settings, products: distinctProducts, rows, fairness };
    keep(values.out, 'distinct', figures, distinctPlot(rows, started));
    return [...distinctBars(rows), { text: 'the comparison with (b) is fair', met: fairness.fair }];
  } finally {
    await all.stop();
  }
}

async function benchGrowth(): Promise<Bar[]> {
  const started = machine();
  const { rounds } = settings;
  const notMeasured: NotMeasured[] = [];
  const miss = (what: NotMeasured) => {
    notMeasured.push(what);
    say(`  NOT MEASURED  ${what.name}: ${what.reason}`);
  };
  sayGrowthHead(embeddedName);
  const rows = await measureGrowth(
    { rounds, sizes: numbers(values.sizes), database: embeddedName, start: startEmbedded },
    sayGrowth,
  );
  sayGrowthHead(mongodb.name);
  const onMongodb = await measureMongodbGrowth({ rounds, sizes: numbers(values['mongodb-sizes']) }, sayGrowth, miss);
  const beside = await measureBeside(rounds, sayBeside, miss);
  const all = [...rows, ...onMongodb];
  keep(values.out, 'growth', { machine: started, settings, rows: all, notMeasured }, growthPlot(all, started));
  keep(values.out, 'beside', { machine: started, settings, rows: beside, notMeasured }, besidePlot(beside, started));
  return [...growthBars(mostTimes.embedded, rows), ...growthBars(mostTimes.mongodb, onMongodb), ...besideBars(beside)];
}

moveLoadAside();
const { processors, node, loadAverage } = machine();
say(`${processors}, Node ${node}, load average ${loadAverage}`);
if (!hasTwoCores) say('One processor only: the load is measured along, and no figure compares with one of two.');
const bars = [
  ...(tables.includes('process') ? await benchProcess() : []),
  ...(tables.includes('repeated') ? await benchRepeated() : []),
  ...(tables.includes('distinct') ? await benchDistinct() : []),
  ...(tables.includes('growth') ? await benchGrowth() : []),
];
say('\n== Bars');
for (const { text, met } of bars) say(`${met ? 'meets ' : 'MISSES'}  ${text}`);
process.exitCode = bars.every(({ met }) => met) ? 0 : 1;
