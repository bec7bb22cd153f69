import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { hashOfFiles, sourcesIn, wasBuiltFrom } from './buildInputs.mjs';
import { generateCode } from './generateCode.mjs';

const folder = join('dist', 'server');
const hashFile = join(folder, '.inputs-hash');
/** The operator's commands, bundled separately so that they run without development packages. */
export const operatorPrograms = {
  backup: 'server/backup/backup.cli.ts',
  'embedded-mongodb': 'packages/embedded-mongodb/src/cli.ts',
  'make-admin': 'server/users/make-admin.cli.ts',
  restore: 'server/backup/restore.cli.ts',
  seed: 'server/collections/seed.cli.ts',
};
const programs = { main: 'server/main.ts', ...operatorPrograms };
const single = ['tools/scripts/buildServer.mjs', 'tsconfig.json', 'package-lock.json'];

/** esbuild options that bundle our own files; npm packages stay external. */
export const serverBundles = (outdir) => ({
  entryPoints: { main: 'server/main.ts', 'embedded-mongodb': 'packages/embedded-mongodb/src/cli.ts' },
  outdir,
  bundle: true,
  packages: 'external',
  // Workspace packages are TypeScript sources and are bundled.
  alias: Object.fromEntries(
    readdirSync('packages').map((name) => [`@kiosk/${name}`, resolve('packages', name, 'src')]),
  ),
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'error',
});

/** Builds all bundles unless their inputs are unchanged. */
export async function buildServer() {
  await generateCode();
  const hash = hashOfFiles([...single, ...sourcesIn('server'), ...sourcesIn('packages')]);
  if (wasBuiltFrom(hash, hashFile)) return;
  rmSync(hashFile, { force: true });
  const { build, stop } = await import('esbuild');
  // Otherwise esbuild's helper process would stay as long as the shop runs.
  const bundles = { ...serverBundles(folder), entryPoints: programs, write: false };
  const { outputFiles } = await build(bundles).finally(stop);
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  replaceFile(hashFile, hash);
}

/** Atomic, as another shop may be starting from the file. */
function replaceFile(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, contents);
  renameSync(`${path}.${process.pid}`, path);
}
