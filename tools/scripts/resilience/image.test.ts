import { spawnSync } from 'node:child_process';
import { chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ignore from '@balena/dockerignore';
import { freePort } from '../../../server/testing/databaseAt';
import { productionSettings } from '../../../server/testing/productionSettings';
import { rawCall } from '../../../server/testing/rawCall';
import { nodeOf } from '../otherNodes';
import { buildImage, type Image } from './image/buildImage';
import { containersOf, type Containers } from './image/containers';
import { assignments, parseDockerfile, type Instruction } from './image/parseDockerfile';
import { canEnterRoots } from './image/rootFolder';

/** Secrets that lie in a checkout and must not be published. */
const secrets = [
  ...['.env', '.env.local', '.env.production', 'server/.env', 'client/.env.development', 'client/public/.env'],
  ...['firebase-credentials.json', 'firebase-credentials-live.json', 'server/firebase-credentials.json'],
  ...['client/public/firebase-credentials.json', 'tools/scripts/firebase-credentials (1).json'],
  ...['kiosk-1a2b3-firebase-adminsdk-x1y2z-0123456789.json', 'service-account.json', 'serviceAccountKey.json'],
  ...['kiosk.env', 'second.env', 'deploy/prod.env', '.envrc', 'compose.override.yaml', 'docker-compose.override.yml'],
  ...['Firebase-Credentials.json', 'FIREBASE_CREDENTIALS.json', 'firebaseCredentials.json', 'new.json'],
  ...['serviceaccount.json', 'ServiceAccount.json', 'kiosk-service_account.json', 'deploy/service-account.yaml'],
  ...['application_default_credentials.json', 'client_secret_4711.apps.googleusercontent.com.json', 'secrets.json'],
  ...['.pgpass', 'release.jks', 'rclone.conf', 'keyfile', 'mongodb.key', 'deploy/mongodb.key'],
  ...['accounts.json', 'backups/kiosk-20261128T000000Z.archive.gz', 'backups/accounts.txt', 'kiosk.dump'],
  ...['kiosk-data.tar.gz', 'kiosk-data.tar', 'kiosk-data.tgz', 'kiosk-data.tar.zst'],
  ...['shop.archive', 'shop.archive.gz', 'shop.archive.gz.accounts', 'old.accounts', 'server/backup/shop.archive.gz'],
  ...['shop.archive.part', 'client/public/shop.archive.gz', 'dump/kiosk/users.bson', 'dump/kiosk/users.metadata.json'],
  ...[
    '.data/mongodb-uri',
    '.data/mongodb/data.mdb',
    '.data/mongodb/credentials',
    'old/mongodb/credentials',
    '.data/identity/accounts.journal',
    'backup/data.mdb',
  ],
  ...[
    'secrets/firebase.json',
    'secrets/README',
    'server/secrets/keys.ts',
    'deploy/tls.key',
    'deploy/tls.pem',
    'tls.p12',
    'id_ed25519',
    'id_rsa',
    '.netrc',
    '.aws/credentials',
  ],
  ...['kubeconfig', 'kubeconfig.yaml', '.kube/config', 'token.txt', 'github-token.json', 'secrets.yaml'],
  ...['kiosk.env.bak', 'kiosk.env.old', 'env.bak', 'dump.sql', 'dump.sql.gz', 'backups.zip', 'data.7z'],
  // Of a Google service account, under its default name.
  ...['kiosk-shop-1a2b3-0123456789ab.json', 'deploy/my-project-abcdef012345.json'],
  ...['putty.ppk', 'shop.kdbx', '.my.cnf', '.git-credentials', '.docker/config.json', '.dockercfg'],
  ...['shop.log', 'Heap.20261126.heapsnapshot', 'core.4711'],
];
/** Tracked files that the image does not need. */
const foreign = [
  ...['.git/config', 'node_modules/left/index.js', 'dist/server/main.js', 'docs/security.md', 'e2e/admin.e2e.ts'],
  ...['server/process/env.test.ts', 'tools/bench/load.ts', 'client/__generated__/operations.ts'],
];
const needed = [
  ...['package.json', 'package-lock.json', '.npmrc', 'schema.graphql', 'server/main.ts', 'tools/scripts/start.mjs'],
  ...['client/index.html', 'client/playground.html', 'client/public/favicon.ico', 'client/codegen/typedDocuments.cjs'],
];

const build = ignore().add(readFileSync('.dockerignore', 'utf8'));
const tracked = () => spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.trim().split('\n').filter(existsSync);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-image-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(secrets)('C63 the secret %s is excluded from the image', (file) => {
  expect(build.ignores(file)).toBe(true);
});

test.each(foreign)('%s is excluded from the image', (file) => {
  expect(build.ignores(file)).toBe(true);
});

test.each(needed)('%s is included in the image', (file) => {
  expect(build.ignores(file)).toBe(false);
});

test('files of unlisted kinds are excluded from the image', () => {
  for (const place of [
    '.',
    'server',
    'server/auth',
    'client',
    'client/public',
    'client/public/pictures',
    'tools/scripts',
    'packages',
  ])
    for (const name of [
      'passwords',
      'export.csv',
      'notes.txt',
      'keys.json',
      'shop.sqlite',
      'people.xlsx',
      'a.sh',
      '.rc',
    ])
      expect([join(place, name), build.ignores(join(place, name))]).toEqual([join(place, name), true]);
});

test('.gitignore matches no tracked file', () => {
  const held = spawnSync('git', ['ls-files', '-i', '-c', '--exclude-standard'], { encoding: 'utf8' });
  expect(held).toMatchObject({ status: 0, stdout: '' });
});

test('git add skips the secrets of a checkout and adds every tracked file', () => {
  const git = (...args: string[]) => spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).stdout;
  git('init', '--quiet');
  copyFileSync('.gitignore', join(folder, '.gitignore'));
  const files = tracked().filter((file) => file !== '.gitignore');
  for (const file of [...secrets, ...files]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  git('add', '--all');
  expect(git('-c', 'core.quotePath=false', 'ls-files').trim().split('\n').sort()).toEqual(
    ['.gitignore', ...files].sort(),
  );
});

const node = nodeOf(24) ?? process.execPath;
const operate = (...words: string[]) => ['node', 'tools/scripts/operate.mjs', ...words];
const oneLine = /^[^\n]+\n$/;

/** Starts a database with the image's own command; returns the settings to use it. */
async function startDatabase(containers: Containers, data: string, name: string): Promise<{ MONGODB_URI: string }> {
  const port = String(await freePort());
  const database = containers.start(operate('embedded-mongodb', '--port', port, '--data', `/data/${name}`));
  await database.line(/^mongodb:/);
  return { MONGODB_URI: readFileSync(join(data, name, 'uri'), 'utf8') };
}

/** Runs what an operator does in the image's containers, from seeding to a restored shop and its stop. */
async function liveThrough(image: Image, containers: Containers, data: string): Promise<void> {
  const old = await startDatabase(containers, data, 'old');
  const moved = await startDatabase(containers, data, 'moved');
  const done = (command: string[], settings?: { MONGODB_URI: string }) => {
    const result = containers.run(command, { ...productionSettings, ...settings });
    expect(result).toMatchObject({ status: 0, stderr: expect.not.stringMatching(/\n\s+at /) });
    return result.stdout;
  };
  const refused = (command: string[], settings?: { MONGODB_URI: string }) => {
    const { status, stderr } = containers.run(command, { ...productionSettings, ...settings });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(oneLine) });
    return stderr;
  };

  done(operate('seed', '--products', '30', '--users', '3'), old);
  expect(done(['npm', 'run', '--silent', 'backup', '--', '/data/shop.archive.gz'], old)).toContain(
    'products: 30 documents',
  );
  copyFileSync(join(data, 'shop.archive.gz'), join(data, 'cut.archive.gz'));
  chownSync(join(data, 'cut.archive.gz'), 1000, 1000);
  truncateSync(join(data, 'cut.archive.gz'), statSync(join(data, 'shop.archive.gz')).size - 20);
  expect(refused(operate('restore', '/data/cut.archive.gz'), moved)).toMatch(
    /cannot be restored, and nothing was changed/,
  );
  expect(done(operate('restore', '/data/shop.archive.gz'), moved)).toContain('Restored from');

  const port = await freePort();
  const settings = { ...productionSettings, ...moved, PORT: String(port) };
  const shop = containers.start(image.command, settings);
  await shop.line(/Kiosk is ready/);
  const get = (path: string) => rawCall(port, 'GET', path, { headers: { host: 'shop.example' } });
  expect((await get('/')).text).toContain('<h1');
  const [product] = JSON.parse((await get('/api/product')).text) as { slug: string; name: string }[];
  expect((await get(`/products/${product?.slug}`)).text).toContain(`>${product?.name}</h1>`);
  expect(containers.run(image.healthcheck, settings)).toEqual({ status: 0, stdout: '', stderr: '' });

  const verified = { ...moved, REQUIRE_VERIFIED_EMAIL: 'false' };
  expect(done(operate('make-admin', 'person-1@generated.test'), verified)).toMatch(/is an admin now/);
  expect(refused(operate('make-admin', 'nobody@generated.test'), verified)).toMatch(/^Nobody is registered as/);
  expect(done(operate('backup', '/data/again.archive.gz'), moved)).toContain('users: 3 documents');
  expect(done(operate('restore', '/data/again.archive.gz', '--yes'), old)).toContain('Restored from');

  const startedAt = performance.now();
  expect(await shop.stop()).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(containers.run(image.healthcheck, settings)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(oneLine),
  });
}

