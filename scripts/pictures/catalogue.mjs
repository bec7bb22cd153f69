// What is to be rendered: server/demo/pictures/pictures.json and the sources that each picture depends on.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const studio = join(root, 'server/demo/pictures');
export const target = join(root, 'client/public/pictures');
/** What is not committed: renders at full size and contact sheets. */
export const workFolder = join(root, '.data/pictures');
export const settings = { size: 800, samples: 64 };

const manifestFile = join(studio, 'manifest.json');

/** One entry a picture, in the order of the file: `{ slug, view, model, category, alt, ... }`. */
export function readPictures() {
  const products = JSON.parse(readFileSync(join(studio, 'pictures.json'), 'utf8'));
  return Object.entries(products).flatMap(([slug, { category, model, views }]) =>
    views.map((seen, index) => ({ ...seen, slug, category, model, view: index + 1 })),
  );
}

/** Pictures that are there, by `<slug>-<view>`. */
export function readManifest() {
  return existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {};
}

export const nameOf = ({ slug, view }) => `${slug}-${view}`;

/** A Python file of the studio and every other one that it imports. */
function withImports(file, found = new Set()) {
  const path = join(studio, file);
  if (found.has(file) || !existsSync(path)) return found;
  found.add(file);
  for (const [, module] of readFileSync(path, 'utf8').matchAll(/^(?:from|import) ([a-z_.]+)/gm)) {
    withImports(`${module.replaceAll('.', '/')}.py`, found);
  }
  return found;
}

/** Changes with everything that the picture is made of; the alternative text is not. */
export function hashOf(picture) {
  const { slug, view, category, turn, height, fill } = picture;
  const hash = createHash('sha256').update(JSON.stringify([slug, view, category, turn, height, fill, settings]));
  const files = withImports('render.py', withImports(`models/${picture.model}.py`));
  for (const file of [...files].sort()) hash.update(file).update(readFileSync(join(studio, file)));
  return hash.digest('hex').slice(0, 16);
}
