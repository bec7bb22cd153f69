import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { otherDatabases, type StartedDatabase } from '../scripts/otherDatabases';
import { longRunningOptions, requestOptionsFor } from '../../server/database/clientOptions';
import { generatedProducts } from '../../server/collections/generated';
import { prepareDatabase } from '../../server/collections/prepareDatabase';
import { createRepositories, type Repositories } from '../../server/collections/repositories';
import { startEmbeddedMongo } from '@kiosk/embedded-mongodb/startEmbeddedMongo';
import { processTree } from '../../server/testing/runningShop';
import { whyNot, type NotMeasured } from './notMeasured';

/** A filled database to query. */
export interface Contender {
  readonly name: string;
  readonly version: string;
  readonly products: number;
  readonly loadSeconds: number;
  readonly client: MongoClient;
  readonly repositories: Repositories;
  /** Its present anonymous memory in MB; null for a process that is not ours. */
  readonly anonymousMb: () => number | null;
  /** Its memory after the load. */
  readonly loadMb: number | null;
  /** From the restart of the filled database to its first response; null if it was not restarted. */
  readonly readyMs: number | null;
  readonly stop: () => Promise<void>;
}

interface Loaded {
  readonly products: number;
  readonly seconds: number;
  readonly mb: number | null;
}

export const embeddedName = 'embedded';
const databaseName = 'kiosk_bench';
const batch = 1_000;

/** Anonymous memory only: the kernel can reclaim mapped files. */
function anonymousMbOf(pid: number | null): number | null {
  if (pid === null) return null;
  const kilobytes = processTree(pid).map((each) => {
    try {
      return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1_024;
}

/** Inserts products in ascending ids until the time is over. */
async function load(uri: string, pid: number | null, wanted: number, longestSeconds: number): Promise<Loaded> {
  await prepareDatabase(uri, databaseName);
  const client = await new MongoClient(uri, longRunningOptions).connect();
  const { products } = createRepositories(client.db(databaseName));
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  let done = 0;
  let mb: number | null = null;
  // Small batches until the speed is known: a slow database must notice the time limit.
  let size = Math.min(batch, 100);
  try {
    while (done < wanted && seconds() < longestSeconds) {
      const some = generatedProducts(done, Math.min(wanted, done + size), 0);
      await products.insertMany(some);
      done += some.length;
      const now = anonymousMbOf(pid);
      if (now !== null) mb = Math.max(mb ?? 0, now);
      if (seconds() < (longestSeconds * done) / wanted) size = batch;
    }
    return { products: done, seconds: seconds(), mb };
  } finally {
    await client.close();
  }
}

async function contender(
  name: string,
  database: StartedDatabase,
  { products, seconds, mb }: Loaded,
  readyMs: number | null,
): Promise<Contender> {
  const client = await new MongoClient(database.uri, requestOptionsFor(60_000)).connect();
  const { version } = await client.db(databaseName).command({ buildInfo: 1 });
  return {
    ...{ name, client, readyMs, products },
    version: String(version),
    loadSeconds: seconds,
    loadMb: mb,
    repositories: createRepositories(client.db(databaseName)),
    anonymousMb: () => anonymousMbOf(database.pid),
    stop: async () => {
      // A started database is removed with its folder.
      if (database.pid === null) await client.db(databaseName).dropDatabase();
      await client.close();
      await database.stop();
    },
  };
}

/** Restarted after the load, like a shop's database. */
export async function startEmbedded(products: number): Promise<Contender> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kiosk-bench-'));
  const first = await startEmbeddedMongo({ dataDir });
  const loaded = await load(first.uri, first.pid, products, Infinity);
  await first.stop();
  const startedAt = performance.now();
  const { uri, pid, stop } = await startEmbeddedMongo({ dataDir });
  const readyMs = performance.now() - startedAt;
  const stopAndRemove = async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return contender(embeddedName, { uri, pid, stop: stopAndRemove }, loaded, readyMs);
}

/** On the same disk, each with as many of the products as it loads in the time. */
export async function startOthers(
  names: readonly string[],
  products: number,
  loadSeconds: number,
  onNotMeasured: (what: NotMeasured) => void,
): Promise<Contender[]> {
  const started: Contender[] = [];
  for (const { name, start } of otherDatabases.filter((each) => names.length === 0 || names.includes(each.name))) {
    try {
      const database = await start(tmpdir());
      started.push(
        await contender(name, database, await load(database.uri, database.pid, products, loadSeconds), null),
      );
    } catch (error) {
      onNotMeasured(whyNot(name, error));
    }
  }
  return started;
}
