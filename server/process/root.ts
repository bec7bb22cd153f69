import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of schema.graphql, found from the sources and from the bundle. */
export const root = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'schema.graphql')) || dirname(folder) === folder) return folder;
  return findRoot(dirname(folder));
}
