import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { hashOfFiles, sourcesIn, wasBuiltFrom } from './buildInputs.mjs';
import { generateCode } from './generateCode.mjs';

const folder = join('dist', 'server');
const hashFile = join(folder, '.inputs-hash');
/** What an operator runs beside the shop: each a program of its own, so that it works without development packages. */
export const operatorPrograms = {
  backup: 'server/backup/backup.cli.ts',
  'embedded-mongodb': 'packages/embedded-mongodb/src/cli.ts',
  'make-admin': 'server/users/make-admin.cli.ts',
  restore: 'server/backup/restore.cli.ts',
  seed: 'server/collections/seed.cli.ts',
};
const programs = { main: 'server/main.ts', ...operatorPrograms };
const single = ['tools/scripts/buildServer.mjs', 'tsconfig.json', 'package-lock.json'];

/** How our own files become bundles that Node runs; packages stay where npm has put them. */
export const serverBundles = (outdir) => ({
  entryPoints: { main: 'server/main.ts', 'embedded-mongodb': 'packages/embedded-mongodb/src/cli.ts' },
  outdir,
  bundle: true,
  packages: 'external',
  // Ours are sources: they become part of the bundle.
  alias: Object.fromEntries(
    readdirSync('packages').map((name) => [`@kiosk/${name}`, resolve('packages', name, 'src')]),
  ),
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'error',
});

/** All bundles, unless they are there and nothing has changed since. */
export async function buildServer() {
  await generateCode();
  const hash = hashOfFiles([...single, ...sourcesIn('server'), ...sourcesIn('packages')]);
  if (wasBuiltFrom(hash, hashFile)) return;
  rmSync(hashFile, { force: true });
  const { build, stop } = await import('esbuild');
  // Its helper process would stay for as long as the shop runs.
  const bundles = { ...serverBundles(folder), entryPoints: programs, write: false };
  const { outputFiles } = await build(bundles).finally(stop);
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  replaceFile(hashFile, hash);
}

/** Another shop may be starting from it: it is the old one or the new one, never half of it. */
function replaceFile(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}
