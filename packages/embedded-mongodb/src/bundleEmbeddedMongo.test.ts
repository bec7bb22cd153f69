import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { bundleEmbeddedMongo } from './bundleEmbeddedMongo';

test('concurrent starts in a fresh checkout create one bundle', async () => {
  const [repository, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'kiosk-bundle-'))];
  symlinkSync(resolve('packages'), join(folder, 'packages'));
  process.chdir(folder);
  try {
    const bundles = await Promise.all(Array.from({ length: 16 }, bundleEmbeddedMongo));
    const [bundle = ''] = bundles;
    expect(new Set(bundles)).toEqual(new Set([bundle]));
    expect(readdirSync(dirname(bundle))).toEqual([basename(bundle)]);
  } finally {
    process.chdir(repository);
    rmSync(folder, { recursive: true });
  }
});
