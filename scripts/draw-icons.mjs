// node scripts/draw-icons.mjs: the icons and the picture of shared links in client/public/, from the mark and the hero.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join('client', 'public');
const mark = readFileSync(join(folder, 'favicon.svg'));
const markUnits = 34;

/** `share` of the icon is the mark: a maskable icon may lose a tenth on each side. */
async function draw(file, size, share) {
  const inner = Math.round(size * share);
  const input = await sharp(mark, { density: (72 * inner * 1.2) / markUnits })
    .resize(inner, inner)
    .png()
    .toBuffer();
  await sharp({ create: { width: size, height: size, channels: 4, background: '#FAF7F2' } })
    .composite([{ input, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, file));
}

await draw('apple-touch-icon.png', 180, 0.74);
await draw('icon-192.png', 192, 0.74);
await draw('icon-512.png', 512, 0.74);
await draw('icon-maskable-512.png', 512, 0.58);
await sharp(join(folder, 'pictures', 'hero-1200.avif'))
  .resize(1200, 630, { fit: 'cover' })
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(join(folder, 'share.jpg'));
