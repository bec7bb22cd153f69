// Encodes a render into the served files and its manifest entry.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { isGroup, nameOf, target } from './catalogue.mjs';

/** The widths of a picture's AVIF files, with the maximum size of each in bytes. */
export function byteLimits(picture) {
  if (!isGroup(picture)) return { 400: 10_000, 800: 32_000 };
  const [width] = picture.size;
  return { [(width * 2) / 3]: 32_000, [width]: 60_000 };
}
const qualities = [60, 52, 45, 38];

async function smallEnough(image, width, limit) {
  for (const quality of qualities) {
    const bytes = await image
      .clone()
      .resize(width, null, { kernel: 'lanczos3' })
      .avif({ quality, effort: 6, chromaSubsampling: '4:4:4' })
      .toBuffer();
    if (bytes.length <= limit) return bytes;
  }
  throw new Error(`an AVIF of ${width} px stays above ${limit} bytes at quality ${qualities.at(-1)}`);
}

/** The dominant colour of the middle, without the paper around it. */
async function dominantColour(image, width, height) {
  const middle = { left: width * 0.2, top: height * 0.2, width: width * 0.6, height: height * 0.6 };
  const { dominant } = await sharp(await image.clone().extract(middle).png().toBuffer()).stats();
  const hex = (value) => value.toString(16).padStart(2, '0');
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`;
}

export async function encode(picture, path) {
  mkdirSync(target, { recursive: true });
  const [width, height] = picture.size ?? [800, 800];
  const cut = await sharp(path).resize(width, height, { fit: 'cover' }).removeAlpha().png().toBuffer();
  const image = sharp(cut);
  for (const [each, limit] of Object.entries(byteLimits(picture))) {
    writeFileSync(join(target, `${nameOf(picture)}-${each}.avif`), await smallEnough(image, Number(each), limit));
  }
  if (picture.view === 1 && !isGroup(picture)) {
    await image
      .clone()
      .jpeg({ quality: 82, mozjpeg: true })
      .toFile(join(target, `${nameOf(picture)}-800.jpg`));
  }
  return {
    url: `/pictures/${nameOf(picture)}-${width}.avif`,
    width,
    height,
    color: await dominantColour(image, width, height),
    alt: picture.alt,
  };
}
