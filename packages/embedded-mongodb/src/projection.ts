import { badValue, MongoServerError, typeMismatch } from './errors';
import { compileExpression } from './expressions/compile';
import type { Evaluate } from './expressions/operator';
import { addField } from './fieldOrder';
import { compileFilter, matches } from './matcher';
import { isDocument, isTruthy, setField, toNumber, type Doc } from './values';

type Project = (document: Doc) => Doc;

interface Node {
  /** Leaf: keep or drop the whole value. */
  whole?: boolean;
  slice?: { skip: number; limit: number };
  elemMatch?: (items: unknown[]) => unknown[] | undefined;
  expression?: Evaluate;
  children: Map<string, Node>;
}

const newNode = (): Node => ({ children: new Map() });

function nodeAt(root: Node, path: string): Node {
  let node = root;
  for (const part of path.split('.')) {
    if (part === '') throw new MongoServerError('Location40353', "FieldPath must not end with a '.'.");
    if (node.whole !== undefined) throw new MongoServerError('Location31249', `Path collision at ${path}`);
    let child = node.children.get(part);
    if (!child) node.children.set(part, (child = newNode()));
    node = child;
  }
  if (node.children.size > 0 || node.whole !== undefined) {
    throw new MongoServerError('Location31250', `Path collision at ${path}`);
  }
  return node;
}

function parseSlice(operand: unknown): { skip: number; limit: number } {
  if (Array.isArray(operand)) {
    const limit = toNumber(operand[1]);
    if (limit === undefined || limit <= 0)
      throw new MongoServerError('FailedToParse', 'First argument to $slice must be positive');
    return { skip: toNumber(operand[0]) ?? 0, limit };
  }
  const count = toNumber(operand);
  if (count === undefined) throw typeMismatch('$slice only supports numbers and [skip, limit] arrays');
  return count < 0 ? { skip: count, limit: -count } : { skip: 0, limit: count };
}

function applySlice(items: unknown[], { skip, limit }: { skip: number; limit: number }): unknown[] {
  const from = skip < 0 ? Math.max(0, items.length + skip) : skip;
  return items.slice(from, from + limit);
}

/** Flattens { a: { b: 1 } } to a.b, except for expressions. */
function* leaves(spec: Doc, prefix = ''): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(spec)) {
    const isNested = isDocument(value) && !Object.keys(value).some((key) => key.startsWith('$'));
    if (isNested && Object.keys(value).length === 0) {
      throw new MongoServerError(
        'Location51024',
        'An empty sub-projection is not a valid value. Found empty object at path',
      );
    }
    if (isNested) yield* leaves(value, `${prefix}${name}.`);
    else yield [prefix + name, value];
  }
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || toNumber(value) !== undefined;
}

/** Compiles a projection of find or $project; undefined if it changes nothing. */
export function compileProjection(spec: unknown, variables: Doc = {}): Project | undefined {
  if (spec === undefined) return undefined;
  if (!isDocument(spec)) throw typeMismatch('Expected field projection to be of type object');
  const root = newNode();
  let inclusion: boolean | undefined;
  let idFlag: boolean | undefined;
  for (const [path, value] of leaves(spec)) {
    if (path === '_id' && isFlag(value)) {
      idFlag = isTruthy(value);
      continue;
    }
    const kind = addLeaf(nodeAt(root, path), path, value, variables);
    if (kind === undefined) continue;
    if (inclusion !== undefined && inclusion !== kind) throw mixed(path, inclusion);
    inclusion = kind;
  }
  if (root.children.size === 0 && idFlag === undefined) return undefined;
  const including = inclusion ?? (root.children.size === 0 && idFlag === true);
  if (including ? idFlag !== false && !root.children.has('_id') : idFlag === false)
    nodeAt(root, '_id').whole = including;
  return including ? (document) => include(root, document, document, variables) : (document) => exclude(root, document);
}

