import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asUser } from '../testing/contexts';
import { startTestDatabase } from '../testing/startTestDatabase';

const programs = {
  backup: 'server/backup/backup.cli.ts',
  restore: 'server/backup/restore.cli.ts',
  'make-admin': 'server/users/make-admin.cli.ts',
  seed: 'server/collections/seed.cli.ts',
  'embedded-mongodb': 'packages/embedded-mongodb/src/cli.ts',
} as const;

const tsx = join('node_modules', 'tsx', 'dist', 'cli.mjs');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-command-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const calls: [keyof typeof programs, string[]][] = [
  ['backup', []],
  ['backup', ['a', 'b']],
  ['backup', ['a', '--to', 'b']],
  ['restore', ['a', 'b']],
  ['restore', ['a', '--force']],
  ['restore', ['a', '--invoices-from', '0']],
  ['restore', ['a', '--credit-notes-from', '2026-000004']],
  ['make-admin', []],
  ['make-admin', ['--all']],
  ['seed', []],
  ['seed', ['--products', '0']],
  ['seed', ['--products', 'many']],
  ['seed', ['--articles', '5']],
  ['seed', ['5']],
  ['embedded-mongodb', ['--port', 'x']],
  ['embedded-mongodb', ['data']],
  ['embedded-mongodb', ['--folder', 'data']],
];

test.each(calls)('refuses %s %j with status 2 before doing anything', (name, args) => {
  const env = { ...process.env, DATA_DIR: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsx, programs[name], ...args], {
    env,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(name === 'embedded-mongodb' ? /^embedded-mongodb: .+\n$/ : /usage: npm run .*\n$/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readdirSync(folder)).toEqual([]);
});

test('make-admin promotes each registered user and names the e-mail that is not registered', async () => {
  const { uri, databaseName, repositories, stop } = await startTestDatabase();
  try {
    for (const uid of ['ada', 'bob']) await asUser(repositories, uid);
    const emails = ['ada@kiosk.test', 'eve@kiosk.test', 'bob@kiosk.test'];
    const env = { ...process.env, DATA_DIR: folder, MONGODB_URI: uri.replace('/?', `/${databaseName}?`) };
    const command = spawn(process.execPath, [tsx, programs['make-admin'], ...emails], { env });
    const [output, errors]: [string[], string[]] = [[], []];
    command.stdout.on('data', (chunk) => output.push(String(chunk)));
    command.stderr.on('data', (chunk) => errors.push(String(chunk)));
    const [status] = (await once(command, 'close')) as [number];
    expect(output.join('')).toBe('ada@kiosk.test is an admin now.\nbob@kiosk.test is an admin now.\n');
    expect(errors.join('')).toMatch(/^Nobody is registered as eve@kiosk\.test: .*\n$/);
    expect(status).toBe(1);
    for (const uid of ['ada', 'bob']) expect(await repositories.users.findByUid(uid)).toMatchObject({ role: 'admin' });
  } finally {
    await stop();
  }
}, 60_000);
