import { isDocument } from './values';

function own(value: unknown, part: string): unknown {
  return isDocument(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

const arrayIndexPattern = /^(0|[1-9]\d*)$/;

/** `isElement`: the last part of the path is an array position. */
type Visit = (value: unknown, isElement: boolean) => boolean;

/**
 * Calls `visit` with every value at a dotted path: through the documents inside arrays and, by number, through array
 * positions; with undefined where the path ends early. Stops when `visit` returns true and returns whether it did.
 */
export function visitPath(document: unknown, parts: readonly string[], visit: Visit, at = 0): boolean {
  const part = parts[at];
  if (part === undefined) return visit(document, false);
  if (Array.isArray(document)) return visitArray(document, parts, visit, at);
  if (!isDocument(document)) return visit(undefined, false);
  const next = own(document, part);
  if (next === undefined && !Object.hasOwn(document, part)) return visit(undefined, false);
  return visitPath(next, parts, visit, at + 1);
}

function visitArray(array: unknown[], parts: readonly string[], visit: Visit, at: number): boolean {
  const part = parts[at] ?? '';
  let found = false;
  if (arrayIndexPattern.test(part) && Number(part) < array.length) {
    const item = array[Number(part)];
    // The path cannot continue below a scalar at a position.
    const isLast = at === parts.length - 1;
    found = isLast || isDocument(item) || Array.isArray(item);
    if (found && (isLast ? visit(item, true) : visitPath(item, parts, visit, at + 1))) return true;
  }
  for (const item of array) {
    if (!isDocument(item)) continue;
    found = true;
    if (visitPath(item, parts, visit, at)) return true;
  }
  return found ? false : visit(missingValue, false);
}

/** Marks a path that crosses an array without a matching element: not even a missing field. */
export const missingValue = Symbol('nothing');

/** The value at a path without arrays on the way, or undefined. */
export function valueAt(document: unknown, path: string): unknown {
  let value: unknown = document;
  for (const part of path.split('.')) value = own(value, part);
  return value;
}

export function isPositional(part: string): boolean {
  return arrayIndexPattern.test(part);
}
