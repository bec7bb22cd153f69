import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As Vite writes it for servers (https://vite.dev/guide/backend-integration), by the file that a chunk was made of. */
type Manifest = Readonly<Record<string, Chunk>>;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** By each page's file: what it needs beyond the entry, so that it starts loading with the HTML and not after the entry has run. */
export function readPreloads(folder: string): ReadonlyMap<string, readonly string[]> {
  const path = join(folder, '.vite', 'manifest.json');
  const manifest = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {};
  const inHtml = filesOf(manifest, 'index.html');
  const pages = Object.keys(manifest).filter((name) => name.startsWith('pages/'));
  return new Map(pages.map((page) => [page, [...filesOf(manifest, page)].filter((file) => !inHtml.has(file))]));
}

/** Of everything that it reaches without a dynamic import. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(`/${chunk.file}`)) return seen;
  seen.add(`/${chunk.file}`);
  for (const css of chunk.css ?? []) seen.add(`/${css}`);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}