const canEnter = canEnterRoots();
if (!canEnter)
  process.stdout.write(
    "NOT MEASURED: the Dockerfile's steps. What is missing: Linux, root, npm below /usr and `unshare --mount`\n",
  );
(canEnter ? test : test.skip)(
  'an image built without Docker runs operator commands, pages, health checks and a graceful stop (as root on Linux)',
  async () => {
    const image = buildImage(folder, node);
    const kiosk = join(image.root, 'kiosk');
    expect(readdirSync(kiosk).sort()).toEqual(['dist', 'node_modules', 'package.json', 'schema.graphql', 'tools']);
    expect(readdirSync(join(kiosk, 'node_modules'))).not.toContain('@kiosk');
    expect(spawnSync('find', [kiosk, '!', '-user', 'root'], { encoding: 'utf8' }).stdout).toBe('');
    expect(image.user).toBe('1000:1000');
    const data = join(folder, 'data');
    mkdirSync(data);
    chownSync(data, 1000, 1000);
    const containers = containersOf(image, node, { '/data': data });
    expect(containers.run(['touch', '/kiosk/dist/server/main.js'])).toMatchObject({ status: 1 });
    try {
      await liveThrough(image, containers, data);
    } finally {
      await containers.stopAll();
    }
  },
  process.env.KIOSK_LONG ? 1_800_000 : 300_000,
);

