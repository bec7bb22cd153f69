import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const sourceFolder = join('packages', 'embedded-mongodb', 'src');

/** A name that changes with the sources, so that several test processes can share one bundle and never an old one. */
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
 * Makes the program's bundle from the sources, once, and returns its path; several may do so at once. Works from the root
 * of the repository.
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
