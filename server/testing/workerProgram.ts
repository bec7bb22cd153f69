import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Optional dependencies of the driver. */
const optional = [
  ...['kerberos', 'snappy', '@mongodb-js/zstd', '@aws-sdk/*', 'aws4', 'gcp-metadata', 'socks'],
  'mongodb-client-encryption',
];

/**
 * The path of the bundled `server/testing/<name>.fixture.ts`: workers that are killed repeatedly start at once. Shared
 * by the tests of a file.
 */
export function useWorkerProgram(name: string): string {
  const program = join('node_modules', '.cache', `kiosk-${name}-${process.pid}.cjs`);
  beforeAll(() => {
    buildSync({
      ...{ entryPoints: [join('server', 'testing', `${name}.fixture.ts`)], outfile: program, bundle: true },
      ...{ format: 'cjs', platform: 'node', jsx: 'automatic', external: optional, logLevel: 'error' },
    });
  }, 120_000);
  afterAll(() => rmSync(program, { force: true }));
  return program;
}

/** Resolves when the worker has ended, to whether it was killed. */
export function runWorker(program: string, settings: object): Promise<boolean> {
  const worker = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`A worker ended with ${code ?? signal}.`));
    });
  });
}
