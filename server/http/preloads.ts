import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Vite's manifest for backends (https://vite.dev/guide/backend-integration), by source file of each chunk. */
type Manifest = Readonly<Record<string, Chunk>>;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Per page file: chunks beyond the entry, preloaded with the HTML instead of after the entry has run. */
export function readPreloads(folder: string): ReadonlyMap<string, readonly string[]> {
  const path = join(folder, '.vite', 'manifest.json');
  const manifest = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {};
  const inHtml = filesOf(manifest, 'index.html');
  const pages = Object.keys(manifest).filter((name) => name.startsWith('pages/'));
  return new Map(pages.map((page) => [page, [...filesOf(manifest, page)].filter((file) => !inHtml.has(file))]));
}

/** Files reachable without a dynamic import. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(`/${chunk.file}`)) return seen;
  seen.add(`/${chunk.file}`);
  for (const css of chunk.css ?? []) seen.add(`/${css}`);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}
