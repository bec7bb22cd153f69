import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockOf } from './machine';
import { canEnterRoots, makeBaseRoot, runInRoot } from './image/rootFolder';

/** What docs/operating has root do with users, folders and files, in a root folder of its own. */
const canEnter = canEnterRoots();
if (!canEnter)
  process.stdout.write('NOT MEASURED: users and folders of an installation. What is missing: Linux, root, `unshare`\n');
const testInRoot = canEnter ? test : test.skip;

const guide = 'docs/operating/one-server.md';
let root: string;
const at = (path: string) => join(root, path);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kiosk-root-'));
  makeBaseRoot(root);
  // What packages of the machine have made.
  for (const folder of ['var/lib', 'var/backups', 'srv', 'mnt', 'etc/systemd/system', 'etc/caddy', 'etc/nginx/conf.d'])
    mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('opt/node/systemctl'), '#!/bin/sh\necho "$@" >> /calls\n');
  chmodSync(at('opt/node/systemctl'), 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs a block as root's shell does. */
function run(file: string, name: string): void {
  const place = { root, user: '0:0', workdir: '/root', environment: { HOME: '/root' }, node: process.execPath };
  const result = runInRoot(place, ['bash', '--norc', '-c', blockOf(file, name)]);
  expect(result).toEqual({ status: 0, stdout: '', stderr: '' });
}

/** Mode, owner and group of a path, with the names of the root folder. */
function accessOf(path: string): string {
  const nameOf = (file: string, id: number) =>
    readFileSync(at(join('etc', file)), 'utf8')
      .split('\n')
      .find((line) => line.split(':')[2] === String(id))
      ?.split(':')[0];
  const { mode, uid, gid } = statSync(at(path));
  return `${(mode & 0o777).toString(8)} ${nameOf('passwd', uid)} ${nameOf('group', gid)}`;
}

function install(): void {
  run(guide, 'install');
  cpSync('deploy', at('srv/kiosk/current/deploy'), { recursive: true });
}

testInRoot('the shop has a user without a shell, and root alone can read its settings', () => {
  install();
  expect(readFileSync(at('etc/passwd'), 'utf8')).toMatch(
    /^kiosk:[x!]:\d{1,3}:\d+::\/var\/lib\/kiosk:\/usr\/sbin\/nologin$/m,
  );
  expect({
    'etc/kiosk': accessOf('etc/kiosk'),
    'etc/kiosk/kiosk.env': accessOf('etc/kiosk/kiosk.env'),
    'var/lib/kiosk': accessOf('var/lib/kiosk'),
    'var/backups/kiosk': accessOf('var/backups/kiosk'),
    'srv/kiosk/releases': accessOf('srv/kiosk/releases'),
  }).toEqual({
    'etc/kiosk': '750 root kiosk',
    'etc/kiosk/kiosk.env': '600 root root',
    'var/lib/kiosk': '700 kiosk kiosk',
    'var/backups/kiosk': '700 kiosk kiosk',
    'srv/kiosk/releases': '755 root root',
  });
});

testInRoot('another folder of backups belongs to the shop, and the unit may write there', () => {
  install();
  run('docs/operating/backup.md', 'folder');
  expect(accessOf('mnt/backups')).toBe('700 kiosk kiosk');
  expect(readFileSync(at('etc/systemd/system/kiosk-backup.service.d/folder.conf'), 'utf8')).toBe(
    '[Service]\nReadWritePaths=/mnt/backups\n',
  );
  expect(readFileSync(at('calls'), 'utf8')).toBe('daemon-reload\n');
});

testInRoot('the files of Caddy and nginx are where they look for them', () => {
  install();
  run(guide, 'caddy');
  expect(readFileSync(at('etc/systemd/system/caddy.service.d/shop.conf'), 'utf8')).toBe(
    '[Service]\nEnvironment="SHOP_ADDRESS=shop.example" "SHOP_PROCESSES=127.0.0.1:4000"\n',
  );
  run('docs/operating/several-hosts.md', 'caddy-second');
  expect(readFileSync(at('etc/systemd/system/caddy.service.d/shop.conf'), 'utf8')).toBe(
    '[Service]\nEnvironment="SHOP_ADDRESS=shop.example" "SHOP_PROCESSES=127.0.0.1:4000 127.0.0.1:4001"\n',
  );
  const folderOf = (file: string, pattern: RegExp) => pattern.exec(readFileSync(at(file), 'utf8'))?.[1] ?? '';
  const page = readFileSync('deploy/unavailable.html', 'utf8');
  const ofCaddy = folderOf('etc/caddy/Caddyfile', /\{\$SHOP_ERRORS:(\S+)\}/);
  expect(readFileSync(at(join(ofCaddy, 'unavailable.html')), 'utf8')).toBe(page);
  run(guide, 'nginx');
  const ofNginx = folderOf('etc/nginx/conf.d/kiosk.conf', /^\s+root (\S+);$/m);
  expect(readFileSync(at(join(ofNginx, 'unavailable.html')), 'utf8')).toBe(page);
});
