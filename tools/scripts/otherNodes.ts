import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Of another major version of Node, where `.ci/run` has installed it, the program. */
export function nodeOf(major: number): string | null {
  const program = resolve(`tools/scripts/nodes/node_modules/node${major}-${process.arch}/bin/node`);
  return existsSync(program) ? program : null;
}
