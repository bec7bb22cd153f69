import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fontOfWoff2 } from './woff2';

/** A variable font: a subset of the shop's typeface. */
export interface Face {
  readonly name: string;
  readonly file: Buffer;
  readonly characters: ReadonlySet<number>;
}

/** Each character uses the first face that contains it. */
const parts = ['latin', 'latin-ext'] as const;
const requireHere = createRequire(import.meta.url);
let faces: Promise<readonly Face[]> | undefined;

/** Loaded with the first document. */
export function loadFaces(): Promise<readonly Face[]> {
  faces ??= Promise.all(parts.map(loadFace)).catch((error: unknown) => {
    faces = undefined;
    throw error;
  });
  return faces;
}

async function loadFace(name: string): Promise<Face> {
  const path = requireHere.resolve(`@fontsource-variable/figtree/files/figtree-${name}-wght-normal.woff2`);
  const file = fontOfWoff2(await readFile(path));
  return { name, file, characters: charactersOf(file) };
}

/** From the table cmap (OpenType, format 4). */
export function charactersOf(font: Buffer): ReadonlySet<number> {
  const cmap = tableOf(font, 'cmap');
  const places = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8));
  const place = places.find((at) => cmap.readUInt16BE(at) === 4);
  if (place === undefined) throw new Error('The font names no characters.');
  const bytes = cmap.readUInt16BE(place + 6);
  const characters = new Set<number>();
  for (let at = 0; at < bytes; at += 2) {
    const [end, start] = [cmap.readUInt16BE(place + 14 + at), cmap.readUInt16BE(place + 16 + bytes + at)];
    for (let character = start; character <= end && character < 0xffff; character += 1) characters.add(character);
  }
  return characters;
}

function tableOf(font: Buffer, tag: string): Buffer {
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    const offset = font.readUInt32BE(entry + 8);
    if (font.toString('latin1', entry, entry + 4) === tag)
      return font.subarray(offset, offset + font.readUInt32BE(entry + 12));
  }
  throw new Error(`The font has no table ${tag}.`);
}
