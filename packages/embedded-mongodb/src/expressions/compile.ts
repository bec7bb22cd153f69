import { MongoServerError } from '../errors';
import { isDocument, setField, type Doc } from '../values';
import { arithmetic } from './arithmetic';
import { arrays } from './arrays';
import { comparison } from './comparison';
import { conditional } from './conditional';
import { conversions } from './conversions';
import { dateArithmetic } from './dateArithmetic';
import { dates } from './dates';
import { objects } from './objects';
import { locationError, type Compile, type Evaluate, type Operator, type Operators } from './operator';
import { patterns } from './patterns';
import { sets } from './sets';
import { statistics } from './statistics';
import { strings } from './strings';

/** The operators whose results were verified against MongoDB's documentation; no others are evaluated. */
export const operatorFamilies: Readonly<Record<string, Operators>> = {
  arithmetic,
  arrays,
  comparison,
  'conditions and variables': conditional,
  conversions,
  dates: { ...dates, ...dateArithmetic },
  objects,
  sets,
  'several values': statistics,
  strings: { ...strings, ...patterns },
};

const operators = new Map<string, Operator>(
  Object.values(operatorFamilies).flatMap((family) => Object.entries(family)),
);

/** Refuses unsupported and unknown operators by name. */
function unknownOperator(name: string): MongoServerError {
  return new MongoServerError(
    'InvalidPipelineOperator',
    `Unrecognized expression '${name}': the embedded database does not evaluate it`,
  );
}

function fieldNames(path: string): string[] {
  const names = path.split('.');
  if (names.includes('')) throw locationError(15998, 'FieldPath field names may not be empty strings.');
  const dollar = names.find((name) => name.startsWith('$'));
  if (dollar !== undefined)
    throw locationError(16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
  if (path.includes('\0')) throw locationError(16411, 'FieldPath field names may not contain null bytes.');
  return names;
}

function valueAt(value: unknown, names: readonly string[], at: number): unknown {
  const name = names[at];
  if (name === undefined) return value;
  if (Array.isArray(value)) return throughArray(value, names, at);
  return isDocument(value) && Object.hasOwn(value, name) ? valueAt(value[name], names, at + 1) : undefined;
}

function throughArray(array: readonly unknown[], names: readonly string[], at: number): unknown[] {
  return array
    .filter(isDocument)
    .map((item) => valueAt(item, names, at))
    .filter((found) => found !== undefined);
}

function compilePath(path: string, variableNames: ReadonlySet<string>): Evaluate {
  if (!path.startsWith('$$')) {
    const names = fieldNames(path.slice(1));
    const [only = ''] = names;
    if (names.length === 1) return ({ root }) => (Object.hasOwn(root, only) ? root[only] : undefined);
    return ({ root }) => valueAt(root, names, 0);
  }
  const [variable = '', ...names] = path.slice(2).split('.');
  if (names.length > 0) fieldNames(names.join('.'));
  if (variable === 'REMOVE') return () => undefined;
  if (!variableNames.has(variable) && !['ROOT', 'CURRENT'].includes(variable))
    throw locationError(17276, `Use of undefined variable: ${variable}`);
  if (variableNames.has(variable)) return ({ variables }) => valueAt(variables[variable], names, 0);
  return ({ root }) => valueAt(root, names, 0);
}

function compileObject(expression: Doc, compile: Compile): Evaluate {
  const fields = Object.entries(expression).map(([name, value]) => {
    if (name.startsWith('$'))
      throw locationError(15983, `An object representing an expression must have exactly one field, found '${name}'`);
    if (name.includes('.')) throw locationError(16412, "FieldPath field names may not contain '.'.");
    return [name, compile(value)] as const;
  });
  return (scope) => {
    const result: Doc = {};
    for (const [name, evaluate] of fields) {
      const value = evaluate(scope);
      if (value !== undefined) setField(result, name, value);
    }
    return result;
  };
}

/** The operator name of an expression document. */
function operatorName(expression: Doc): string | undefined {
  const [first, ...others] = Object.keys(expression);
  if (!first?.startsWith('$')) return undefined;
  if (others.length > 0)
    throw locationError(
      15983,
      `An object representing an expression must have exactly one field, found '${first}' and others`,
    );
  return first;
}

/** Whether an expression has the same value for every document. */
const constants = new WeakSet<Evaluate>();

function constant(value: unknown): Evaluate {
  const evaluate = () => value;
  constants.add(evaluate);
  return evaluate;
}

/** Operators that MongoDB evaluates for each document even with constant arguments. */
export const perDocumentOperators: readonly string[] = [
  '$filter',
  '$map',
  '$reduce',
  '$regexFind',
  '$regexFindAll',
  '$regexMatch',
  '$zip',
];

/**
 * Compiles an expression and refuses everything unsupported before any document is read. Constants are evaluated here,
 * so a failing constant fails even if its value is not needed.
 */
export function compileExpression(expression: unknown, variables: Iterable<string>): Evaluate {
  const variableNames = new Set(variables);
  if (typeof expression === 'string')
    return expression.startsWith('$') ? compilePath(expression, variableNames) : constant(expression);
  if (!Array.isArray(expression) && !isDocument(expression)) return constant(expression);
  let isConstant = true;
  const compile: Compile = (inner, ...names) => {
    const part = compileExpression(inner, names.length > 0 ? [...variableNames, ...names] : variableNames);
    isConstant &&= constants.has(part);
    return part;
  };
  const evaluate = compileParts(expression, compile);
  return isConstant && !isPerDocument(expression) ? constant(evaluate({ root: {}, variables: {} })) : evaluate;
}

const isPerDocument = (expression: object): boolean => perDocumentOperators.includes(Object.keys(expression)[0] ?? '');

function compileParts(expression: unknown[] | Doc, compile: Compile): Evaluate {
  if (Array.isArray(expression)) {
    const items = expression.map((item) => compile(item));
    return (scope) => items.map((item) => item(scope) ?? null);
  }
  const name = operatorName(expression);
  if (name === undefined) return compileObject(expression, compile);
  const operator = operators.get(name);
  if (!operator) throw unknownOperator(name);
  return operator(expression[name], compile, name);
}

export function evaluateExpression(expression: unknown, root: Doc, variables: Readonly<Doc> = {}): unknown {
  return compileExpression(expression, Object.keys(variables))({ root, variables });
}
