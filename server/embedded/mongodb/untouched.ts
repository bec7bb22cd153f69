import type { Index } from './catalog';
import { endOfElement } from './elements';

/** The top-level elements of a document by their names, as Latin-1; undefined where it takes a decoder to tell them apart. */
function elementsOf(bytes: Uint8Array): Map<string, Buffer> | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const elements = new Map<string, Buffer>();
  for (let at = 4; buffer[at] !== 0;) {
    const nameEnd = buffer.indexOf(0, at + 1);
    const end = endOfElement(buffer[at] ?? 0, buffer, nameEnd + 1);
    if (end === undefined) return undefined;
    elements.set(buffer.toString('latin1', at + 1, nameEnd), buffer.subarray(at, end));
    at = end;
  }
  return elements;
}

/** Tells of an index whether all that it looks at is, byte by byte, as it was: then its entries are too. */
export function untouchedBy(before: Uint8Array, after: Uint8Array): (index: Index) => boolean {
  const [old, now] = [elementsOf(before), elementsOf(after)];
  if (!old || !now) return () => false;
  const isSame = (path: string) => {
    const name = Buffer.from(path.split('.')[0] ?? '').toString('latin1');
    const [was, is] = [old.get(name), now.get(name)];
    return was && is ? was.equals(is) : was === is;
  };
  return ({ fields, partialFilterExpression }) => !partialFilterExpression && fields.every(({ path }) => isSame(path));
}
