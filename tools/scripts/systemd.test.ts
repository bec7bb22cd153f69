import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const units = readdirSync('deploy/systemd');
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const isInstalled = analyze('--version').status === 0;
if (!isInstalled) process.stdout.write('NOT MEASURED: systemd-analyze is not installed here (.ci/run installs it).\n');
const testInstalled = isInstalled ? test : test.skip;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-units-'));
  cpSync('deploy/systemd', folder, { recursive: true });
  // Programs that this machine has elsewhere, or not at all.
  for (const [name, program, own] of [
    ['kiosk.service', '/usr/bin/node', process.execPath],
    ['kiosk-compose-backup.service', '/usr/bin/docker', '/bin/true'],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(program, own));
  }
  writeFileSync(join(folder, 'docker.service'), '[Service]\nExecStart=/bin/true\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

testInstalled('systemd-analyze verify accepts the units and detects a misspelt setting', () => {
  const verified = analyze('verify', ...units.map((unit) => join(folder, unit)));
  expect(verified).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const file = join(folder, 'kiosk.service');
  writeFileSync(file, readFileSync(file, 'utf8').replace('ProtectHome=', 'ProtectHom='));
  expect(analyze('verify', file).stderr).toContain('ProtectHom');
});

testInstalled.each(['kiosk.service', 'kiosk-backup.service'])('%s has a systemd exposure level below 2.5', (unit) => {
  const { stdout } = analyze('security', '--offline=true', join(folder, unit));
  expect(Number(/exposure level for .*: (\d+\.\d+)/.exec(stdout)?.[1])).toBeLessThan(2.5);
});

const setting = (unit: string, name: string) =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(join('deploy/systemd', unit), 'utf8'))?.[1];

test('the shop runs as its own user, restarts automatically and reloads on SIGHUP', () => {
  expect(setting('kiosk.service', 'User')).toBe('kiosk');
  expect(setting('kiosk.service', 'Restart')).toBe('always');
  expect(setting('kiosk.service', 'ExecReload')).toBe('/bin/kill -HUP $MAINPID');
  expect(setting('kiosk-backup.service', 'ExecStart')).toBe('/bin/sh deploy/backup.sh');
  expect(setting('kiosk-backup.timer', 'Persistent')).toBe('true');
});

test('a timer backs up a shop in containers by a service of compose.yaml', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as { services: Record<string, unknown> };
  const command = setting('kiosk-compose-backup.service', 'ExecStart') ?? '';
  expect(command).toMatch(/^\/usr\/bin\/docker compose run --rm --no-TTY \w+$/);
  expect(Object.keys(services)).toContain(command.split(' ').at(-1));
  expect(setting('kiosk-compose-backup.timer', 'OnCalendar')).toBe(setting('kiosk-backup.timer', 'OnCalendar'));
  expect(setting('kiosk-compose-backup.timer', 'Persistent')).toBe('true');
});
