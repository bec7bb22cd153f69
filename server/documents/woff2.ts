import { brotliDecompressSync } from 'node:zlib';
import { rebuildGlyphs, type RebuiltGlyphs } from './woff2Glyphs';
import { ByteReader } from './byteReader';

/** By the number that stands for each (WOFF2, 4.1). */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx ' +
  'BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty ' +
  'just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
).match(/.{4} ?/gs);
const arbitraryTag = 63;
const headerBytes = 48;

interface Table {
  readonly tag: string;
  readonly data: Buffer;
  readonly isTransformed: boolean;
}

/** Tables of variable fonts, which PDF embedding cannot handle. */
const ofVariation = new Set(['fvar', 'gvar', 'avar', 'HVAR', 'MVAR', 'STAT']);

/** Converts WOFF2 to TrueType at the default weight (https://www.w3.org/TR/WOFF2), since PDF embedding does not support WOFF2. */
export function fontOfWoff2(file: Buffer): Buffer {
  const tables = readTables(file);
  const glyf = tables.find(({ tag }) => tag === 'glyf');
  if (!glyf?.isTransformed) throw new Error('Only fonts with transformed outlines are read.');
  const glyphs = rebuildGlyphs(glyf.data);
  return buildFont(
    file.readUInt32BE(4),
    tables
      .filter(({ tag }) => !ofVariation.has(tag))
      .map(({ tag, data, isTransformed }) => [tag, rebuilt(tag, isTransformed ? data : null, glyphs) ?? data]),
  );

  function rebuilt(tag: string, transformed: Buffer | null, { outlines, offsets }: RebuiltGlyphs): Buffer | null {
    if (transformed === null) return null;
    if (tag === 'glyf') return outlines;
    if (tag === 'loca') return offsets;
    const hhea = tables.find((table) => table.tag === 'hhea')?.data;
    if (tag === 'hmtx' && hhea) return rebuildMetrics(transformed, hhea.readUInt16BE(34), glyphs.leftEdges);
    throw new Error(`The table ${tag} cannot be read.`);
  }
}

function readTables(file: Buffer): Table[] {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('This is no WOFF2 file.');
  const directory = new ByteReader(file, headerBytes);
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = directory.uint8();
    const index = flags & 63;
    const tag = index === arbitraryTag ? directory.text(4) : (knownTags?.[index] ?? '').slice(0, 4);
    const version = flags >> 6;
    const length = directory.base128();
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    return { tag, isTransformed, length: isTransformed ? directory.base128() : length };
  });
  const compressed = file.subarray(directory.at, directory.at + file.readUInt32BE(20));
  const all = new ByteReader(brotliDecompressSync(compressed));
  return entries.map(({ tag, isTransformed, length }) => ({ tag, isTransformed, data: all.bytes(length) }));
}

/** Left side bearings equal to the glyphs' left edges are omitted in the file. */
function rebuildMetrics(transformed: Buffer, proportional: number, leftEdges: readonly number[]): Buffer {
  const reader = new ByteReader(transformed);
  const flags = reader.uint8();
  const widths = Array.from({ length: proportional }, () => reader.uint16());
  const stored = (isOmitted: boolean, from: number, to: number) =>
    leftEdges.slice(from, to).map((edge) => (isOmitted ? edge : reader.int16()));
  const bearings = [
    ...stored((flags & 1) !== 0, 0, proportional),
    ...stored((flags & 2) !== 0, proportional, leftEdges.length),
  ];
  const table = Buffer.alloc(widths.length * 4 + (leftEdges.length - widths.length) * 2);
  let at = 0;
  bearings.forEach((bearing, index) => {
    if (index < widths.length) at = table.writeUInt16BE(widths[index] ?? 0, at);
    at = table.writeInt16BE(bearing, at);
  });
  return table;
}

const padded = (length: number): number => (length + 3) & ~3;

/** Assembles the tables, sorted by tag; checksums are left out, since readers ignore them. */
function buildFont(flavor: number, tables: (readonly [tag: string, data: Buffer])[]): Buffer {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const directory = Buffer.alloc(12 + 16 * sorted.length);
  directory.writeUInt32BE(flavor, 0);
  directory.writeUInt16BE(sorted.length, 4);
  let offset = directory.length;
  sorted.forEach(([tag, data], index) => {
    const entry = 12 + 16 * index;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(data.length, entry + 12);
    offset += padded(data.length);
  });
  const bodies = sorted.map(([, data]) => Buffer.concat([data, Buffer.alloc(padded(data.length) - data.length)]));
  return Buffer.concat([directory, ...bodies]);
}
