// npm run load [-- --rate 200] [--seconds 60]: mixed traffic at its normal rate, at five times the rate, and again at
// the normal one.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median, quantile } from './measure';
import { mixOf, normalRate, peopleFor, products } from './mixedTraffic';
import { moveLoadAside } from './processFigures';
import { keep, machine, say } from './report';
import { sendAtRate, type Arrived } from './sendAtRate';
import { sendLoad } from './sendLoad';
import { startBenchShop } from './startBenchShop';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: String(normalRate) },
    seconds: { type: 'string', default: '60' },
    out: { type: 'string', default: join('tools', 'bench', 'figures') },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const overload = 5;
const warmUpSeconds = 15;
const topSeconds = 10;
const recoverySeconds = 15;

/** Load shedding: a refusal with Retry-After. */
const isShed = ({ status, retryAfter }: Arrived) => (status === 503 || status === 429) && retryAfter;
const isGood = ({ failure }: Arrived) => failure === null;

function p99Of(arrived: readonly Arrived[]): number {
  return quantile(
    arrived
      .filter(isGood)
      .map(({ latency }) => latency)
      .sort((a, b) => a - b),
    0.99,
  );
}

/** The p99 of each second. */
function secondsOf(arrived: readonly Arrived[]): number[] {
  const bySecond = new Map<number, Arrived[]>();
  for (const one of arrived) {
    const second = Math.floor(one.dueAt / 1_000);
    bySecond.set(second, [...(bySecond.get(second) ?? []), one]);
  }
  return [...bySecond].sort(([a], [b]) => a - b).map(([, all]) => p99Of(all));
}

function failuresOf(arrived: readonly Arrived[]): Record<string, number> {
  const failures: Record<string, number> = {};
  for (const { failure } of arrived) if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
  return failures;
}

moveLoadAside();
const started = machine();
const shop = await startBenchShop({ products, people: peopleFor(rate * (overload + 2) * seconds) });
try {
  const next = await mixOf(shop);
  const at = (times: number, forSeconds: number) =>
    sendAtRate({ port: shop.port, rate: rate * times, seconds: forSeconds, next });
  say(`Mixed requests at ${rate} a second, then at ${overload} times of it; load average ${started.loadAverage}`);
  await at(1, warmUpSeconds);
  const normal = await at(1, seconds);
  await shop.emptyStores();
  const top = await sendLoad({ port: shop.port, connections: 64, seconds: topSeconds, next });
  await shop.emptyStores();
  const over = await at(overload, seconds);
  const after = await at(1, recoverySeconds);

  const baseline = p99Of(normal);
  const errors = normal.filter((one) => !isGood(one)).length;
  const goodput = over.filter(isGood).length / seconds;
  const topRate = top.answers / top.seconds;
  const possible = Math.min(topRate, rate * overload);
  const refusals = over.filter((one) => !isGood(one));
  const worstSecond = Math.max(...secondsOf(normal));
  const recovered = secondsOf(after).findIndex((p99) => p99 <= worstSecond);
  const bars = [
    {
      text: `${rate}/s: p99 at most 150 ms: ${baseline.toFixed(1)} (p50 ${median(normal.map(({ latency }) => latency)).toFixed(1)})`,
      met: baseline <= 150,
    },
    {
      text: `${rate}/s: no errors in ${normal.length}: ${errors} ${errors > 0 ? JSON.stringify(failuresOf(normal)) : ''}`,
      met: errors === 0,
    },
    {
      text: `${rate * overload}/s: p99 of what is accepted at most 3 times: ${p99Of(over).toFixed(1)}`,
      met: p99Of(over) <= 3 * baseline,
    },
    {
      text: `${rate * overload}/s: at least 0.8 of the most (${possible.toFixed(0)}/s; all out ${topRate.toFixed(0)}/s): ${goodput.toFixed(0)}/s`,
      met: goodput >= 0.8 * possible,
    },
    {
      text: `${rate * overload}/s: what is refused says 429 or 503 and when to come again: ${refusals.filter(isShed).length} of ${refusals.length} ${JSON.stringify(failuresOf(over))}`,
      met: refusals.every(isShed),
    },
    {
      text: `as before within 10 s: ${recovered < 0 ? 'never' : `${recovered + 1} s`}`,
      met: recovered >= 0 && recovered < 10,
    },
    { text: 'the shop still runs', met: shop.isRunning() },
  ];
  for (const { text, met } of bars) say(`${met ? 'meets ' : 'MISSES'}  E14 ${text}`);
  keep(values.out, 'load', {
    machine: started,
    rate,
    seconds,
    bars,
    normalSeconds: secondsOf(normal),
    overSeconds: secondsOf(over),
    afterSeconds: secondsOf(after),
    topRate,
  });
  process.exitCode = bars.every(({ met }) => met) ? 0 : 1;
} finally {
  await shop.stop();
}
