import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ignore from '@balena/dockerignore';
import { spawnShop } from '../../../server/testing/runningShop';

/** What lies beside the code of somebody who develops or runs a shop, and what others must not get. */
const secrets = [
  ...['.env', '.env.local', '.env.production', 'server/.env', 'client/.env.development', 'client/public/.env'],
  ...['firebase-credentials.json', 'firebase-credentials-live.json', 'server/firebase-credentials.json'],
  ...['client/public/firebase-credentials.json', 'tools/scripts/firebase-credentials (1).json'],
  ...['kiosk-1a2b3-firebase-adminsdk-x1y2z-0123456789.json', 'service-account.json', 'serviceAccountKey.json'],
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
  ...['deploy/tls.key', 'deploy/tls.pem', 'tls.p12', 'id_ed25519', 'id_rsa', '.netrc', '.aws/credentials'],
  ...['shop.log', 'Heap.20261126.heapsnapshot', 'core.4711'],
];
/** What git holds for those who develop, and an image has no use for. */
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

test.each([...secrets, ...foreign])('%s does not enter the image', (file) => {
  expect(build.ignores(file)).toBe(true);
});

test.each(needed)('%s enters the image', (file) => {
  expect(build.ignores(file)).toBe(false);
});

test('a file of a kind that nobody has named does not enter the image', () => {
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

test('git adds none of the secrets that lie in a checkout, and leaves nothing out that it holds', () => {
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

/** The last stage's files, made as Docker would: the build's context, the build, what is copied from it. */
function makeImage(): string {
  const [context, image] = [join(folder, 'context'), join(folder, 'image')];
  const installed = resolve('node_modules');
  for (const file of tracked().filter((path) => !build.ignores(path))) {
    mkdirSync(dirname(join(context, file)), { recursive: true });
    copyFileSync(file, join(context, file));
  }
  symlinkSync(installed, join(context, 'node_modules'));
  const built = spawnSync(process.execPath, ['tools/scripts/build.mjs'], { cwd: context, encoding: 'utf8' });
  expect(built).toMatchObject({ status: 0, stderr: '' });
  const lines =
    readFileSync('Dockerfile', 'utf8')
      .split(/^FROM .*$/m)
      .at(-1)
      ?.match(/^COPY .*$/gm) ?? [];
  for (const line of lines) {
    const [from, ...words] = line.split(' ').slice(1);
    expect([from, line]).toEqual(['--from=build', line]);
    const target = words.pop() ?? '';
    for (const source of words.map((word) => relative('/kiosk', word))) {
      const place = target.endsWith('/') ? join(target, basename(source)) : target;
      if (source === 'node_modules') linkProduction(installed, join(image, place));
      else cpSync(join(context, source), join(image, place), { recursive: true });
    }
  }
  return image;
}

/** What `npm prune --omit=dev` leaves. */
function linkProduction(from: string, to: string): void {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { dev?: boolean }> };
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || dev === true || !existsSync(join(from, name))) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    symlinkSync(join(from, name), join(to, name));
  }
}

test('what the image holds is all that the shop needs, and nothing else', async () => {
  const image = makeImage();
  const names = readdirSync(image).sort();
  expect(names).toEqual(['client', 'dist', 'node_modules', 'package.json', 'schema.graphql', 'tools']);
  expect(readdirSync(join(image, 'client'))).toEqual(['public']);
  const shop = spawnShop(join(folder, 'data'), { LOG_LEVEL: 'warn' }, { checkout: image });
  try {
    const [, url = ''] = await shop.line(/Kiosk is ready: (http:\/\/\S+?)\/?$/);
    expect(await (await fetch(`${url}/`)).text()).toContain('<h1');
    expect((await fetch(`${url}/favicon.ico`)).status).toBe(200);
    expect(await (await fetch(`${url}/api/product`)).text()).toMatch(/^\[\{/);
    expect(shop.stderr()).toBe('');
  } finally {
    shop.process.kill('SIGTERM');
    await shop.exited;
  }
}, 300_000);

test('the files of the image belong to root, who does not run it', () => {
  const last =
    readFileSync('Dockerfile', 'utf8')
      .split(/^FROM .*$/m)
      .at(-1) ?? '';
  expect(last).not.toMatch(/--chown|^ADD |^COPY (?!--from=build)|^USER root/m);
  expect(last).toMatch(/^USER node$/m);
});
