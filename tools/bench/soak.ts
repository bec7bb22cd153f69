// npm run soak [-- --minutes 3] [--long]: mixed traffic at its normal rate, with a product that changes every second;
// samples the API's heap every ten seconds.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { heapOf, heapProbe, type Heap } from './heap';
import { mixOf, normalRate, peopleFor, products } from './mixedTraffic';
import { soakPlot, type SoakSample } from './plots';
import { moveLoadAside } from './processFigures';
import { keep, machine, say } from './report';
import { sendAtRate } from './sendAtRate';
import { slopeOf } from './slopeOf';
import { renewMs, startBenchShop, type BenchShop } from './startBenchShop';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    long: { type: 'boolean', default: false },
    rate: { type: 'string', default: String(normalRate) },
    out: { type: 'string', default: join('tools', 'bench', 'figures') },
  },
});
const minutes = Number(values.minutes ?? (values.long ? 60 : 3));
const rate = Number(values.rate);
const sampleSeconds = 10;
const tellEverySamples = 30;
/** By then the shop has compiled its code and filled its caches. */
const warmUpSeconds = 60;

interface Sample extends SoakSample {
  readonly handles: number;
}

const changeEveryMs = 1_000;
const settleEveryMs = 100;
const longestSettleMs = 5_000;

/** Waits until the number of handles stops falling, as the shop may still be closing connections of the load. */
async function settledHeap(shop: BenchShop): Promise<Heap> {
  const until = performance.now() + longestSettleMs;
  let before = await heapOf(shop);
  for (;;) {
    await delay(settleEveryMs);
    const now = await heapOf(shop);
    if (now.handles >= before.handles || performance.now() > until) return now;
    before = now;
  }
}

/** So that repeated requests are computed again. */
async function changeUntil(until: number): Promise<void> {
  while (performance.now() < until) {
    await shop.changeCatalogue();
    changes += 1;
    await delay(changeEveryMs);
  }
}

moveLoadAside();
const started = machine();
const shop = await startBenchShop({
  products,
  people: peopleFor(rate * (minutes * 60 + warmUpSeconds)),
  nodeOptions: heapProbe,
});
const samples: Sample[] = [];
const failures: Record<string, number> = {};
let answered = 0;
let changes = 0;
const warnings: string[] = [];
try {
  const before = (await shop.warnings()).length;
  let next = await mixOf(shop);
  const send = async (seconds: number) => {
    const until = performance.now() + seconds * 1_000;
    const [arrived] = await Promise.all([sendAtRate({ port: shop.port, rate, seconds, next }), changeUntil(until)]);
    for (const { failure } of arrived) {
      answered += 1;
      if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
    }
  };
  say(
    `Mixed requests at ${rate} a second for ${minutes} minutes, after one to warm up; load average ${started.loadAverage}`,
  );
  await send(warmUpSeconds);
  // The first page loads the renderer.
  await fetch(`${shop.url}/products`).then((page) => page.text());
  const startedAt = performance.now();
  let renewAt = startedAt + renewMs;
  const take = async () => {
    const { heapUsed, rss, handles } = await settledHeap(shop);
    const minute = (performance.now() - startedAt) / 60_000;
    const sample = { minute, heapMb: heapUsed / 2 ** 20, rssMb: rss / 2 ** 20, handles };
    samples.push(sample);
    if (samples.length % tellEverySamples !== 1) return;
    say(
      `minute ${minute.toFixed(0)}: heap ${sample.heapMb.toFixed(1)} MB, RSS ${sample.rssMb.toFixed(0)} MB, ${handles} handles`,
    );
  };
  await take();
  while (performance.now() - startedAt < minutes * 60_000) {
    await send(sampleSeconds);
    await take();
    if (performance.now() > renewAt) {
      next = await mixOf(shop);
      renewAt += renewMs;
    }
  }
  warnings.push(...(await shop.warnings()).slice(before));
} finally {
  await shop.stop();
}

const slope = slopeOf(samples.map(({ minute, heapMb }) => [minute, heapMb]));
const rssMb = Math.max(...samples.map((sample) => sample.rssMb));
const handles = samples.map((sample) => sample.handles);
const farthest = Math.max(...handles.map((amount) => Math.abs(amount - (handles[0] ?? 0))));
const errors = Object.values(failures).reduce((sum, times) => sum + times, 0);
const mostSlope = values.long ? 0.1 : 0.5;
const bars = [
  { text: `heap slope at most ${mostSlope} MB a minute: ${slope.toFixed(3)}`, met: slope <= mostSlope },
  {
    text: `no errors in ${answered} requests: ${errors} ${errors > 0 ? JSON.stringify(failures) : ''}`,
    met: errors === 0,
  },
  { text: `no warning in the shop's log: ${warnings.length} ${warnings[0] ?? ''}`, met: warnings.length === 0 },
  { text: `RSS at most 350 MB: ${rssMb.toFixed(0)}`, met: rssMb <= 350 },
  {
    text: `open handles always within 5 of the first: ${handles.join(' ')}`,
    met: farthest <= 5,
  },
];
for (const { text, met } of bars) say(`${met ? 'meets ' : 'MISSES'}  E13 ${text}`);
const figures = { machine: started, rate, minutes, answered, changes, failures, warnings, slope, samples };
keep(values.out, 'soak', figures, soakPlot(samples, started));
process.exitCode = bars.every(({ met }) => met) ? 0 : 1;
