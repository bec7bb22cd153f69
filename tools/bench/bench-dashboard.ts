// npm run bench:dashboard [-- RUNS]: with 10,000 products, users and orders, measures for every dashboard screen the
// API's latency for the first rows at 16 concurrent clients and the time from the response to their paint; also the
// API's latency of order queries. Run it on an idle machine. KIOSK_URL measures a running shop as it is.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { MongoClient } from 'mongodb';
import { ask, demo } from '../../e2e/shopper';
import { signedIn } from '../../e2e/signedIn';
import { startShop } from '../../e2e/startShop';
import { generatedOrderNumber } from '../../server/collections/generatedOrders';
import { databaseNameOf, databaseUri } from '../../server/database/databaseUri';
// @ts-expect-error -- a plain script without types
import { findChromium } from '../scripts/chromium.mjs';
import type { Call } from './dashboardCall';
import { type KnownOrder, orderCalls } from './orderCalls';
import { type DashboardScreen, dashboardScreens } from '../scripts/dashboardScreens';

const runs = Number(process.argv[2] ?? 5);
const amounts = { products: 10_000, users: 10_000, entries: 20_000, orders: 10_000 };
const [clients, requests] = [16, 400];
/** Before the measurement, so that frequently used code is compiled. */
const warmUps = 400;
/** A limit for very slow calls. */
const longestMs = 12_000;
const bars = { api: 100, rows: 500 };
/** With a higher load the machine is not idle. */
const busyLoad = 1;
const [startedBusy = 0] = loadavg();
const auditedItems = 1_000;
const ownOrders = 300;
const messages = 200;

/** Recorded by the page: its calls, and when its first row was painted. */
interface Notes {
  calls: string[];
  paintedAt?: number;
}

declare global {
  interface Window {
    benchNotes: Notes;
  }
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const ms = (value: number) => value.toFixed(1).padStart(7);
const say = (line: string) => process.stdout.write(`${line}\n`);
const load = () => `load average ${loadavg()[0]?.toFixed(2)}`;

function seed(dataDir: string): void {
  const wanted = Object.entries(amounts).flatMap(([what, amount]) => [`--${what}`, String(amount)]);
  const env = { ...process.env, DATA_DIR: dataDir };
  const { status } = spawnSync('npm', ['run', '--silent', 'seed', '--', ...wanted], { env, stdio: 'inherit' });
  if (status !== 0) throw new Error('The shop could not be filled');
}

/** Gives half of the products and some hundred orders to the admin, so that the own lists are long, too. */
async function giveSomeTo(ownerUid: string, dataDir: string): Promise<void> {
  const uri = databaseUri({ mongodbUri: null, dataDir });
  const client = await new MongoClient(uri).connect();
  try {
    const half = { ownerUid: { $gte: 'generated-0005000', $lt: 'generated-1' } };
    const db = client.db(databaseNameOf(uri));
    await db.collection('products').updateMany(half, { $set: { ownerUid } });
    const some = { _id: { $gte: generatedOrderNumber(0), $lt: generatedOrderNumber(ownOrders) } } as object;
    await db.collection('orders').updateMany(some, { $set: { buyerUid: ownerUid } });
  } finally {
    await client.close();
  }
}

const itemPage =
  'query($after: String) { storeItems(filter: { kind: PRODUCT }, first: 100, after: $after) { nodes { id slug name } pageInfo { endCursor } } }';
const soldOut =
  'mutation($ids: [ID!]!) { bulkUpdateProducts(input: { ids: $ids, action: OUT_OF_STOCK }) { results { id } } }';
const message =
  'mutation($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }';

interface ItemPage {
  storeItems: { nodes: { id: string; slug: string; name: string }[]; pageInfo: { endCursor: string } };
}

const orderPage =
  '{ orders(filter: { search: "@generated.test" }, first: 1) { nodes { number email shippingAddress { fullName } } } }';

interface OrderPage {
  orders: { nodes: { number: string; email: string; shippingAddress: { fullName: string } }[] };
}

const knownOrder = ({ number, email, shippingAddress }: OrderPage['orders']['nodes'][number]): KnownOrder => ({
  ...{ number, email, name: shippingAddress.fullName },
});

/** Adds audit entries and messages through the API. */
async function addHistory({ request }: BrowserContext, token: string): Promise<void> {
  let after: string | null = null;
  for (let changed = 0; changed < auditedItems; changed += 100) {
    const { storeItems }: ItemPage = await ask(request, token, itemPage, { after });
    await ask(request, token, soldOut, { ids: storeItems.nodes.map(({ id }) => id) });
    after = storeItems.pageInfo.endCursor;
  }
  for (let number = 0; number < messages; number += 1) {
    const input = { name: `Person ${number}`, email: `person-${number}@generated.test`, message: 'Is it dimmable?' };
    await ask(request, token, message, { input });
  }
}

/** Runs in the page before its scripts. */
function takeNotes(row: string): void {
  const notes: Notes = (window.benchNotes = { calls: [] });
  const send = window.fetch;
  window.fetch = (input, init) => {
    if (input === '/graphql') notes.calls.push(String(init?.body));
    return send(input, init);
  };
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(row)) return;
    watcher.disconnect();
    // A frame is drawn after its callbacks, so it is done by the second one.
    requestAnimationFrame(() => requestAnimationFrame(() => (notes.paintedAt = performance.now())));
  });
  watcher.observe(document, { childList: true, subtree: true });
}

const operationOf = (body: string) => (JSON.parse(body) as { operationName: string }).operationName;

