import { build } from 'esbuild';

/** Two bundles of our own files; packages stay where npm has put them. */
export async function buildServer() {
  await build({
    entryPoints: { main: 'server/main.ts', 'embedded-mongodb': 'server/embedded/mongodb/cli.ts' },
    outdir: 'dist/server',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'error',
  });
}
