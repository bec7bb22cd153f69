// Contact sheets: the pictures at 400 px on the light and on the dark page colour.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { isGroup, nameOf, target, workFolder } from './catalogue.mjs';

const cell = 400;
const gap = 16;
const columns = 5;
const pages = { light: '#FAF7F2', dark: '#141412' };

/** Writes one sheet per page colour and returns their paths. */
async function sheetsOf(name, files) {
  const rows = Math.ceil(files.length / columns);
  const place = (index) => gap + index * (cell + gap);
  const layers = files.map((input, i) => ({ input, left: place(i % columns), top: place(Math.floor(i / columns)) }));
  const paths = [];
  for (const [page, background] of Object.entries(pages)) {
    const path = join(workFolder, `sheet-${name}-${page}.png`);
    const canvas = { width: place(columns), height: place(rows), channels: 3, background };
    const decoded = await Promise.all(
      layers.map(async (layer) => ({
        ...layer,
        input: await sharp(layer.input).resize(cell, cell, { fit: 'contain', background }).png().toBuffer(),
      })),
    );
    await sharp({ create: canvas }).composite(decoded).png().toFile(path);
    paths.push(path);
  }
  return paths;
}

export async function makeSheets(pictures) {
  mkdirSync(workFolder, { recursive: true });
  const groups = new Map();
  for (const picture of pictures) {
    const width = isGroup(picture) ? picture.size[0] : 400;
    const file = join(target, `${nameOf(picture)}-${width}.avif`);
    if (!existsSync(file)) continue;
    const ofProduct = picture.view === 1 ? picture.category : 'second-views';
    const group = isGroup(picture) ? 'groups' : ofProduct;
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  const paths = [];
  for (const [name, files] of groups) paths.push(...(await sheetsOf(name, files)));
  return paths;
}
