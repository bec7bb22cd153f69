import { once } from 'node:events';
import { closeSync, createReadStream, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MongoClient, type Db } from 'mongodb';
import { longRunningOptions } from '../../server/database/clientOptions';
import { databaseNameOf, databaseUri } from '../../server/database/databaseUri';
import { processTree } from '../../server/testing/runningShop';
import { graphql, signIn, signUp, type ClientAccount } from '../../server/testing/shopClient';
import { startArgumentsOf } from '../../server/testing/startArguments';
import { fillDatabase } from './fillDatabase';
import { patiently } from './patiently';
import { moveToServerCore, processRunning } from './processFigures';
import { spawnNode, type MeasuredProcess } from './startMeasured';

export interface BenchShopOptions {
  readonly products: number;
  /** The number of signed-up users, each with room for 500 entries. */
  readonly people: number;
  /** null: the embedded database. */
  readonly mongodbUri?: string | null;
  /** The time limit for filling the database. */
  readonly fillWithinMs?: number;
  /** Node options for the API process only. */
  readonly nodeOptions?: readonly string[];
  /** Settings in addition to the defaults. */
  readonly environment?: NodeJS.ProcessEnv;
  /** The checkout of another commit, whose shop is started and fills its own database. */
  readonly checkout?: string;
}

/** The pending inserts are abandoned. */
export class NotFilledError extends Error {}

export interface BenchShop extends MeasuredProcess {
  readonly url: string;
  readonly identityUrl: string;
  readonly projectId: string;
  readonly uri: string;
  /** null if the database is not a process of ours. */
  readonly databasePid: number | null;
  readonly people: readonly ClientAccount[];
  /** Queries the process, if it was started with the heap probe. */
  readonly ask: (question: string) => Promise<unknown>;
  readonly isRunning: () => boolean;
  /** Warnings of the log so far, and lines that are no log entries. */
  readonly warnings: () => Promise<string[]>;
  /** Empties all stores, whose size is limited. */
  readonly emptyStores: () => Promise<void>;
  /** Changes the catalogue to invalidate cached responses. */
  readonly changeCatalogue: () => Promise<void>;
}

const registerUser = 'mutation ($input: RegisterUserInput!) { registerUser(input: $input) { user { id } } }';
const createProduct =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id version } } }';
const updateProduct = 'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { version } } }';

