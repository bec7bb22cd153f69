import { compileFlatProjection } from './flatProjection';
import { matches, type Condition } from './matcher';
import type { StoredDocument } from './records';
import { decode } from './values';

type ReadFields = (bytes: Uint8Array) => Uint8Array | undefined;

/** Undefined where a condition looks at the document as a whole. */
function topFields(condition: Condition): string[] | undefined {
  switch (condition.kind) {
    case 'path':
      return [condition.parts[0] ?? ''];
    case 'not':
      return topFields(condition.child);
    case 'test':
      return undefined;
    default: {
      const each = condition.children.map(topFields);
      return each.every((names) => names !== undefined) ? each.flat() : undefined;
    }
  }
}

function compileReader(condition: Condition): ReadFields | undefined {
  const names = topFields(condition);
  if (!names || names.length === 0) return undefined;
  const others = names.filter((name) => name !== '_id').map((name) => [name, 1]);
  return compileFlatProjection({ ...Object.fromEntries(others), _id: names.includes('_id') ? 1 : 0 });
}

const readers = new WeakMap<Condition, ReadFields | undefined>();

/** Like `matches`, but decodes no more of a stored document than the condition looks at. */
export function matchesStored(condition: Condition, stored: StoredDocument): boolean {
  if (stored.isDecoded) return matches(condition, stored.document);
  if (!readers.has(condition)) readers.set(condition, compileReader(condition));
  const fields = readers.get(condition)?.(stored.bytes);
  return matches(condition, fields ? decode(fields) : stored.document);
}
