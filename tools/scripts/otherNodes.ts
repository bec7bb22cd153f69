import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The program of another major Node version, if `.ci/run` has installed it. */
export function nodeOf(major: number): string | null {
  const program = resolve(`tools/scripts/nodes/node_modules/node${major}-${process.arch}/bin/node`);
  return existsSync(program) ? program : null;
}