/** Runs `npm start`'s command with default settings, on its own filled database. */
export async function startBenchShop(options: BenchShopOptions): Promise<BenchShop> {
  const { products, mongodbUri = null, nodeOptions = [], fillWithinMs = 600_000, environment = {}, checkout } = options;
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-bench-'));
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'shop.log');
  const log = openSync(logFile, 'w');
  const env = {
    ...process.env,
    ...{ PORT: '0', AUTH_EMULATOR_PORT: '0', DATA_DIR: dataDir, DEMO_DATA: 'off' },
    ...environment,
    // Other databases may take longer than the default timeout to change a product.
    ...(mongodbUri !== null && { MONGODB_URI: mongodbUri, DATABASE_TIMEOUT_MS: '20000' }),
  };
  const program = [...nodeOptions, ...startArgumentsOf(checkout)];
  const child = spawnNode(program, env, ['ignore', 'pipe', log, 'ipc'], checkout);
  closeSync(log);
  const pid = child.pid ?? 0;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  let client: MongoClient | undefined;
  const stop = async () => {
    await client?.close();
    if (isRunning()) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = await readyUrl(child.stdout, once(child, 'exit'), logFile);
    const config = (await (await fetch(`${url}/config.json`)).json()) as Config;
    const identityUrl = config.authEmulatorUrl;
    const filling =
      checkout === undefined ? fillDatabase({ mongodbUri, dataDir }, products) : seedIn(checkout, env, products);
    await filledWithin(fillWithinMs, filling);
    const uri = databaseUri({ mongodbUri, dataDir });
    client = await new MongoClient(uri, longRunningOptions).connect();
    const db: Db = client.db(databaseNameOf(uri));
    // After the client build, which may use both processors.
    for (const each of processTree(pid)) moveToServerCore(each);
    const people = await signUpPeople(url, identityUrl, Math.max(1, options.people));
    return {
      ...{ url, identityUrl, uri, people, pid, isRunning, stop },
      projectId: config.firebase.projectId,
      port: Number(new URL(url).port),
      databasePid: mongodbUri === null ? databaseOf(pid) : null,
      ask: async (question) => {
        child.send(question);
        return ((await once(child, 'message')) as unknown[])[0];
      },
      warnings: () => warningsIn(logFile),
      emptyStores: async () => void (await db.collection('storeEntries').deleteMany({})),
      changeCatalogue: catalogueChanger(url, identityUrl, people[0]),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function warningsIn(logFile: string): Promise<string[]> {
  const warnings: string[] = [];
  for await (const line of createInterface({ input: createReadStream(logFile) }))
    if (!line.startsWith('{"level":"info"') && line !== '') warnings.push(line);
  return warnings;
}

/** With its own code, since the stored format changes between commits. */
async function seedIn(checkout: string, env: NodeJS.ProcessEnv, products: number): Promise<void> {
  const args = ['--import', 'tsx', join('server', 'collections', 'seed.cli.ts'), '--products', String(products)];
  const [code] = (await once(spawnNode(args, env, 'ignore', checkout), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${checkout} could not be filled`);
}

async function filledWithin(ms: number, filled: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotFilledError(`not filled within ${ms / 1_000} s`)), ms);
  });
  try {
    await Promise.race([filled, late]);
  } finally {
    clearTimeout(timer);
    // A failure after the timeout is ignored.
    filled.catch(() => undefined);
  }
}

interface Config {
  readonly authEmulatorUrl: string;
  readonly firebase: { readonly projectId: string };
}

async function readyUrl(output: NodeJS.ReadableStream | null, exited: Promise<unknown>, logFile: string) {
  if (!output) throw new Error('The shop has no output');
  return new Promise<string>((resolve, reject) => {
    createInterface({ input: output }).on('line', (line) => {
      const url = /^Kiosk is ready: (\S+?)\/?$/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    const tail = () => readFileSync(logFile, 'utf8').slice(-2_000);
    void exited.then(() => reject(new Error(`The shop did not start:\n${tail()}`)));
  });
}

function databaseOf(pid: number): number {
  const found = processRunning('embedded-mongodb.js', pid);
  if (found === null) throw new Error('The shop has no embedded database');
  return found;
}

async function signUpPeople(url: string, identityUrl: string, amount: number): Promise<ClientAccount[]> {
  const people: ClientAccount[] = [];
  for (let number = 0; number < amount; number += 1) {
    const email = `bench-${number}@kiosk.test`;
    const person = await signUp(identityUrl, email, 'secret-word');
    const input = { name: `Bench ${number}`, email, photoURL: '' };
    await patiently(() => graphql(url, person.idToken, registerUser, { input }));
    people.push(person);
  }
  return people;
}

interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** Tokens are valid for an hour and renewed by then. */
export const renewMs = 30 * 60_000;

function catalogueChanger(url: string, identityUrl: string, person: ClientAccount | undefined): () => Promise<void> {
  if (!person) throw new Error('Somebody must own the product that changes');
  let { idToken } = person;
  let signedInAt = performance.now();
  let product: Versioned | undefined;
  return async () => {
    if (performance.now() - signedInAt > renewMs) {
      ({ idToken } = await signIn(identityUrl, person.email, person.password));
      signedInAt = performance.now();
    }
    if (!product) {
      const input = { name: 'A product that changes', price: 5 };
      const made = await patiently(() =>
        graphql<{ createProduct: { product: Versioned } }>(url, idToken, createProduct, { input }),
      );
      product = made.createProduct.product;
      return;
    }
    const { id, version } = product;
    await graphql(url, idToken, updateProduct, { input: { id, version, price: 5 + (version % 50) } });
    product = { id, version: version + 1 };
  };
}