const hadolint = join('tools', 'scripts', 'hadolint', '.venv', 'bin', 'hadolint');
const hasHadolint = existsSync(hadolint);
if (!hasHadolint) process.stdout.write('NOT MEASURED: hadolint is not installed here (.ci/run installs it).\n');
(hasHadolint ? test : test.skip)('hadolint accepts the Dockerfile (.ci/run installs it)', () => {
  expect(spawnSync(hadolint, ['Dockerfile'], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stdout: '',
    stderr: '',
  });
});

test('the image’s labels match package.json, and its Node version is one that the tests run on', () => {
  const stages = parseDockerfile(readFileSync('Dockerfile', 'utf8'));
  const { labels } = stages
    .at(-1)
    ?.instructions.reduce(
      (found, { name, text }) => (name === 'LABEL' ? { labels: { ...found.labels, ...assignments(text) } } : found),
      { labels: {} as Record<string, string> },
    ) ?? { labels: {} };
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
  for (const name of ['version', 'description', 'license'] as const)
    expect(labels[`org.opencontainers.image.${name === 'license' ? 'licenses' : name}`]).toBe(manifest[name]);
  const nodes = readFileSync('tools/scripts/nodes/package.json', 'utf8');
  const bases = stages.map(({ from }) => from).filter((from) => from.includes(':'));
  expect(bases).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-\w+-slim$/)]);
  expect(nodes).toContain(`@${bases[0]?.split(/[:-]/)[1]}"`);
});

test('the Dockerfile copies the manifest of every workspace package', () => {
  const copied = readFileSync('Dockerfile', 'utf8')
    .match(/^COPY \S+\/package\.json /gm)
    ?.map((line) => line.split(' ')[1]);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, unknown> };
  const own = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules/'));
  expect(copied?.sort()).toEqual(own.map((path) => `${path}/package.json`).sort());
});

test('changed sources do not install the packages of the image again: only manifests are copied before `npm ci`', () => {
  const stages = parseDockerfile(readFileSync('Dockerfile', 'utf8'));
  /** The instructions of a stage after those that it builds on. */
  const allOf = (name: string): Instruction[] => {
    const stage = stages.find((found) => found.name === name);
    return stage ? [...allOf(stage.from), ...stage.instructions] : [];
  };
  const installing = stages.filter(({ instructions }) => instructions.some(({ text }) => text.startsWith('npm ci')));
  expect(installing.map(({ name }) => name)).toEqual(['packages', 'build']);
  for (const { name } of installing) {
    const steps = allOf(name);
    const before = steps.slice(
      0,
      steps.findLastIndex(({ text }) => text.startsWith('npm ci')),
    );
    const copied = before.filter((step) => step.name === 'COPY').flatMap(({ text }) => text.split(' ').slice(0, -1));
    expect(copied.length).toBeGreaterThan(3);
    for (const file of copied) expect(file).toMatch(/^(\S+\/)?(package(-lock)?\.json|\.npmrc)$/);
    expect(before.map((step) => step.name)).not.toContain('ADD');
    expect(before.map((step) => step.name)).not.toContain('ARG');
  }
});

test('.npmrc has no credentials', () => {
  expect(readFileSync('.npmrc', 'utf8')).not.toMatch(/_auth|_password|username|certfile|keyfile/i);
});
