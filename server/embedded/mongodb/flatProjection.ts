import { isDocument, isTruthy, toNumber } from './values';

type ProjectBytes = (bytes: Uint8Array) => Uint8Array | undefined;

const END = 0;
/** Bytes of the values whose size their type tells. */
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
/** And of those that begin with their length: how many more than it says. */
const extras: Readonly<Record<number, number>> = { 0x02: 4, 0x03: 0, 0x04: 0, 0x05: 5, 0x0d: 4, 0x0e: 4 };

/** Where the value at `at` ends; undefined for the rare types that are left to the decoder. */
function endOf(type: number, buffer: Buffer, at: number): number | undefined {
  const size = sizes[type];
  if (size !== undefined) return at + size;
  const extra = extras[type];
  return extra === undefined ? undefined : at + buffer.readInt32LE(at) + extra;
}

/** The top-level fields to keep or to leave out, when a projection (that is valid) is about nothing else. */
function flatFields(spec: unknown): { names: Set<string>; keeps: boolean } | undefined {
  if (!isDocument(spec)) return undefined;
  const { _id: id, ...rest } = spec;
  const entries = Object.entries(rest);
  const [first] = entries;
  const isFlat = ([name, value]: [string, unknown]) =>
    !/[.$]/.test(name) && (typeof value === 'boolean' || toNumber(value) !== undefined);
  if (!first && isFlat(['_id', id]) && isTruthy(id)) return { names: new Set(['_id']), keeps: true };
  if (!first || !entries.every(isFlat) || (id !== undefined && !isFlat(['_id', id]))) return undefined;
  const keeps = isTruthy(first[1]);
  if (entries.some(([, value]) => isTruthy(value) !== keeps)) return undefined;
  const names = entries.map(([name]) => Buffer.from(name).toString('latin1'));
  const isIdNamed = keeps ? id === undefined || isTruthy(id) : id !== undefined && !isTruthy(id);
  return { names: new Set(isIdNamed ? ['_id', ...names] : names), keeps };
}

/** Projects stored bytes without decoding them; undefined where a projection, or a document, needs more than that. */
export function compileFlatProjection(spec: unknown): ProjectBytes | undefined {
  const fields = flatFields(spec);
  if (!fields) return undefined;
  const { names, keeps } = fields;
  return (bytes) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const parts: Buffer[] = [];
    let at = 4;
    // What is behind the last field that is kept, however long, need not be looked at.
    while (buffer[at] !== END && !(keeps && parts.length === names.size)) {
      const nameEnd = buffer.indexOf(0, at + 1);
      const end = endOf(buffer[at] ?? END, buffer, nameEnd + 1);
      if (end === undefined) return undefined;
      if (names.has(buffer.toString('latin1', at + 1, nameEnd)) === keeps) parts.push(buffer.subarray(at, end));
      at = end;
    }
    const length = parts.reduce((sum, part) => sum + part.length, 5);
    const projected = Buffer.allocUnsafe(length);
    projected.writeInt32LE(length);
    let to = 4;
    for (const part of parts) to += part.copy(projected, to);
    projected[to] = END;
    return projected;
  };
}
