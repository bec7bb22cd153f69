import { MongoServerError, badValue } from './errors';
import { addField } from './fieldOrder';
import { compileFilter, matches, type Condition } from './matcher';
import { isPositional } from './paths';
import { isDocument, type Doc } from './values';

export type ArrayFilters = Map<string, Condition>;

export function compileArrayFilters(filters: unknown): ArrayFilters {
  const compiled: ArrayFilters = new Map();
  if (filters === undefined) return compiled;
  for (const filter of filters as Doc[]) {
    const name = filterName(filter);
    if (!name)
      throw new MongoServerError(
        'FailedToParse',
        'Cannot use an expression without a top-level field name in arrayFilters',
      );
    if (compiled.has(name)) {
      throw new MongoServerError(
        'FailedToParse',
        `Found multiple array filters with the same top-level field name ${name}`,
      );
    }
    compiled.set(name, compileFilter(filter));
  }
  return compiled;
}

function filterName(filter: Doc): string | undefined {
  for (const [key, value] of Object.entries(filter)) {
    if (!key.startsWith('$')) return key.split('.')[0];
    const nested = Array.isArray(value) && isDocument(value[0]) ? filterName(value[0]) : undefined;
    if (nested) return nested;
  }
  return undefined;
}

/** The position of the element of the array at `path` that matched: the meaning of the positional operator $. */
export function matchedPosition(condition: Condition | undefined, document: Doc, path: string[]): number | undefined {
  const array = follow(document, path);
  if (!condition || !Array.isArray(array)) return undefined;
  const relevant = conditionsOn(condition, path.join('.'));
  if (relevant.length === 0) return undefined;
  const position = array.findIndex((item) => {
    const single = path.reduceRight<unknown>((value, part) => ({ [part]: value }), [item]);
    return relevant.every((part) => matches(part, single));
  });
  return position < 0 ? undefined : position;
}

function conditionsOn(condition: Condition, path: string): Condition[] {
  if (condition.kind === 'path')
    return condition.path === path || condition.path.startsWith(`${path}.`) ? [condition] : [];
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.children.flatMap((child) => conditionsOn(child, path));
  return [];
}

/** The value at a path through documents and, by number, arrays. */
export function follow(value: unknown, path: string[]): unknown {
  let current = value;
  for (const part of path) {
    current = Array.isArray(current) ? current[Number(part)] : child(isDocument(current) ? current : {}, part);
  }
  return current;
}

/** Replaces $, $[] and $[name] in a path by their positions in this document. */
export function expandPath(
  document: Doc,
  path: string,
  filters: ArrayFilters,
  position: (before: string[]) => number | undefined,
): string[][] {
  let paths: string[][] = [[]];
  for (const part of path.split('.')) {
    if (part === '$') {
      paths = paths.map((before) => {
        const found = position(before);
        if (found === undefined) {
          throw badValue('The positional operator did not find the match needed from the query.');
        }
        return [...before, String(found)];
      });
    } else if (part.startsWith('$[')) {
      paths = paths.flatMap((before) => expandElements(document, before, part.slice(2, -1), filters, path));
    } else paths = paths.map((before) => [...before, part]);
  }
  return paths;
}

function expandElements(
  document: Doc,
  before: string[],
  name: string,
  filters: ArrayFilters,
  path: string,
): string[][] {
  const array = follow(document, before);
  if (array === undefined) {
    throw badValue(`The path '${before.join('.')}' must exist in the document in order to apply array updates.`);
  }
  if (!Array.isArray(array)) throw badValue(`Cannot apply array updates to non-array element ${before.join('.')}`);
  const condition = name === '' ? undefined : filters.get(name);
  if (name !== '' && !condition) {
    throw badValue(`No array filter found for identifier '${name}' in path '${path}'`);
  }
  return array.flatMap((item, i) =>
    !condition || matches(condition, { [name]: item }) ? [[...before, String(i)]] : [],
  );
}

export interface Place {
  parent: Doc | unknown[];
  name: string;
}

function child(parent: Doc | unknown[], name: string): unknown {
  return Array.isArray(parent) ? parent[Number(name)] : Object.hasOwn(parent, name) ? parent[name] : undefined;
}

export function getPlace({ parent, name }: Place): unknown {
  return child(parent, name);
}

export function setPlace({ parent, name }: Place, value: unknown): void {
  if (!Array.isArray(parent)) {
    addField(parent, name, value);
    return;
  }
  const position = Number(name);
  while (parent.length < position) parent.push(null);
  parent[position] = value;
}

/** Resolves a path, or returns undefined if it does not exist; with `create` missing documents are added. */
export function locate(document: Doc, path: string[], create: boolean): Place | undefined {
  let parent: Doc | unknown[] = document;
  for (let at = 0; at < path.length; at++) {
    const name = path[at] ?? '';
    if (Array.isArray(parent) && !isPositional(name)) return create ? notViable(path, at, parent) : undefined;
    if (at === path.length - 1) return { parent, name };
    let next: unknown = child(parent, name);
    if (next === undefined && create) setPlace({ parent, name }, (next = {}));
    if (!isDocument(next) && !Array.isArray(next)) return create ? notViable(path, at + 1, next) : undefined;
    parent = next;
  }
  return undefined;
}

/** Throws if a path crosses a value that cannot have fields; a path that ends early is viable. */
export function checkViable(document: Doc, path: string[]): void {
  let value: unknown = document;
  for (const [at, name] of path.entries()) {
    if (value === undefined) return;
    if (!isDocument(value) && !(Array.isArray(value) && isPositional(name))) notViable(path, at, value);
    value = child(value, name);
  }
}

function notViable(path: string[], at: number, value: unknown): never {
  const name = path[at - 1] ?? '';
  throw new MongoServerError(
    'PathNotViable',
    `Cannot create field '${path[at] ?? ''}' in element {${name}: ${JSON.stringify(value)}}`,
  );
}
