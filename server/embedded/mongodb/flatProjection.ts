import { endOfElement } from './elements';
import { isDocument, isTruthy, toNumber } from './values';

type ProjectBytes = (bytes: Uint8Array) => Uint8Array | undefined;

const END = 0;
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
      const end = endOfElement(buffer[at] ?? END, buffer, nameEnd + 1);
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
