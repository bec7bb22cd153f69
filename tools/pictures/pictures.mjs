// npm run pictures [-- SLUG... | --sheet | --check] [--jobs N]: renders the demo pictures whose scene, studio or
// settings changed since they were committed. Finished pictures are saved at once, so a run can be stopped at any time.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hashOf, nameOf, readManifest, readPictures, studio } from './catalogue.mjs';
import { check } from './check.mjs';
import { encode } from './encode.mjs';
import { render, requireBlender } from './render.mjs';
import { makeSheets } from './sheet.mjs';

const { values: options, positionals: slugs } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, sheet: { type: 'boolean' }, jobs: { type: 'string' } },
});
const pictures = readPictures();
const manifest = readManifest();

function writeManifest() {
  const kept = pictures.map(nameOf).filter((name) => manifest[name]);
  const ordered = Object.fromEntries(kept.map((name) => [name, manifest[name]]));
  writeFileSync(join(studio, 'manifest.json'), `${JSON.stringify(ordered, null, 2)}\n`);
}

/** Named pictures are rendered even if unchanged. */
function wanted() {
  if (slugs.length === 0) return pictures.filter((each) => manifest[nameOf(each)]?.hash !== hashOf(each));
  const unknown = slugs.filter((slug) => !pictures.some((each) => each.slug === slug));
  if (unknown.length > 0) throw new Error(`pictures.json does not know ${unknown.join(', ')}`);
  return pictures.filter((each) => slugs.includes(each.slug));
}

/** A failed picture does not stop the others. */
async function attempt(picture) {
  const started = Date.now();
  // The hash of the sources before the render, which may change meanwhile.
  const hash = hashOf(picture);
  try {
    manifest[nameOf(picture)] = { ...(await encode(picture, await render(picture))), hash };
    writeManifest();
    return `${Math.round((Date.now() - started) / 1000)} s`;
  } catch (error) {
    process.exitCode = 1;
    return `failed: ${error.message}`;
  }
}

async function renderAll() {
  for (const each of pictures) {
    const entry = manifest[nameOf(each)];
    if (entry) entry.alt = each.alt;
  }
  writeManifest();
  const queue = wanted();
  if (queue.length === 0) return console.log('Every picture is up to date.');
  requireBlender();
  const total = queue.length;
  let done = 0;
  const work = async () => {
    for (let picture = queue.shift(); picture; picture = queue.shift()) {
      const took = await attempt(picture);
      done += 1;
      console.log(`${done} of ${total}  ${nameOf(picture)}  ${took}`);
    }
  };
  await Promise.all(Array.from({ length: Number(options.jobs ?? availableParallelism()) }, work));
}

async function report() {
  const faults = await check(pictures, manifest);
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? `${pictures.length} pictures are as they should be.` : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (options.check) await report();
else if (options.sheet) for (const path of await makeSheets(pictures)) console.log(path);
else await renderAll();
