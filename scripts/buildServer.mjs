import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { generateCode } from './generateCode.mjs';

/** Two bundles of our own files; packages stay where npm has put them. */
export async function buildServer() {
  await generateCode();
  const { outputFiles } = await build({
    entryPoints: { main: 'server/main.ts', 'embedded-mongodb': 'server/embedded/mongodb/cli.ts' },
    outdir: 'dist/server',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'error',
    write: false,
  });
  // Another shop may be starting from them: each file is the old one or the new one, never half of it.
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}
