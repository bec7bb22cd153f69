import type { Index } from './catalog';
import { bufferOf, eachElement } from './elements';

/** The bytes of top-level elements by name, as Latin-1; undefined if the document needs the decoder. */
function elementsOf(bytes: Uint8Array): Map<string, Buffer> | undefined {
  const buffer = bufferOf(bytes);
  const elements = new Map<string, Buffer>();
  const isWhole = eachElement(buffer, 0, (_, nameAt, valueAt, end) => {
    elements.set(buffer.toString('latin1', nameAt, valueAt - 1), buffer.subarray(nameAt - 1, end));
    return true;
  });
  return isWhole ? elements : undefined;
}

/** Returns a test whether all fields of an index are byte for byte unchanged, and with them its entries. */
export function unchangedIndexFields(before: Uint8Array, after: Uint8Array): (index: Index) => boolean {
  const [old, now] = [elementsOf(before), elementsOf(after)];
  if (!old || !now) return () => false;
  const isSame = (path: string) => {
    const name = Buffer.from(path.split('.')[0] ?? '').toString('latin1');
    const [was, is] = [old.get(name), now.get(name)];
    return was && is ? was.equals(is) : was === is;
  };
  return ({ fields, partialFilterExpression }) => !partialFilterExpression && fields.every(({ path }) => isSame(path));
}
