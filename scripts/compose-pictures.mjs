// node scripts/compose-pictures.mjs FOLDER_OF_RENDERS: the group pictures of the categories, the hero and the sign-in page,
// composed of the rendered scenes, into client/public/pictures/.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const target = join(dirname(fileURLToPath(import.meta.url)), '../client/public/pictures');
const avif = { quality: 60, effort: 6, chromaSubsampling: '4:4:4' };

const groups = [
  {
    name: 'category-electronics',
    tint: '#DCE6EF',
    width: 1200,
    height: 900,
    widths: [1200, 800],
    items: [
      { scene: 'headphones', size: 760, left: 0, top: 80 },
      { scene: 'watch', size: 620, left: 580, top: 250 },
    ],
  },
  {
    name: 'category-fashion',
    tint: '#F0DDE2',
    width: 1200,
    height: 900,
    widths: [1200, 800],
    items: [
      { scene: 'tote', size: 780, left: -70, top: 70 },
      { scene: 'sweater', size: 740, left: 470, top: 200 },
    ],
  },
  {
    name: 'category-home-and-garden',
    tint: '#E0EAD8',
    width: 1200,
    height: 900,
    widths: [1200, 800],
    items: [
      { scene: 'plant', size: 740, left: 520, top: 110 },
      { scene: 'lamp', size: 800, left: -60, top: 30 },
    ],
  },
  {
    name: 'category-sports-and-fitness',
    tint: '#F6E3D2',
    width: 1200,
    height: 900,
    widths: [1200, 800],
    items: [
      { scene: 'kettlebell', size: 660, left: -20, top: 120 },
      { scene: 'sneaker', size: 780, left: 440, top: 130 },
    ],
  },
  {
    name: 'hero',
    tint: '#E0EAD8',
    width: 1200,
    height: 1200,
    widths: [1200, 800],
    items: [
      { scene: 'plant', size: 740, left: 510, top: 130 },
      { scene: 'lamp', size: 800, left: -80, top: 20 },
      { scene: 'mug', size: 520, left: 330, top: 650 },
    ],
  },
  {
    name: 'sign-in',
    tint: '#E0EAD8',
    width: 900,
    height: 1200,
    widths: [900, 600],
    items: [{ scene: 'lamp', size: 1040, left: -70, top: 150 }],
  },
];

/** The backdrop of a scene fades into the tint towards its border, so that scenes join without an edge. */
async function faded(folder, { scene, size, left, top }, group) {
  const inset = size * 0.09;
  const side = size - 2 * inset;
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <filter id="blur" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${size * 0.035}"/></filter>
    <rect x="${inset}" y="${inset}" width="${side}" height="${side}" rx="${size / 4}" filter="url(#blur)"/></svg>`;
  const square = await sharp(join(folder, `${scene}.png`))
    .resize(size, size)
    .ensureAlpha()
    .png()
    .toBuffer();
  const soft = await sharp(square)
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const cut = { left: Math.max(0, -left), top: Math.max(0, -top) };
  const width = Math.min(size - cut.left, group.width - Math.max(0, left));
  const height = Math.min(size - cut.top, group.height - Math.max(0, top));
  const input = await sharp(soft)
    .extract({ ...cut, width, height })
    .png()
    .toBuffer();
  return { input, left: Math.max(0, left), top: Math.max(0, top) };
}

async function compose(folder, group) {
  const { width, height, tint: background } = group;
  const layers = [];
  for (const item of group.items) layers.push(await faded(folder, item, group));
  const picture = await sharp({ create: { width, height, channels: 3, background } })
    .composite(layers)
    .png()
    .toBuffer();
  for (const each of group.widths) {
    const file = join(target, `${group.name}-${each}.avif`);
    const { size } = await sharp(picture).removeAlpha().resize(each).avif(avif).toFile(file);
    console.log(`${group.name}-${each}.avif: ${size} bytes`);
  }
}

const folder = process.argv[2];
if (!folder) throw new Error('usage: node scripts/compose-pictures.mjs FOLDER_OF_RENDERS');
await mkdir(target, { recursive: true });
for (const group of groups) await compose(folder, group);
