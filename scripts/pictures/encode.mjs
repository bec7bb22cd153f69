// A render becomes the files that the shop serves, and its entry in the manifest.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { nameOf, target } from './catalogue.mjs';

/** Bytes of an AVIF, by its width. */
export const byteLimits = { 400: 10_000, 800: 32_000 };
const qualities = [60, 52, 45, 38];

async function smallEnough(picture, width) {
  for (const quality of qualities) {
    const bytes = await picture
      .clone()
      .resize(width, width, { kernel: 'lanczos3' })
      .avif({ quality, effort: 6, chromaSubsampling: '4:4:4' })
      .toBuffer();
    if (bytes.length <= byteLimits[width]) return bytes;
  }
  throw new Error(`an AVIF of ${width} px stays above ${byteLimits[width]} bytes at quality ${qualities.at(-1)}`);
}

/** The middle of the picture weighs more than the paper around it. */
async function dominantColour(picture) {
  const middle = await picture.clone().extract({ left: 160, top: 160, width: 480, height: 480 }).png().toBuffer();
  const { dominant } = await sharp(middle).stats();
  const hex = (value) => value.toString(16).padStart(2, '0');
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`;
}

export async function encode(picture, path) {
  mkdirSync(target, { recursive: true });
  const image = sharp(await sharp(path).resize(800, 800, { kernel: 'lanczos3' }).removeAlpha().png().toBuffer());
  for (const width of [400, 800]) {
    writeFileSync(join(target, `${nameOf(picture)}-${width}.avif`), await smallEnough(image, width));
  }
  if (picture.view === 1) {
    await image
      .clone()
      .jpeg({ quality: 82, mozjpeg: true })
      .toFile(join(target, `${nameOf(picture)}-800.jpg`));
  }
  return {
    url: `/pictures/${nameOf(picture)}-800.avif`,
    width: 800,
    height: 800,
    color: await dominantColour(image),
    alt: picture.alt,
  };
}
