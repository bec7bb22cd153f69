import { bufferOf, eachElement, nameFinder } from './elements';
import { compileProjection } from './projection';
import type { StoredDocument } from './records';
import { encode, isDocument, isTruthy, toNumber, type Doc } from './values';

type ProjectBytes = (bytes: Uint8Array) => Uint8Array | undefined;

/** The top-level fields that a valid projection keeps or drops, if it consists of nothing else. */
function flatFields(spec: unknown): { names: string[]; isInclusion: boolean } | undefined {
  if (!isDocument(spec)) return undefined;
  const { _id: id, ...rest } = spec;
  const entries = Object.entries(rest);
  const [first] = entries;
  const isFlat = ([name, value]: [string, unknown]) =>
    !/[.$]/.test(name) && (typeof value === 'boolean' || toNumber(value) !== undefined);
  if (!first && isFlat(['_id', id]) && isTruthy(id)) return { names: ['_id'], isInclusion: true };
  if (!first || !entries.every(isFlat) || (id !== undefined && !isFlat(['_id', id]))) return undefined;
  const isInclusion = isTruthy(first[1]);
  if (entries.some(([, value]) => isTruthy(value) !== isInclusion)) return undefined;
  const names = entries.map(([name]) => name);
  const isIdNamed = isInclusion ? id === undefined || isTruthy(id) : id !== undefined && !isTruthy(id);
  return { names: isIdNamed ? ['_id', ...names] : names, isInclusion };
}

/** The top-level fields that a projection keeps, if it consists of nothing else. */
export function includedFields(spec: unknown): readonly string[] | undefined {
  const fields = flatFields(spec);
  return fields?.isInclusion ? fields.names : undefined;
}

/** Compiles a projection to run on encoded bytes; undefined if the projection, or a document, requires decoding. */
export function compileFlatProjection(spec: unknown): ProjectBytes | undefined {
  const fields = flatFields(spec);
  if (!fields) return undefined;
  const { names, isInclusion } = fields;
  const find = nameFinder(names);
  return (bytes) => {
    const buffer = bufferOf(bytes);
    /** Start and end of each kept field: creating a view for each would take longer than copying it. */
    const ranges: number[] = [];
    let length = 5;
    const isWhole = eachElement(buffer, 0, (_, nameAt, valueAt, end) => {
      if (find(buffer, nameAt, valueAt - 1) >= 0 === isInclusion) {
        ranges.push(nameAt - 1, end);
        length += end - nameAt + 1;
      }
      // Stop after the last kept field, because the rest may be long.
      return !isInclusion || ranges.length < 2 * names.length;
    });
    if (!isWhole) return undefined;
    const projected = Buffer.allocUnsafe(length);
    projected.writeInt32LE(length);
    let to = 4;
    for (let i = 0; i < ranges.length; i += 2) to += buffer.copy(projected, to, ranges[i], ranges[i + 1]);
    projected[to] = 0;
    return projected;
  };
}

/**
 * Projects a stored document and decodes it only if the projection requires it; without a projection returns the stored
 * bytes.
 */
export function compileStoredProjection(spec: unknown, variables: Doc): (stored: StoredDocument) => Uint8Array {
  const project = compileProjection(spec, variables);
  if (!project) return ({ bytes }) => bytes;
  const flat = compileFlatProjection(spec);
  return (stored) => flat?.(stored.bytes) ?? encode(project(stored.document));
}