/** The calls of a visit, and the time from the response of the screen's main call to the paint of its first row. */
async function visit(context: BrowserContext, { path, operation, row }: DashboardScreen) {
  const page = await context.newPage();
  try {
    await page.addInitScript(takeNotes, row);
    await page.goto(path);
    await page
      .waitForFunction(() => window.benchNotes.paintedAt !== undefined)
      .catch(async () => {
        throw new Error(`${path} shows no rows: ${await page.locator('main').innerText()}`);
      });
    const { calls, paintedAt, answers } = await page.evaluate(() => ({
      calls: window.benchNotes.calls,
      paintedAt: window.benchNotes.paintedAt ?? NaN,
      answers: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/graphql'))
        .sort((a, b) => a.startTime - b.startTime)
        .map((entry) => (entry as PerformanceResourceTiming).responseEnd),
    }));
    const answeredAt = answers[calls.findIndex((body) => operationOf(body) === operation)];
    if (answeredAt === undefined) throw new Error(`${path} shows rows without an answer to ${operation}`);
    return { calls: calls.map((body): Call => ({ operation: operationOf(body), body })), took: paintedAt - answeredAt };
  } finally {
    await page.close();
  }
}

async function timesOf(url: string, token: string, { body }: Call, amount: number) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const times: number[] = [];
  const refused = new Set<string>();
  let left = amount;
  const until = performance.now() + longestMs;
  const client = async () => {
    while (left > 0 && performance.now() < until) {
      left -= 1;
      const startedAt = performance.now();
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
      const text = await answer.text();
      times.push(performance.now() - startedAt);
      if (!answer.ok || text.includes('"errors":')) refused.add(`${answer.status} ${text.slice(0, 120)}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { times: ascending(times), refused };
}

/** By request body: a call that two screens share is measured once, under the first one's name. */
type Calls = Map<string, Call & { readonly name: string }>;

async function benchScreens(context: BrowserContext, screens: readonly DashboardScreen[], calls: Calls) {
  const missed: string[] = [];
  say(`\nFrom the end of the answer to the first row on the screen, median of ${runs} (slowest), ${load()}`);
  for (const screen of screens) {
    const took: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const seen = await visit(context, screen);
      took.push(seen.took);
      for (const call of seen.calls) {
        if (!calls.has(call.body)) calls.set(call.body, { ...call, name: screen.name });
      }
    }
    const sorted = ascending(took);
    const isMissed = quantile(sorted, 0.5) > bars.rows;
    if (isMissed) missed.push(`first row of ${screen.name}`);
    say(
      `${ms(quantile(sorted, 0.5))} ms (${ms(quantile(sorted, 1))})  ${screen.name}${isMissed ? '  MISSES 500 ms' : ''}`,
    );
  }
  return missed;
}

async function benchApi(url: string, token: string, calls: Calls): Promise<string[]> {
  const missed: string[] = [];
  say(
    `\nThe API with ${clients} clients, ${requests} requests each call after ${warmUps}: median, p95, p99 in ms, ${load()}`,
  );
  for (const call of calls.values()) {
    await timesOf(url, token, call, warmUps);
    const { times, refused } = await timesOf(url, token, call, requests);
    const isMissed = refused.size > 0 || quantile(times, 0.95) >= bars.api;
    if (isMissed) missed.push(`${call.operation}: ${call.name}`);
    const figures = [0.5, 0.95, 0.99].map((share) => ms(quantile(times, share))).join(' ');
    const cutOff = times.length < requests ? `  (${times.length} requests in ${longestMs / 1_000} s)` : '';
    say(`${figures}  ${call.operation}: ${call.name}${cutOff}${isMissed ? '  MISSES 100 ms' : ''}`);
    for (const text of refused) say(`  refused: ${text}`);
  }
  return missed;
}

const running = process.env.KIOSK_URL;
const folder = mkdtempSync(join(tmpdir(), 'kiosk-bench-'));
const dataDir = join(folder, 'data');
const { url, stop } = running
  ? { url: running, stop: async () => undefined }
  : await startShop({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
let browser: Browser | undefined;
const missed: string[] = [];
try {
  if (!running) {
    seed(dataDir);
    await giveSomeTo('demo-admin', dataDir);
  }
  browser = await chromium.launch({ executablePath: findChromium() as string, args: ['--no-sandbox'] });
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const token = await signedIn(page, context.request, demo.admin);
  await page.close();
  if (!running) await addHistory(context, token);
  const { storeItems } = await ask<ItemPage>(context.request, token, itemPage);
  const [product] = storeItems.nodes;
  if (!product) throw new Error('The shop has no products');
  const { orders } = await ask<OrderPage>(context.request, token, orderPage);
  const screens = dashboardScreens(product, demo.admin.email);
  const filled = running
    ? `as it is at ${running}`
    : `with ${JSON.stringify(amounts)}, half of the products the admin's own`;
  say(`${cpus().length} processors, ${cpus()[0]?.model}, shared by the shop, the browser and the ${clients} clients.`);
  say(
    `The shop ${filled}. Each call is one that a screen made in the browser, or one about orders, as ${demo.admin.email}.`,
  );
  if (startedBusy > busyLoad)
    say(`The machine was busy before (load average ${startedBusy.toFixed(2)}): no proof of a bar.`);
  const calls: Calls = new Map();
  for (const call of orders.nodes.slice(0, 1).flatMap((order) => orderCalls(knownOrder(order))))
    calls.set(call.body, call);
  missed.push(...(await benchScreens(context, screens, calls)));
  await context.close();
  missed.push(...(await benchApi(url, token, calls)));
} finally {
  await browser?.close();
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
say(missed.length === 0 ? '\nEvery figure meets its bar.' : `\n${missed.length} figures miss their bar:`);
for (const name of missed) say(`  ${name}`);
process.exitCode = missed.length === 0 ? 0 : 1;
