// node scripts/encode-pictures.mjs [FOLDER_OF_RENDERS]: the rendered scenes (when a folder is given) and the drawings of
// server/demo/drawings/ become the files of client/public/pictures/ (800 and 400 px AVIF, 800 px JPEG).
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const drawings = join(root, 'server/demo/drawings');
const target = join(root, 'client/public/pictures');
const byteLimits = { avif800: 32_000, avif400: 10_000 };

const slugOfScene = {
  headphones: 'stillwater-wireless-headphones',
  kettlebell: 'foundry-kettlebell-12-kg',
  lamp: 'alder-ceramic-table-lamp',
  mug: 'speckled-pour-over-set',
  plant: 'rubber-plant-in-clay-pot',
  sneaker: 'towpath-running-shoe',
  sweater: 'ember-crew-neck-sweater',
  tote: 'harbour-canvas-tote',
  watch: 'cadence-smart-watch',
  yogamat: 'morning-roll-yoga-mat',
};

async function sources(folderOfRenders) {
  const drawn = (await readdir(drawings)).filter((file) => file.endsWith('.svg'));
  const found = drawn.map((file) => ({ slug: basename(file, '.svg'), path: join(drawings, file) }));
  if (!folderOfRenders) return found;
  for (const file of await readdir(folderOfRenders)) {
    const slug = slugOfScene[basename(file, '.png')];
    if (slug) found.push({ slug, path: join(folderOfRenders, file) });
  }
  return found;
}

async function writeAvif(picture, slug, size) {
  const bytes = await picture
    .clone()
    .resize(size, size, { kernel: 'lanczos3' })
    .avif({ quality: 60, effort: 6, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const limit = byteLimits[`avif${size}`];
  if (bytes.length > limit) throw new Error(`${slug} at ${size} px has ${bytes.length} bytes; the limit is ${limit}`);
  await writeFile(join(target, `${slug}-1-${size}.avif`), bytes);
  return bytes.length;
}

async function encode({ slug, path }) {
  const picture = sharp(await sharp(path).resize(800, 800, { kernel: 'lanczos3' }).removeAlpha().png().toBuffer());
  const large = await writeAvif(picture, slug, 800);
  const small = await writeAvif(picture, slug, 400);
  await picture
    .clone()
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(join(target, `${slug}-1-800.jpg`));
  console.log(`${slug}: ${large} and ${small} bytes`);
}

await mkdir(target, { recursive: true });
for (const source of await sources(process.argv[2])) await encode(source);