function mixed(path: string, inclusion: boolean): MongoServerError {
  return inclusion
    ? new MongoServerError('Location31254', `Cannot do exclusion on field ${path} in inclusion projection`)
    : new MongoServerError('Location31253', `Cannot do inclusion on field ${path} in exclusion projection`);
}

/** Adds a leaf and returns whether it includes (true), excludes (false) or allows either. */
function addLeaf(node: Node, path: string, value: unknown, variables: Doc): boolean | undefined {
  if (path.endsWith('.$') || path === '$') throw badValue('positional projection is not supported');
  if (isFlag(value)) {
    node.whole = isTruthy(value);
    return node.whole;
  }
  if (isDocument(value) && '$slice' in value && !(Array.isArray(value['$slice']) && value['$slice'].length === 3)) {
    const operand = value['$slice'];
    if (!Array.isArray(operand) || toNumber(operand[0]) !== undefined) {
      node.slice = parseSlice(operand);
      return undefined;
    }
  }
  if (isDocument(value) && '$elemMatch' in value) {
    const condition = compileFilter({ v: { $elemMatch: value['$elemMatch'] } });
    node.elemMatch = (items) => {
      const found = items.find((item) => matches(condition, { v: [item] }));
      return found === undefined ? undefined : [found];
    };
    return true;
  }
  node.expression = compileExpression(value, Object.keys(variables));
  return true;
}

function transform(node: Node, value: unknown): unknown {
  if (node.slice) return Array.isArray(value) ? applySlice(value, node.slice) : value;
  if (node.elemMatch) return Array.isArray(value) ? node.elemMatch(value) : undefined;
  return value;
}

function include(node: Node, document: Doc, root: Doc, variables: Doc): Doc {
  const result: Doc = {};
  const order = Object.keys(document);
  if (node.children.has('_id') && order.includes('_id')) order.unshift('_id');
  for (const name of new Set(order)) {
    const child = node.children.get(name);
    if (!child || child.expression !== undefined) continue;
    const value = includeValue(child, document[name], root, variables);
    if (value !== undefined) addField(result, name, value);
  }
  addComputed(node, result, root, variables);
  return result;
}

function includeValue(child: Node, value: unknown, root: Doc, variables: Doc): unknown {
  if (child.whole) return value;
  if (child.slice || child.elemMatch) return transform(child, value);
  if (Array.isArray(value))
    return value.map((item) => includeValue(child, item, root, variables)).filter((item) => item !== undefined);
  if (isDocument(value)) return include(child, value, root, variables);
  // A computed field replaces a scalar on its path.
  return hasExpression(child) ? include(child, {}, root, variables) : undefined;
}

function addComputed(node: Node, result: Doc, root: Doc, variables: Doc): void {
  for (const [name, child] of node.children) {
    if (child.expression !== undefined) {
      const value = child.expression({ root, variables });
      if (value !== undefined) addField(result, name, value);
    } else if (child.children.size > 0 && !Object.hasOwn(result, name) && hasExpression(child)) {
      const nested: Doc = {};
      addComputed(child, nested, root, variables);
      addField(result, name, nested);
    }
  }
}

function hasExpression(node: Node): boolean {
  return node.expression !== undefined || [...node.children.values()].some(hasExpression);
}

function exclude(node: Node, document: Doc): Doc {
  const result: Doc = {};
  for (const [name, value] of Object.entries(document)) {
    const child = node.children.get(name);
    if (!child) setField(result, name, value);
    else if (child.whole === undefined) {
      const kept = excludeValue(child, value);
      if (kept !== undefined) setField(result, name, kept);
    }
  }
  return result;
}

function excludeValue(child: Node, value: unknown): unknown {
  if (child.slice || child.elemMatch) return transform(child, value);
  if (Array.isArray(value)) return value.map((item) => excludeValue(child, item));
  return isDocument(value) ? exclude(child, value) : value;
}
