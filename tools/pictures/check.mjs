// Checks the committed pictures and prints each broken rule.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { hashOf, isGroup, nameOf, target } from './catalogue.mjs';
import { byteLimits } from './encode.mjs';

const totalLimit = 7_000_000;
const leastDistance = 6;
const leastSecondViews = 24;
const ofProduct = /^[a-z0-9-]+-[12]-(400|800)\.(avif|jpg)$/;

/** A difference hash of 64 bits per channel: whether a pixel of 9 x 8 is brighter than its right neighbour. */
async function perceptualHash(file) {
  const { data } = await sharp(file)
    .removeAlpha()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0, 1, 2].map((channel) => {
    const bits = [];
    for (let y = 0; y < 8; y += 1) {
      for (let x = 0; x < 8; x += 1) {
        const at = (y * 9 + x) * 3 + channel;
        bits.push(data[at] > data[at + 3]);
      }
    }
    return bits;
  });
}

const distance = (a, b) =>
  Math.max(...a.map((bits, channel) => bits.filter((bit, index) => bit !== b[channel][index]).length));

async function tooAlike(pictures) {
  const main = pictures.filter((each) => each.view === 1 && !isGroup(each));
  const hashes = await Promise.all(main.map((each) => perceptualHash(join(target, `${nameOf(each)}-400.avif`))));
  return main.flatMap((a, i) =>
    main
      .slice(i + 1)
      .filter((_, j) => distance(hashes[i], hashes[i + 1 + j]) < leastDistance)
      .map((b) => `${a.slug} and ${b.slug} look alike`),
  );
}

function filesOf(picture) {
  const avif = Object.entries(byteLimits(picture)).map(([width, limit]) => [`${nameOf(picture)}-${width}.avif`, limit]);
  return picture.view === 1 && !isGroup(picture) ? [...avif, [`${nameOf(picture)}-800.jpg`, Infinity]] : avif;
}

function faultsOf(picture, manifest) {
  const name = nameOf(picture);
  const entry = manifest[name];
  const faults = filesOf(picture).flatMap(([file, limit]) => {
    const path = join(target, file);
    if (!existsSync(path)) return [`${file} is missing`];
    const { size } = statSync(path);
    return size > limit ? [`${file} has ${size} bytes; the limit is ${limit}`] : [];
  });
  if (!picture.alt) faults.push(`${name} has no alternative text`);
  if (!entry) faults.push(`${name} is not in the manifest`);
  else if (entry.hash !== hashOf(picture)) faults.push(`${name} was rendered from an older scene: npm run pictures`);
  else if (entry.alt !== picture.alt)
    faults.push(`${name} has an older alternative text in the manifest: npm run pictures`);
  return faults;
}

export async function check(pictures, manifest) {
  const faults = pictures.flatMap((picture) => faultsOf(picture, manifest));
  const present = readdirSync(target);
  const known = new Set(pictures.flatMap((picture) => filesOf(picture).map(([file]) => file)));
  faults.push(
    ...present.filter((file) => ofProduct.test(file) && !known.has(file)).map((file) => `${file} belongs to nothing`),
  );
  const total = present.reduce((sum, file) => sum + statSync(join(target, file)).size, 0);
  if (total > totalLimit) faults.push(`the pictures have ${total} bytes; the limit is ${totalLimit}`);
  const second = pictures.filter(({ view }) => view === 2).length;
  if (second < leastSecondViews)
    faults.push(`${second} products have a second view; at least ${leastSecondViews} should`);
  return faults.some((fault) => fault.includes('missing')) ? faults : [...faults, ...(await tooAlike(pictures))];
}
