import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync, type BuildOptions } from 'esbuild';
// @ts-expect-error -- a plain script without types
import { operatorPrograms, serverBundles } from './buildServer.mjs';

interface Entry {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}
interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly engines?: Record<string, string>;
  readonly scripts?: Record<string, string>;
}

/** Optional imports, which work only where development packages are installed. */
const missedCalmly = {
  // Builds the embedded database's bundle from sources; a release contains the bundle.
  esbuild: 'packages/embedded-mongodb/src/bundleEmbeddedMongo.ts',
};
/** Packages that are read as files, not imported. */
const readAsFiles = { '@fontsource-variable/figtree': 'server/documents/fonts.ts' };
const mostPackages = 450;
const mostMegabytes = 250;

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
const manifests = ['package.json', ...readdirSync('packages').map((name) => join('packages', name, 'package.json'))];
const declared = new Set(manifests.flatMap((file) => Object.keys(read<Manifest>(file).dependencies ?? {})));
const packageOf = (path: string) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;

/** The packages that the entry points import. */
function externalPackages(entryPoints: NonNullable<BuildOptions['entryPoints']>): string[] {
  const bundles = serverBundles('dist/server') as BuildOptions;
  const { metafile } = buildSync({ ...bundles, entryPoints, metafile: true, write: false, sourcemap: false });
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports);
  const names = imports.filter(({ external, path }) => external && !path.startsWith('node:')).map(({ path }) => path);
  return [...new Set(names.map(packageOf))].sort();
}

/** The packages that `npm ci --omit=dev` installs on this machine. */
function productionPackages(): string[] {
  const { packages } = read<{ packages: Record<string, Entry> }>('package-lock.json');
  const suits = (wanted: readonly string[] | undefined, own: string) => wanted === undefined || wanted.includes(own);
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .filter(([, { os, cpu }]) => suits(os, process.platform) && suits(cpu, process.arch))
    .map(([path]) => path);
}

/** The size on disk of a package, without nested packages. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + (entry.name === 'node_modules' ? 0 : sizeOf(path));
    return sum + lstatSync(path).blocks * 512;
  }, 0);
}

test('the production dependencies are exactly the packages that the built server imports', () => {
  const entryPoints = { main: 'server/main.ts', ...(operatorPrograms as Record<string, string>) };
  const imported = externalPackages(entryPoints);
  expect([...declared, ...Object.keys(missedCalmly)].sort()).toEqual([...imported, ...Object.keys(readAsFiles)].sort());
  for (const [name, file] of Object.entries({ ...missedCalmly, ...readAsFiles }))
    expect(readFileSync(file, 'utf8')).toContain(name);
});

test('the built page renderer imports no packages', () => {
  const renderer = join('dist', 'renderer', 'renderPage.js');
  // `npm run check` builds before it tests.
  expect(existsSync(renderer)).toBe(true);
  expect(externalPackages([renderer])).toEqual([]);
});

test(`an installation without development packages has at most ${mostPackages} packages of ${mostMegabytes} MB`, () => {
  const packages = productionPackages();
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.length).toBeLessThanOrEqual(mostPackages);
  const megabytes = packages.filter(existsSync).reduce((sum, path) => sum + sizeOf(path), 0) / 2 ** 20;
  expect(megabytes).toBeGreaterThan(50);
  expect(megabytes).toBeLessThanOrEqual(mostMegabytes);
});

test.each(['.', 'tools/scripts/mongosh', 'tools/scripts/nodes'])(
  'the .npmrc of %s disables install scripts',
  (folder) => {
    expect(readFileSync(join(folder, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  },
);

test('package.json has no pre and post scripts, which npm would skip', () => {
  const names = Object.keys(read<Manifest>('package.json').scripts ?? {});
  expect(names.filter((name) => /^(pre|post)/.test(name) || name === 'install' || name === 'prepare')).toEqual([]);
});

test('each operator command of package.json is built with the server', () => {
  const { scripts = {} } = read<Manifest>('package.json');
  const called = Object.entries(scripts).filter(([, command]) => command.includes('operate.mjs'));
  const expected = Object.keys(operatorPrograms as object).map((name) => [
    name,
    `exec node tools/scripts/operate.mjs ${name}`,
  ]);
  expect(called.sort()).toEqual(expected.sort());
});
