/** The byte size of BSON types with a fixed size. */
const sizes: Readonly<Record<number, number>> = {
  0x01: 8,
  0x06: 0,
  0x07: 12,
  0x08: 1,
  0x09: 8,
  0x0a: 0,
  0x10: 4,
  0x11: 8,
  0x12: 8,
  0x13: 16,
  0x7f: 0,
  0xff: 0,
};
/** For types with a length prefix, the bytes in addition to that length. */
const extras: Readonly<Record<number, number>> = {
  0x02: 4,
  0x03: 0,
  0x04: 0,
  0x05: 5,
  0x0c: 16,
  0x0d: 4,
  0x0e: 4,
  0x0f: 0,
};
const pattern = 0x0b;

/** The end of the value at `at`; undefined for an unknown BSON type. */
function endOfElement(type: number, buffer: Buffer, at: number): number | undefined {
  const size = sizes[type];
  if (size !== undefined) return at + size;
  // A regular expression is two C strings: pattern and options.
  if (type === pattern) return endOfName(buffer, endOfName(buffer, at) + 1) + 1;
  const extra = extras[type];
  return extra === undefined ? undefined : at + buffer.readInt32LE(at) + extra;
}

/** The end of the name at `at`. Names are short, so a loop over the bytes is faster than a call. */
function endOfName(buffer: Buffer, at: number): number {
  let end = at;
  while (buffer[end] !== 0 && end < buffer.length) end++;
  return end;
}

/**
 * Visits the elements of the document or array at `from` until a visitor returns false. Returns false if an element
 * needs the decoder to find its end.
 */
export function eachElement(
  buffer: Buffer,
  from: number,
  visit: (type: number, nameAt: number, valueAt: number, end: number) => boolean,
): boolean {
  for (let at = from + 4; buffer[at] !== 0;) {
    const type = buffer[at] ?? 0;
    const valueAt = endOfName(buffer, at + 1) + 1;
    const end = endOfElement(type, buffer, valueAt);
    if (end === undefined) return false;
    if (!visit(type, at + 1, valueAt, end)) break;
    at = end;
  }
  return true;
}

export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Finds the name at a position in a list of names and returns its index, or -1, without creating a string. */
export function nameFinder(names: readonly string[]): (buffer: Buffer, from: number, to: number) => number {
  const wanted = names.map((name) => Buffer.from(name));
  const holds = (buffer: Buffer, from: number, name: Buffer): boolean => {
    for (let at = 0; at < name.length; at++) if (name[at] !== buffer[from + at]) return false;
    return true;
  };
  return (buffer, from, to) => {
    const length = to - from;
    for (let i = 0; i < wanted.length; i++) {
      const name = wanted[i];
      if (name?.length === length && holds(buffer, from, name)) return i;
    }
    return -1;
  };
}
