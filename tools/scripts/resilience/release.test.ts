import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockOf, buildShop, countMessages, Machine } from './machine';

/** Upgrade, rollback, restore drill and restore, by the commands of docs/operating. */
const limitMs = 300_000;
const pages = { upgrade: 'docs/operating/upgrade.md', backup: 'docs/operating/backup.md' };
/** The value that the first line of a block sets, which an operator changes. */
const setIn = (script: string, variable: string) => new RegExp(`^${variable}=(.+)$`, 'm').exec(script)?.[1] ?? '';
const older = setIn(blockOf(pages.upgrade, 'rollback'), 'previous');
const newer = setIn(blockOf(pages.upgrade, 'upgrade'), 'version');

const isRcloneInstalled = spawnSync('rclone', ['version']).status === 0;
if (!isRcloneInstalled) process.stdout.write('NOT MEASURED: rclone is not installed here (.ci/run installs it).\n');
const testRclone = isRcloneInstalled ? test : test.skip;

let machine: Machine;

const messages = () => countMessages(readFileSync(machine.at('var/lib/kiosk/mongodb-uri'), 'utf8').trim());
const backups = () => readdirSync(machine.at('var/backups/kiosk')).filter((name) => name.endsWith('.gz'));

beforeAll(buildShop, limitMs);
beforeEach(async () => {
  machine = new Machine();
  await machine.install([older, newer]);
}, limitMs);
afterEach(() => machine.remove(), limitMs);

test(
  'docs/operating upgrades, rolls back, drills a restore and restores',
  async () => {
    const [upgrade, rollback] = [machine.block(pages.upgrade, 'upgrade'), machine.block(pages.upgrade, 'rollback')];
    await machine.start();
    expect(machine.runningRelease()).toBe(older);
    await machine.sendMessage();

    // An unchanged line or a release that was not built leaves the shop unchanged.
    for (const [script, variable] of [
      [upgrade, 'version'],
      [rollback, 'previous'],
    ] as const)
      for (const value of ['', '9.9.9'])
        await expect(machine.run(script.replace(/^\w+=.*$/m, `${variable}=${value}`))).rejects.toThrow(
          /^\d: ls: cannot access .*No such file or directory\n$/,
        );
    expect([machine.runningRelease(), readlinkSync(machine.at('srv/kiosk/current')), backups()]).toEqual([
      older,
      machine.at(`srv/kiosk/releases/${older}`),
      [],
    ]);

    expect(await machine.run(upgrade)).toContain(`${newer} answers.`);
    expect(machine.runningRelease()).toBe(newer);
    expect([await messages(), backups().length]).toEqual([1, 1]);
    await machine.sendMessage();

    expect(await machine.run(rollback)).toContain(`${older} answers.`);
    expect(machine.runningRelease()).toBe(older);
    expect(await messages()).toBe(2);

    // While the shop runs, from the backup before the upgrade.
    const drill = await machine.run(machine.block(pages.backup, 'drill'));
    expect(drill).toMatch(/contactMessages.*\b1\b/);
    expect(drill).toContain('"outbound":"switched-off"');
    expect(drill).toContain('The drill has passed');
    expect(await messages()).toBe(2);

    expect(await machine.run(machine.block(pages.backup, 'restore'))).toContain('The shop was restored');
    await machine.ready();
    expect(await messages()).toBe(1);
    expect(readdirSync(machine.at('var/lib/kiosk')).some((name) => name.startsWith('mongodb.before-'))).toBe(true);
  },
  limitMs,
);

test(
  'a drill and a restore of a damaged backup say that they failed, and the shop is as it was',
  async () => {
    await machine.start();
    await machine.sendMessage();
    writeFileSync(join(machine.at('var/backups/kiosk'), 'kiosk-20990101T000000Z.archive.gz'), 'damaged');
    await expect(machine.run(machine.block(pages.backup, 'drill'))).rejects.toThrow(/The drill has FAILED: see \//);
    await expect(machine.run(machine.block(pages.backup, 'restore'))).rejects.toThrow(/cannot be restored/);
    await machine.run('systemctl start kiosk');
    await machine.ready();
    expect(await messages()).toBe(1);
  },
  limitMs,
);

test(
  'a successful backup runs BACKUP_AFTER and removes old ones; a failed one keeps them',
  async () => {
    const folder = machine.at('var/backups/kiosk');
    await machine.start();
    const old = join(folder, 'kiosk-20250101T000000Z.archive.gz');
    writeFileSync(old, 'old');
    await machine.run(`touch --date '15 days ago' ${old}`);
    machine.writeSettings({ BACKUP_DIR: join(folder, 'no', 'such') });
    await expect(machine.run('systemctl start kiosk-backup')).rejects.toThrow(/kiosk-backup ended with/);
    expect(existsSync(old)).toBe(true);
    machine.writeProgram('after', `echo "copied $1" > ${machine.at('copied')}; exit 3`);
    machine.writeSettings({ BACKUP_DIR: folder, BACKUP_AFTER: machine.at('bin/after') });
    await expect(machine.run('systemctl start kiosk-backup')).rejects.toThrow(/kiosk-backup ended with 3/);
    expect(readFileSync(machine.at('copied'), 'utf8')).toMatch(/^copied .*kiosk-\d{8}T\d{6}Z\.archive\.gz$/m);
    expect(existsSync(old)).toBe(true);
    machine.writeSettings({ BACKUP_AFTER: '' });
    await machine.run('systemctl start kiosk-backup');
    expect(existsSync(old)).toBe(false);
  },
  limitMs,
);

testRclone(
  'the off-site copy is whole, and a changed file does not replace it',
  async () => {
    const [folder, bucket] = [machine.at('var/backups/kiosk'), machine.at('bucket')];
    // A folder in place of a bucket.
    const config = machine.at('rclone.conf');
    writeFileSync(config, `[off-site]\ntype = alias\nremote = ${bucket}\n`);
    machine.writeProgram('kiosk-off-site', machine.block(pages.backup, 'off-site'));
    machine.writeSettings({ RCLONE_CONFIG: config, BACKUP_AFTER: machine.at('bin/kiosk-off-site') });
    const copies = () => readdirSync(join(bucket, 'kiosk-backups')).filter((name) => name.endsWith('.gz'));

    await machine.start();
    await machine.run('systemctl start kiosk-backup');
    const [file = ''] = backups();
    expect(copies()).toEqual([file]);
    const copied = () => readFileSync(join(bucket, 'kiosk-backups', file));
    const whole = copied();
    expect(whole.equals(readFileSync(join(folder, file)))).toBe(true);

    writeFileSync(join(folder, file), 'changed');
    await expect(machine.run(`kiosk-off-site ${join(folder, file)}`, { RCLONE_CONFIG: config })).rejects.toThrow(
      /immutable/,
    );
    expect(copied().equals(whole)).toBe(true);
  },
  limitMs,
);
