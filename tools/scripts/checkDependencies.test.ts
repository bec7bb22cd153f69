import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const own = { ...dependencies, ...devDependencies };
const listed = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| +`(\S+)` +\| +`\d\S*` +\|/gm)].map(
  ([, name = '']) => name,
);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-registry-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What the check says of a registry that has, beside what is installed, these versions with the days since they came out. */
function checkAgainst(newer: Readonly<Record<string, Readonly<Record<string, number>>>>): string[] {
  for (const [name, version] of Object.entries(own)) {
    const ages = { [version]: 100, ...newer[name] };
    const time = Object.fromEntries(Object.entries(ages).map(([each, days]) => [each, daysAgo(days)]));
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ 'dist-tags.latest': Object.keys(ages).at(-1), time }));
  }
  writeFileSync(join(folder, 'other.json'), '{"dist-tags.latest":"0.0.0","time":{"0.0.0":"2020-01-01"}}');
  writeFileSync(
    join(folder, 'npm'),
    '#!/bin/sh\ncd "${0%/*}"\n[ "$4" = time ] || exit 1\n[ -e "$2.json" ] || set -- view other\n/bin/cat "$2.json"\n',
  );
  chmodSync(join(folder, 'npm'), 0o755);
  const script = join('tools', 'scripts', 'check-dependencies.mjs');
  const env = { ...process.env, PATH: folder };
  const { stderr, stdout } = spawnSync(process.execPath, [script, '--latest'], { encoding: 'utf8', env });
  expect(stdout).not.toContain('the registry cannot be reached');
  return stderr.split('\n').filter((line) => line.includes('could be'));
}

test('a newer version is named whatever Node it wants, once it is a week old', () => {
  const newer = Object.fromEntries(listed.map((name) => [name, { '999.0.0': 8 }]));
  expect(checkAgainst({ ...newer, zod: { '999.0.0': 8 }, pino: { '999.0.0': 6 } })).toEqual([
    'docs/dependencies.md: zod could be 999.0.0',
  ]);
  expect(checkAgainst({ pino: { '998.0.0': 9, '999.0.0-beta.1': 8, '999.0.0': 6 } })).toEqual([
    'docs/dependencies.md: pino could be 998.0.0',
  ]);
}, 60_000);
