// npm run bench:checkout [-- --rate 20] [--seconds 30]: purchases at a rate, all out, and of one product; the public reads beside them.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient, ObjectId } from 'mongodb';
import { createRepositories } from '../../server/collections/repositories';
import { patientOptions } from '../../server/database/clientOptions';
import { databaseNameOf } from '../../server/database/databaseUri';
import { graphql, type ClientAccount } from '../../server/testing/shopClient';
import { median, quantile } from './measure';
import { moveLoadAside } from './processFigures';
import { keep, machine, say } from './report';
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
const countedProducts = 100;
const pieces = 1_000_000;
const hotBuyers = 64;
const hotHolds = 5_000;

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly total: { readonly amount: number };
  readonly payment: { readonly id: string; readonly clientSecret: string } | null;
}

const shown = 'checkout { id status total { amount } payment { id clientSecret } }';
const address = { fullName: 'A', streetLine1: 'B 1', city: 'Bonn', postalCode: '53111', countryCode: 'DE' };

moveLoadAside();
const started = machine();
const shop = await startBenchShop({ products: 1_000, people: clients + 4 * rate });
const client = await new MongoClient(shop.uri, patientOptions).connect();
try {
  const repositories = createRepositories(client.db(databaseNameOf(shop.uri)));
  const products = await repositories.products.list.find({
    filter: { status: 'active', inStock: true },
    sort: { createdAt: -1, _id: -1 },
    limit: countedProducts,
  });
  const count = (_id: ObjectId) =>
    repositories.stock.create({
      ...{ _id, onHand: pieces, available: pieces, holds: [], lowStockThreshold: 5, version: 1, movements: [] },
    });
  for (const { _id } of products) await count(_id);

  let bought = 0;
  const ask = async (person: ClientAccount, name: string, input: object): Promise<Shown> => {
    const query = `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${shown} } }`;
    const data = await graphql<Record<string, { checkout: Shown } | undefined>>(shop.url, person.idToken, query, {
      input,
    });
    return data[name]?.checkout as Shown;
  };
  /** Milliseconds from the press on 'Place order' to the placed order. */
  const buy = async (person: ClientAccount): Promise<number> => {
    bought += 1;
    const { slug } = products[bought % products.length] ?? { slug: '' };
    const { id } = await ask(person, 'startCheckout', { slug });
    const { total } = await ask(person, 'updateCheckout', { id, email: person.email, shippingAddress: address });
    const begun = performance.now();
    const { payment } = await ask(person, 'submitCheckout', { id, expectedTotal: total.amount });
    await fetch(`${shop.url}/api/test-payments/${payment?.id ?? ''}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ clientSecret: payment?.clientSecret, number: '4242424242424242' },
        ...{ expiry: '12/99', securityCode: '123' },
      }),
    });
    const { status } = await ask(person, 'confirmPayment', { id });
    if (status !== 'PLACED') throw new Error(`A purchase ended ${status}.`);
    return performance.now() - begun;
  };

  const publicReads = async (until: () => boolean): Promise<number> => {
    let answers = 0;
    const begun = performance.now();
    while (!until()) {
      await (await fetch(`${shop.url}/api/product?limit=24&page=0`)).arrayBuffer();
      answers += 1;
    }
    return (1_000 * answers) / (performance.now() - begun);
  };
  const readFor = (ms: number) => {
    const end = performance.now() + ms;
    return publicReads(() => performance.now() > end);
  };

  const people = [...shop.people];
  const atRate = async () => {
    const latencies: number[] = [];
    const failures: string[] = [];
    const running: Promise<void>[] = [];
    const begun = performance.now();
    for (let number = 0; number < rate * seconds; number += 1) {
      const due = begun + (1_000 * number) / rate;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const person = people[number % people.length];
      if (person)
        running.push(
          buy(person).then(
            (latency) => void latencies.push(latency),
            (error: unknown) => void failures.push(String(error).slice(0, 200)),
          ),
        );
    }
    await Promise.all(running);
    return { latencies: latencies.sort((a, b) => a - b), failures };
  };
  const allOut = async () => {
    const latencies: number[] = [];
    const end = performance.now() + 1_000 * seconds;
    const begun = performance.now();
    await Promise.all(
      people.slice(0, clients).map(async (person) => {
        while (performance.now() < end) latencies.push(await buy(person));
      }),
    );
    return {
      perSecond: (1_000 * latencies.length) / (performance.now() - begun),
      latencies: latencies.sort((a, b) => a - b),
    };
  };
  const hot = async () => {
    const id = new ObjectId();
    await count(id);
    let number = 0;
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: hotBuyers }, async () => {
        while (number < hotHolds) {
          const hold = { checkout: `hot:${(number += 1)}`, quantity: 1, until: new Date(Date.now() + 900_000) };
          await repositories.stock.hold(id, hold);
          await repositories.stock.release(id, hold);
        }
      }),
    );
    return (1_000 * number) / (performance.now() - begun);
  };

  await Promise.all(people.slice(0, clients).map(buy));
  const alone = await readFor(5_000);
  let isOver = false;
  const beside = publicReads(() => isOver);
  const steady = await atRate();
  isOver = true;
  const readsBeside = await beside;
  const top = await allOut();
  const holds = await hot();

  const p95 = quantile(steady.latencies, 0.95);
  const topP95 = quantile(top.latencies, 0.95);
  const bars = [
    {
      text: `${rate}/s: submit to placed, p95 at most 300 ms: ${p95.toFixed(0)} (p50 ${median(steady.latencies).toFixed(0)})`,
      met: p95 <= 300,
    },
    {
      text: `${rate}/s: none refused wrongly: ${steady.failures.length} ${steady.failures[0] ?? ''}`,
      met: steady.failures.length === 0,
    },
    {
      text: `cached public reads of one client keep 90 %: ${readsBeside.toFixed(0)}/s of ${alone.toFixed(0)}/s`,
      met: readsBeside >= 0.9 * alone,
    },
    { text: `${clients} clients: at least 100/s: ${top.perSecond.toFixed(0)}/s`, met: top.perSecond >= 100 },
    { text: `${clients} clients: p95 at most 150 ms: ${topP95.toFixed(0)}`, met: topP95 <= 150 },
    { text: `one product: at least 500 holds/s: ${holds.toFixed(0)}/s`, met: holds >= 500 },
  ];
  for (const { text, met } of bars) say(`${met ? 'meets ' : 'MISSES'}  C30 ${text}`);
  keep(values.out, 'checkout', { machine: started, rate, seconds, bars, steady: steady.latencies, top: top.latencies });
  process.exitCode = bars.every(({ met }) => met) ? 0 : 1;
} finally {
  await client.close();
  await shop.stop();
}
