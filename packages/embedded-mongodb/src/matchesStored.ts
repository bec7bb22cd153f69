import { matches, type Condition } from './matcher';
import type { StoredDocument } from './records';
import { compileFieldReader, type ReadFields } from './storedFields';

/** The top-level fields that a condition reads; undefined if it reads the whole document. */
export function topFields(condition: Condition): string[] | undefined {
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

const readers = new WeakMap<Condition, ReadFields | undefined>();

function readerOf(condition: Condition): ReadFields | undefined {
  if (!readers.has(condition)) {
    const names = topFields(condition);
    readers.set(condition, names && compileFieldReader(names));
  }
  return readers.get(condition);
}

/** Like `matches`, but decodes only the fields of a stored document that the condition reads. */
export function matchesStored(condition: Condition, stored: StoredDocument): boolean {
  return matches(condition, stored.fieldsBy(readerOf(condition)));
}
