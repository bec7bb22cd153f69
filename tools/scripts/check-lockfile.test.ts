import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Entry {
  name?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  inBundle?: boolean;
}

const root = join(__dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;

/** Runs the check over the project's lockfile with these entries changed or added. */
function check(changes: Record<string, Partial<Entry>>, allowScripts?: Record<string, boolean>) {
  const lock = read('package-lock.json') as { packages: Record<string, Entry> };
  for (const [path, change] of Object.entries(changes)) {
    const entry: Entry = { ...lock.packages[path], ...change };
    lock.packages[path] = entry;
  }
  const manifest = { ...read('package.json'), ...(allowScripts && { allowScripts }) };
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-lockfile-'));
  try {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const script = join(root, 'tools/scripts/check-lockfile.mjs');
    const { status, stderr } = spawnSync('node', [script], { cwd: folder, encoding: 'utf8' });
    return { status, problems: stderr.split('\n').filter((line) => line !== '') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('check-lockfile', () => {
  test('accepts the lockfile of the project', () => {
    expect(check({})).toEqual({ status: 0, problems: [] });
  });

  test.each([
    ['https://packages.example/express/-/express-5.3.0.tgz', 'packages.example'],
    ['git+ssh://git@code.example/express.git#0123456', 'code.example'],
    ['file:express.tgz', 'file:express.tgz'],
  ])('B42: rejects a package from %s and names it', (resolved, host) => {
    expect(check({ 'node_modules/express': { resolved } })).toEqual({
      status: 1,
      problems: [`package-lock.json: node_modules/express: comes from ${host}`],
    });
  });

  test('B42: rejects a package without an integrity hash and names it', () => {
    expect(check({ 'node_modules/express': { integrity: '' } })).toEqual({
      status: 1,
      problems: ['package-lock.json: node_modules/express: no integrity hash'],
    });
  });

  test.each(['node_modules/express', 'node_modules/vite/node_modules/@new/thing'])(
    'B42: rejects a new install script of %s and names it',
    (path) => {
      const { status, problems } = check({ [path]: { hasInstallScript: true, integrity: 'sha512-x' } });
      expect(status).toBe(1);
      expect(problems).toEqual([
        `package-lock.json: ${path}: has an install script and is not in package.json's allowScripts`,
      ]);
    },
  );

  test('B42: rejects an install script of a bundled package', () => {
    const entry = { inBundle: true, hasInstallScript: true };
    expect(check({ 'node_modules/npm/node_modules/thing': entry }).problems).toEqual([
      "package-lock.json: node_modules/npm/node_modules/thing: has an install script and is not in package.json's allowScripts",
    ]);
  });

  test('B42: rejects a package under another name', () => {
    const { status, problems } = check({ 'node_modules/esbuild': { name: 'other' } });
    expect(status).toBe(1);
    expect(problems).toHaveLength(1);
  });

  test('B42: with empty allowScripts names every package that has an install script', () => {
    const { problems } = check({}, {});
    expect(problems).toContain(
      "package-lock.json: node_modules/lmdb: has an install script and is not in package.json's allowScripts",
    );
    expect(problems.length).toBeGreaterThan(3);
  });
});
