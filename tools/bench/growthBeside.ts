import { tmpdir } from 'node:os';
import { MongoClient } from 'mongodb';
import {
  memoryFolder,
  mongodb,
  otherDatabases,
  type OtherDatabase,
  type StartedDatabase,
} from '../scripts/otherDatabases';
import { processTree } from '../../server/testing/runningShop';
import { uriWithDatabase } from '../../server/testing/uriWithDatabase';
import { compare, type Measured } from './compare';
import { growing, measureGrowth, type GrowthRow } from './growthTable';
import { heapProbe } from './heap';
import { whyNot, type NotMeasured } from './notMeasured';
import { moveToServerCore } from './processFigures';
import { NotFilledError, startBenchShop, type BenchShop } from './startBenchShop';
import { materialOf } from './startContenders';
import { distinctIds, type DistinctId } from './workloads';

export interface BesideRow {
  readonly workload: DistinctId;
  readonly products: number;
  readonly database: string;
  readonly embedded: Measured;
  readonly other: Measured;
}

/** More products take the other databases too long to load. */
const besideSizes = [1_000, 10_000] as const;
const fillWithinMs = 900_000;
const fillMillionWithinMs = 3 * 60 * 60_000;
/** In other databases a page may take most of a second. */
const seconds = 8;
const databaseName = 'kiosk_growth';

/** null: not available. */
async function startOther(
  { name, start }: OtherDatabase,
  folder: string,
  onNotMeasured: (what: NotMeasured) => void,
): Promise<StartedDatabase | null> {
  try {
    return await start(folder);
  } catch (error) {
    onNotMeasured(whyNot(name, error));
    return null;
  }
}

/** The shop on a real MongoDB, if there is one. */
export async function measureMongodbGrowth(
  { rounds, sizes }: { rounds: number; sizes: readonly number[] },
  onRow: (row: GrowthRow) => void,
  onNotMeasured: (what: NotMeasured) => void,
): Promise<GrowthRow[]> {
  const database = await startOther(mongodb, tmpdir(), onNotMeasured);
  if (!database) return [];
  const uriOf = (products: number) => uriWithDatabase(database.uri, `${databaseName}_${products}`);
  const start = (products: number) =>
    startBenchShop({
      ...{ products, people: 1, nodeOptions: heapProbe },
      ...{ mongodbUri: uriOf(products), fillWithinMs: fillMillionWithinMs },
    });
  try {
    return await measureGrowth({ rounds, sizes, database: mongodb.name, start }, onRow);
  } finally {
    for (const products of sizes) await dropDatabase(uriOf(products));
    await database.stop();
  }
}

/** Compares the shop on its own database with the shop on each other one, by distinct requests on one connection. */
export async function measureBeside(
  rounds: number,
  onRow: (row: BesideRow) => void,
  onNotMeasured: (what: NotMeasured) => void,
): Promise<BesideRow[]> {
  const rows: BesideRow[] = [];
  for (const other of otherDatabases) {
    const { name } = other;
    for (const products of besideSizes) {
      const database = await startOther(other, memoryFolder, onNotMeasured);
      if (!database) break;
      if (database.pid !== null) processTree(database.pid).forEach(moveToServerCore);
      const uri = uriWithDatabase(database.uri, databaseName);
      try {
        for (const row of await compareWith(name, uri, products, rounds)) {
          rows.push(row);
          onRow(row);
        }
      } catch (error) {
        if (!(error instanceof NotFilledError)) throw error;
        onNotMeasured(whyNot(`${name}, ${products} products`, error));
      } finally {
        // A started database is removed with its folder.
        if (database.pid === null) await dropDatabase(uri);
        await database.stop();
      }
    }
  }
  return rows;
}

async function compareWith(database: string, uri: string, products: number, rounds: number): Promise<BesideRow[]> {
  const shops: BenchShop[] = [];
  const rows: BesideRow[] = [];
  try {
    const embedded = await startBenchShop({ products, people: 1 });
    shops.push(embedded);
    const other = await startBenchShop({ products, people: 1, mongodbUri: uri, fillWithinMs });
    shops.push(other);
    const material = await materialOf(embedded, products);
    for (const workload of distinctIds) {
      const contenders = {
        embedded: growing(embedded, workload, material, seconds),
        other: growing(other, workload, material, seconds),
      };
      rows.push({ workload, products, database, ...(await compare<'embedded' | 'other'>(contenders, rounds)) });
    }
    return rows;
  } finally {
    for (const shop of shops) await shop.stop();
  }
}

async function dropDatabase(uri: string): Promise<void> {
  const client = new MongoClient(uri);
  await client.db().dropDatabase();
  await client.close();
}
