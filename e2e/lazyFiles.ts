import { readFileSync } from 'node:fs';

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** The manifest keys that `key` imports statically, itself included. */
function neededBy(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) neededBy(manifest, imported, seen);
  return seen;
}

const filesOf = (manifest: Manifest, keys: Iterable<string>): string[] =>
  [...keys].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]);

/**
 * Every script and stylesheet that is loaded after the first page, by the module whose dynamic import needs it: the
 * manifest's name of the module, and the files that the first load does not have.
 */
export function lazyFiles(): ReadonlyMap<string, readonly string[]> {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Manifest;
  const first = neededBy(manifest, 'index.html');
  const have = new Set(filesOf(manifest, first));
  const found = new Map<string, readonly string[]>();
  const waiting = [...first];
  const seen = new Set(waiting);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    for (const lazy of manifest[key]?.dynamicImports ?? []) {
      const needed = neededBy(manifest, lazy);
      // Shared chunks have no source module.
      const name = manifest[lazy]?.src ?? lazy.replace(/-[\w-]{7}\.js$/, '');
      found.set(
        name,
        filesOf(manifest, needed).filter((file) => !have.has(file)),
      );
      for (const each of needed) {
        if (seen.has(each)) continue;
        seen.add(each);
        waiting.push(each);
      }
    }
  }
  return found;
}
