// The pictures to render: server/demo/pictures/pictures.json and the sources that each picture depends on.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const studio = join(root, 'tools/pictures/studio');
/** The folders of the picture list with its manifest, and of the served files. */
const demo = join(root, 'server/demo/pictures');
export const target = join(root, 'client/public/pictures');
/** Not committed: full-size renders and contact sheets. */
export const workFolder = join(root, '.data/pictures');
const settings = { size: 800, samples: 64 };
/** Groups are cropped from a square. */
const groupSettings = { size: 1200, samples: 32 };

const manifestFile = join(demo, 'manifest.json');

const readEntries = () => JSON.parse(readFileSync(join(demo, 'pictures.json'), 'utf8'));

/**
 * One entry per picture, in the order of the file: `{ slug, view, model, category, alt, ... }`; a group has size and
 * things.
 */
export function readPictures() {
  return Object.entries(readEntries()).flatMap(([slug, { views, ...shared }]) =>
    views.map((seen, index) => ({ ...seen, ...shared, slug, view: index + 1 })),
  );
}

export const isGroup = ({ things }) => things !== undefined;
export const settingsOf = (picture) => (isGroup(picture) ? groupSettings : settings);

/** The existing pictures, by name. */
export function readManifest() {
  return existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {};
}

export const nameOf = (picture) => (isGroup(picture) ? picture.slug : `${picture.slug}-${picture.view}`);

/** A Python file of the studio with all its imports. */
function withImports(file, found = new Set()) {
  const path = join(studio, file);
  if (found.has(file) || !existsSync(path)) return found;
  found.add(file);
  for (const [, module] of readFileSync(path, 'utf8').matchAll(/^(?:from|import) ([a-z_.]+)/gm)) {
    withImports(`${module.replaceAll('.', '/')}.py`, found);
  }
  return found;
}

/** Changes with every source of the picture, but not with its alternative text. */
export function hashOf(picture) {
  const { slug, view, category, turn, height, fill, size, things = [] } = picture;
  const seen = [slug, view, category, turn, height, fill, settingsOf(picture)];
  const hash = createHash('sha256').update(JSON.stringify(isGroup(picture) ? [...seen, size, things] : seen));
  const files = withImports('render.py', withImports(`models/${picture.model}.py`));
  const entries = isGroup(picture) ? readEntries() : {};
  for (const thing of things) {
    hash.update(String(entries[thing.slug].views[0].turn));
    withImports(`models/${entries[thing.slug].model}.py`, files);
  }
  for (const file of [...files].sort()) hash.update(file).update(readFileSync(join(studio, file)));
  return hash.digest('hex').slice(0, 16);
}
