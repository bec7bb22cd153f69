import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const sourceFolder = join('packages', 'embedded-mongodb', 'src');

/**
 * A hash of the sources as the file name, so that concurrent test processes share one bundle and never use an outdated
 * one.
 */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .sort()) {
    hash.update(name).update(readFileSync(join(sourceFolder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Builds the program's bundle once from the sources and returns its path; concurrent calls are safe. Run it from the
 * root of the repository.
 */
export async function bundleEmbeddedMongo(): Promise<string> {
  const folder = join('node_modules', '.cache', 'kiosk');
  const bundle = join(folder, `embedded-mongodb-${fingerprint()}.mjs`);
  if (existsSync(bundle)) return bundle;
  mkdirSync(folder, { recursive: true });
  const { build } = await import('esbuild');
  const unfinished = `${bundle}.${randomUUID()}`;
  await build({
    entryPoints: [join(sourceFolder, 'cli.ts')],
    outfile: unfinished,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  renameSync(unfinished, bundle);
  return bundle;
}
