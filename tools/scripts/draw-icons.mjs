// node tools/scripts/draw-icons.mjs: writes the palette's colours into the mark, the manifest and the page's head, and
// draws the icons and the share picture in client/public/ from the mark and the hero picture.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { readPalette } from '../../client/codegen/readPalette.cjs';
import { brandFiles } from './brandFiles.mjs';

const folder = join('client', 'public');
const { light } = await readPalette();
for (const [file, content] of Object.entries(brandFiles(light))) writeFileSync(file, content);
const mark = readFileSync(join(folder, 'favicon.svg'));
const markUnits = 34;

const markOf = (size, options) =>
  sharp(mark, { density: (72 * size * 1.2) / markUnits })
    .resize(size, size)
    .png(options)
    .toBuffer();

/** The mark takes `share` of the icon: a maskable icon may lose a tenth on each side. */
async function draw(file, size, share) {
  const input = await markOf(Math.round(size * share));
  await sharp({ create: { width: size, height: size, channels: 4, background: light.background.default } })
    .composite([{ input, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, file));
}

/** /favicon.ico for clients that do not read the page: PNG images in an ICO container. */
async function drawIco(file, sizes) {
  const pictures = await Promise.all(sizes.map((size) => markOf(size, { compressionLevel: 9, palette: true })));
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, size] of sizes.entries()) {
    const entry = head.subarray(6 + 16 * index);
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(pictures[index].length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += pictures[index].length;
  }
  writeFileSync(join(folder, file), Buffer.concat([head, ...pictures]));
}

await drawIco('favicon.ico', [16, 32, 48]);
await draw('apple-touch-icon.png', 180, 0.74);
await draw('icon-192.png', 192, 0.74);
await draw('icon-512.png', 512, 0.74);
await draw('icon-maskable-512.png', 512, 0.58);
await sharp(join(folder, 'pictures', 'hero-1200.avif'))
  .resize(1200, 630, { fit: 'cover' })
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(join(folder, 'share.jpg'));
