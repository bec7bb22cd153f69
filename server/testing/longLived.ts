import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Call the callback before they return, and keep no reference to it. */
const synchronous = new Set([
  ...[
    'map',
    'filter',
    'forEach',
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'some',
    'every',
    'flatMap',
    'reduce',
  ],
  ...['reduceRight', 'sort', 'toSorted', 'from', 'fromAsync', 'replace', 'replaceAll', 'forEachChild', 'fromEntries'],
]);
const growing = new Set(['set', 'add', 'push', 'unshift', 'splice', 'append']);
const collections = new Set(['Map', 'Set', 'LRUCache']);

type Kind = 'collection' | 'literal';

/** Whether a value can grow: a collection, or an empty array or object. */
function kindOf(value: ts.Node | undefined): Kind | null {
  if (!value) return null;
  if (ts.isNewExpression(value) && collections.has(value.expression.getText())) return 'collection';
  if (ts.isArrayLiteralExpression(value) && value.elements.length === 0) return 'literal';
  if (ts.isObjectLiteralExpression(value) && value.properties.length === 0) return 'literal';
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value))
    return kindOf(value.expression);
  return null;
}

const functionAround = (node: ts.Node): ts.Node | undefined => ts.findAncestor(node.parent, ts.isFunctionLike);

function eachNode(root: ts.Node, visit: (node: ts.Node) => void): void {
  visit(root);
  ts.forEachChild(root, (child) => eachNode(child, visit));
}

/** Uses of the name outside its declaration: `name`, `this.name`, `x.name`. */
function usesOf(root: ts.Node, name: string, isProperty: boolean): ts.Node[] {
  const uses: ts.Node[] = [];
  eachNode(root, (node) => {
    if (isProperty && ts.isPropertyAccessExpression(node) && node.name.text === name) uses.push(node);
    if (isProperty || !ts.isIdentifier(node) || node.text !== name) return;
    const { parent } = node;
    const isNamed = ts.isVariableDeclaration(parent) && parent.name === node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    if (!isNamed && !isMember) uses.push(node);
  });
  return uses;
}

/** `x.push(…)`, `x[key] = …`, `x[key] ??= …`. */
function grows(use: ts.Node): boolean {
  const { parent } = use;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === use)
    return growing.has(parent.name.text) && ts.isCallExpression(parent.parent);
  if (!ts.isElementAccessExpression(parent) || parent.expression !== use) return false;
  const around = parent.parent;
  return ts.isBinaryExpression(around) && around.left === parent && /=$/.test(around.operatorToken.getText());
}

/** The name of a function, if it has one. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name?.text;
  const { parent } = node;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}

/** Whether a function may be called after its enclosing function has returned. */
function escapes(inner: ts.Node, within: ts.Node, seen: ReadonlySet<ts.Node> = new Set()): boolean {
  if (seen.has(inner)) return false;
  const { parent } = inner;
  if (ts.isCallExpression(parent) && parent.expression !== inner) {
    const { expression } = parent;
    const called = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    return !synchronous.has(called);
  }
  if (ts.isParenthesizedExpression(parent) && ts.isCallExpression(parent.parent)) return false;
  const name = nameOf(inner);
  if (name === undefined) return true;
  const known = new Set([...seen, inner]);
  return usesOf(within, name, false).some((use) => {
    if (use.parent === inner) return false;
    const { parent: around } = use;
    const isCalled = ts.isCallExpression(around) && around.expression === use;
    const isCallback =
      ts.isCallExpression(around) &&
      ts.isPropertyAccessExpression(around.expression) &&
      synchronous.has(around.expression.name.text);
    return !(isCalled || isCallback) || isInEscaping(use, within, known);
  });
}

function isInEscaping(use: ts.Node, within: ts.Node, seen?: ReadonlySet<ts.Node>): boolean {
  for (let around = functionAround(use); around && around !== within; around = functionAround(around))
    if (escapes(around, within, seen)) return true;
  return false;
}

function outlives(declared: ts.Node, name: string, kind: Kind, tree: ts.SourceFile): boolean {
  const isProperty = !ts.isVariableDeclaration(declared);
  const around = functionAround(declared);
  const uses = usesOf(isProperty || !around ? tree : around, name, isProperty);
  if (isProperty) return uses.some(grows);
  if (!around) return uses.some((use) => functionAround(use) !== undefined && (grows(use) || isHandedOn(use, kind)));
  return uses.some((use) => isInEscaping(use, around) && (kind === 'collection' || grows(use)));
}

/** Passed to another function, which may add to it. */
const isHandedOn = (use: ts.Node, kind: Kind) =>
  kind === 'collection' && ts.isCallExpression(use.parent) && use.parent.expression !== use;

/**
 * The collections, arrays and objects of a file that may outlive the call that creates them: those of a module, class
 * or object, and those used by a function that may be called later.
 */
export function longLivedIn(file: string): string[] {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  eachNode(tree, (node) => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node);
    if (!isNamed || !(ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name))) return;
    const kind = kindOf(node.initializer);
    if (kind !== null && outlives(node, node.name.text, kind, tree)) found.add(node.name.text);
  });
  return [...found];
}
