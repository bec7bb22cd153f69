import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startBalancer, type Balancer } from './balancer';
import { freePort } from './databaseAt';
import { startIdentityResponder, type IdentityResponder } from './identityResponder';
import { must } from './principals';
import { spawnShop, type SpawnedShop } from './runningShop';
import { createCaller, type Caller } from './startTestServer';
import { startTestDatabase, type TestDatabase } from './startTestDatabase';
import { startArguments } from './startArguments';
import { uriWithDatabase } from './uriWithDatabase';

export interface Host extends Caller {
  /** Resolves to the exit code once the process has ended. */
  readonly stop: () => Promise<number | null>;
  /** Kills the process without notice. */
  readonly kill: () => Promise<void>;
  /** Resolves when the host is ready and the balancer knows. */
  readonly start: () => Promise<void>;
}

export interface TwoHosts {
  readonly hosts: readonly [Host, Host];
  readonly balancer: Balancer & Caller;
  readonly database: TestDatabase;
  readonly identity: IdentityResponder;
  readonly stop: () => Promise<void>;
}

/** Settings of a host beside others. */
export const hostSettings = {
  ADMIN_EMAILS: 'admin@kiosk.test',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '1',
  // Other suites may keep the database busy; its timeout is not tested here.
  DATABASE_TIMEOUT_MS: '10000',
  MONGODB_URI: undefined,
  TEST_MONGODB_URI: undefined,
};

/**
 * Two API processes as on two hosts, on one database (TEST_MONGODB_URI or an embedded one) and with one identity
 * provider.
 */
export async function startTwoHosts(environment: Readonly<Record<string, string>> = {}): Promise<TwoHosts> {
  build();
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-hosts-'));
  const database = await startTestDatabase();
  const identity = await startIdentityResponder();
  const ports = [await freePort(), await freePort()] as const;
  const balancer = await startBalancer(ports);
  const createHost = (port: number): Host =>
    createHostAt(port, balancer, identity.host, {
      ...hostSettings,
      MONGODB_URI: uriWithDatabase(database.uri, database.databaseName),
      PUBLIC_URL: balancer.url,
      DATA_DIR: join(folder, String(port)),
      PORT: String(port),
      ...environment,
    });
  const hosts = [createHost(ports[0]), createHost(ports[1])] as const;
  await Promise.all(hosts.map(({ start }) => start()));
  return {
    hosts,
    balancer: { ...balancer, ...createCaller(balancer.url) },
    database,
    identity,
    stop: async () => {
      await Promise.all(hosts.map(({ stop }) => stop()));
      await balancer.stop();
      await identity.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One of the hosts behind a balancer, which may have to detect it first. */
export function createHostAt(
  port: number,
  balancer: Pick<Balancer, 'isUp'>,
  identityHost: string,
  environment: Readonly<Record<string, string | undefined>>,
): Host {
  let shop: SpawnedShop | undefined;
  const program = [...startArguments.slice(0, -1), join('server', 'process', 'host.fixture.mjs'), identityHost];
  return {
    ...createCaller(`http://127.0.0.1:${port}`),
    stop: async () => {
      shop?.process.kill('SIGTERM');
      return (await shop?.exited)?.code ?? null;
    },
    kill: async () => {
      shop?.process.kill('SIGKILL');
      await shop?.exited;
    },
    start: async () => {
      shop = spawnShop(environment['DATA_DIR'] ?? '', environment, { program });
      await shop.line(/Kiosk is ready/);
      while (!balancer.isUp(port)) await delay(20);
    },
  };
}

/** Builds the server like the image of a host, once for both. */
function build(): void {
  const program = "import('./tools/scripts/buildServer.mjs').then(({ buildServer }) => buildServer())";
  const built = spawnSync(process.execPath, ['--eval', program], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
}

const registration = 'mutation ($input: RegisterUserInput!) { registerUser(input: $input) { user { role } } }';
export const creation =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id slug version } } }';
export const change = 'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { version } } }';
export const adding = 'mutation ($slug: String!) { addToStore(input: { slug: $slug }) { storeEntry { id } } }';

export interface RegisteredPerson {
  readonly email: string;
  readonly idToken: string;
}

/** A new user, registered through the given host. */
export async function registerPerson({ identity }: TwoHosts, by: Caller, email: string): Promise<RegisteredPerson> {
  const account = { uid: `uid-${email}`, email, emailVerified: false, name: 'A Person' };
  identity.add(account);
  const idToken = identity.token(account);
  await must(by, registration, { input: { name: account.name, email } }, idToken);
  return { email, idToken };
}

interface Created {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
}

export async function createProduct(by: Caller, input: object, { idToken }: RegisteredPerson): Promise<Created> {
  const data = await must(by, creation, { input }, idToken);
  return (data as { createProduct: { product: Created } }).createProduct.product;
}
