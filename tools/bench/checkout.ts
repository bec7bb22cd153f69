// npm run bench:checkout [-- --rate 20] [--seconds 30]: purchases at a fixed rate beside public reads, at full load,
// and of one product.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { createRepositories } from '../../server/collections/repositories';
import { longRunningOptions } from '../../server/database/clientOptions';
import { databaseNameOf } from '../../server/database/databaseUri';
import { repeating } from './measure';
import { drawPlot } from './plot';
import { moveAside, moveLoadAside } from './processFigures';
import { countProducts, holdsPerSecond, purchasesAt, quantileOf, type Purchase } from './purchases';
import { keep, machine, say } from './report';
import { sendAtRate, type Arrived } from './sendAtRate';
import { startBenchShop } from './startBenchShop';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
    out: { type: 'string', default: join('tools', 'bench', 'figures') },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.seconds);
const clients = 16;
const readsPerSecond = 500;

moveLoadAside();
const started = machine();
const shop = await startBenchShop({ products: 1_000, people: clients + 4 * rate });
const client = await new MongoClient(shop.uri, longRunningOptions).connect();
try {
  // Like the other measured shops: the server has one processor, database and load share the other.
  if (shop.databasePid !== null) moveAside(shop.databasePid);
  const repositories = createRepositories(client.db(databaseNameOf(shop.uri)));
  const buy = purchasesAt(shop.url, await countProducts(repositories, 100));
  const people = [...shop.people];

  const read = () =>
    sendAtRate({
      ...{ port: shop.port, rate: readsPerSecond, seconds },
      next: repeating([{ path: '/api/product?limit=24', body: null }], shop.port),
    });
  const atRate = async () => {
    const purchases: Purchase[] = [];
    const refusals: string[] = [];
    const running: Promise<void>[] = [];
    const begun = performance.now();
    for (let number = 0; number < rate * seconds; number += 1) {
      await delay(Math.max(0, begun + (1_000 * number) / rate - performance.now()));
      const person = people[number % people.length];
      if (!person) continue;
      const bought = buy(person).then(
        (purchase) => void purchases.push(purchase),
        (error: unknown) => void refusals.push(String(error).slice(0, 200)),
      );
      running.push(bought);
    }
    await Promise.all(running);
    return { purchases, refusals };
  };
  const allOut = async () => {
    const purchases: Purchase[] = [];
    const begun = performance.now();
    const end = begun + 1_000 * seconds;
    await Promise.all(
      people.slice(0, clients).map(async (person) => {
        while (performance.now() < end) purchases.push(await buy(person));
      }),
    );
    return { purchases, perSecond: (1_000 * purchases.length) / (performance.now() - begun) };
  };
  const good = (arrived: readonly Arrived[]) => arrived.filter(({ status }) => status === 200).length / seconds;

  await Promise.all(people.slice(0, clients).map(buy));
  const alone = good(await read());
  const [beside, steady] = await Promise.all([read().then(good), atRate()]);
  const top = await allOut();
  const holds = await holdsPerSecond(repositories, 64, 5_000);

  const of = (purchases: readonly Purchase[], part: keyof Purchase, share: number) =>
    Math.round(quantileOf(purchases, part, share));
  const placed = of(steady.purchases, 'placed', 0.95);
  const lastCall = of(top.purchases, 'lastCall', 0.95);
  const bars = [
    [`${rate}/s: submit to placed, p95 at most 300 ms: ${placed}`, placed <= 300],
    [
      `${rate}/s: none refused wrongly: ${steady.refusals.length} ${steady.refusals[0] ?? ''}`,
      steady.refusals.length === 0,
    ],
    [
      `${readsPerSecond} cached public reads a second beside them, 90 %: ${beside.toFixed(0)} of ${alone.toFixed(0)}`,
      alone > 0.9 * readsPerSecond && beside >= 0.9 * alone,
    ],
    [`${clients} clients: at least 100/s: ${top.perSecond.toFixed(0)}`, top.perSecond >= 100],
    [`${clients} clients: the last call, p95 at most 150 ms: ${lastCall}`, lastCall <= 150],
    [`one product: at least 500 holds/s: ${holds.toFixed(0)}`, holds >= 500],
  ] as const;
  for (const [text, isMet] of bars) say(`${isMet ? 'meets ' : 'MISSES'}  C30 ${text}`);
  const group = (label: string, purchases: readonly Purchase[]) => ({
    label,
    bars: [0.5, 0.95].map((share) => ({ series: `p${100 * share}`, value: of(purchases, 'placed', share) })),
  });
  const plot = drawPlot({
    title: 'From ‘Place order’ to the placed order',
    subtitle: `embedded database, 1,000 products · ${started.processors}, Node ${started.node}, ${started.at.slice(0, 10)}`,
    ...{ unit: 'ms', digits: 0, logarithmic: false },
    groups: [group(`${rate} a second`, steady.purchases), group(`${clients} clients, all out`, top.purchases)],
  });
  const told = bars.map(([text, isMet]) => ({ text, isMet }));
  keep(values.out, 'checkout', { machine: started, rate, seconds, bars: told }, plot);
  process.exitCode = told.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  await client.close();
  await shop.stop();
}
