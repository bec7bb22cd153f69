import { ByteReader } from './byteReader';

export interface RebuiltGlyphs {
  /** The table glyf. */
  readonly outlines: Buffer;
  /** The table loca. */
  readonly offsets: Buffer;
  /** Of each glyph; 0 of one without an outline. */
  readonly leftEdges: readonly number[];
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

interface Streams {
  readonly contours: ByteReader;
  readonly points: ByteReader;
  readonly flags: ByteReader;
  readonly glyphs: ByteReader;
  readonly composites: ByteReader;
  readonly boxes: ByteReader;
  readonly instructions: ByteReader;
}

/** Outlines are stored in one stream per kind of value (WOFF2, 5.1). */
export function rebuildGlyphs(table: Buffer): RebuiltGlyphs {
  const reader = new ByteReader(table, 4);
  const count = reader.uint16();
  const isLong = reader.uint16() !== 0;
  const lengths = Array.from({ length: 7 }, () => reader.uint32());
  const [contours, points, flags, glyphs, composites, boxes, instructions] = lengths.map(
    (length) => new ByteReader(reader.bytes(length)),
  ) as [ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader];
  const hasBox = boxes.bytes(4 * Math.floor((count + 31) / 32));
  const streams: Streams = { contours, points, flags, glyphs, composites, boxes, instructions };
  const outlines: Buffer[] = [];
  for (let glyph = 0; glyph < count; glyph += 1) {
    const isBoxed = (((hasBox[glyph >> 3] ?? 0) >> (7 - (glyph & 7))) & 1) === 1;
    outlines.push(readGlyph(streams, isBoxed ? boxes.bytes(8) : null));
  }
  return {
    outlines: Buffer.concat(outlines),
    offsets: offsetsOf(outlines, isLong),
    leftEdges: outlines.map((outline) => (outline.length === 0 ? 0 : outline.readInt16BE(2))),
  };
}

function offsetsOf(outlines: readonly Buffer[], isLong: boolean): Buffer {
  const table = Buffer.alloc((outlines.length + 1) * (isLong ? 4 : 2));
  let [at, offset] = [0, 0];
  for (const length of [...outlines.map((outline) => outline.length), 0]) {
    at = isLong ? table.writeUInt32BE(offset, at) : table.writeUInt16BE(offset / 2, at);
    offset += length;
  }
  return table;
}

/** In the format of the table glyf, padded to an even length. */
function readGlyph(streams: Streams, box: Buffer | null): Buffer {
  const contours = streams.contours.int16();
  if (contours === 0) return Buffer.alloc(0);
  const parts = contours < 0 ? readComposite(streams) : readSimple(streams, contours);
  const head = Buffer.alloc(2);
  head.writeInt16BE(contours);
  const glyph = Buffer.concat([head, box ?? parts.box, ...parts.body]);
  return glyph.length % 2 === 0 ? glyph : Buffer.concat([glyph, Buffer.alloc(1)]);
}

interface Parts {
  readonly box: Buffer;
  readonly body: readonly Buffer[];
}

const moreComponents = 0x20;
const hasInstructions = 0x100;

/** Composites always have a bounding box. */
function readComposite({ composites, glyphs, instructions }: Streams): Parts {
  const start = composites.at;
  let all = 0;
  let flags = moreComponents;
  while ((flags & moreComponents) !== 0) {
    flags = composites.uint16();
    all |= flags;
    // Glyph index, offset (bytes or words), and scale.
    const scale = (flags & 0x8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0;
    composites.bytes(2 + ((flags & 1) !== 0 ? 4 : 2) + scale);
  }
  const length = composites.at - start;
  composites.at = start;
  const components = composites.bytes(length);
  const hints = (all & hasInstructions) !== 0 ? hintsOf(glyphs, instructions) : [];
  return { box: Buffer.alloc(8), body: [components, ...hints] };
}

function hintsOf(glyphs: ByteReader, instructions: ByteReader): Buffer[] {
  const length = glyphs.short255();
  return [words([length]), instructions.bytes(length)];
}

function readSimple(streams: Streams, contours: number): Parts {
  const ends: number[] = [];
  let count = 0;
  for (let contour = 0; contour < contours; contour += 1) {
    count += streams.points.short255();
    ends.push(count - 1);
  }
  const points = readPoints(streams, count);
  return {
    box: boxOf(points),
    body: [words(ends), ...hintsOf(streams.glyphs, streams.instructions), ...encode(points)],
  };
}

function readPoints({ flags, glyphs }: Streams, count: number): Point[] {
  let [x, y] = [0, 0];
  return Array.from({ length: count }, () => {
    const flag = flags.uint8();
    const [dx, dy] = readStep(flag & 127, glyphs);
    x += dx;
    y += dy;
    return { x, y, isOnCurve: flag < 128 };
  });
}

const signed = (value: number, flag: number): number => ((flag & 1) !== 0 ? value : -value);

/** The delta to the next point in variable length (WOFF2, 5.2). */
function readStep(flag: number, bytes: ByteReader): readonly [dx: number, dy: number] {
  const first = bytes.uint8();
  if (flag < 10) return [0, signed(((flag & 14) << 7) + first, flag)];
  if (flag < 20) return [signed((((flag - 10) & 14) << 7) + first, flag), 0];
  if (flag < 84) {
    const [base, from] = [flag - 20, first];
    return [signed(1 + (base & 0x30) + (from >> 4), flag), signed(1 + ((base & 0x0c) << 2) + (from & 15), flag >> 1)];
  }
  const second = bytes.uint8();
  if (flag < 120) {
    const base = flag - 84;
    const [high, low] = [Math.floor(base / 12), (base % 12) >> 2];
    return [signed(1 + (high << 8) + first, flag), signed(1 + (low << 8) + second, flag >> 1)];
  }
  const third = bytes.uint8();
  if (flag < 124) return [signed((first << 4) + (second >> 4), flag), signed(((second & 15) << 8) + third, flag >> 1)];
  return [signed((first << 8) + second, flag), signed((third << 8) + bytes.uint8(), flag >> 1)];
}

function boxOf(points: readonly Point[]): Buffer {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return words([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
}

/** Flags, then x and y deltas in two bytes each, without compression. */
function encode(points: readonly Point[]): Buffer[] {
  const steps = (of: (point: Point) => number) =>
    words(points.map((point, index) => of(point) - (index === 0 ? 0 : of(points[index - 1] ?? point))));
  return [Buffer.from(points.map(({ isOnCurve }) => (isOnCurve ? 1 : 0))), steps(({ x }) => x), steps(({ y }) => y)];
}

function words(values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeInt16BE(value, index * 2));
  return buffer;
}
