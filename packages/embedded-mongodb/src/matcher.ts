import { BSONRegExp } from 'bson';
import { bitsTest } from './bits';
import { BSONType } from './BSONType';
import { badValue, failedToParse, MongoServerError, notSupported } from './errors';
import { compileExpression } from './expressions/compile';
import { compareValues, keyTypes, sameValue, typeRank } from './keyEncoding';
import { missingValue, visitPath } from './paths';
import { compileRegex, type CompiledRegex } from './regex';
import { isDocument, isTruthy, regexParts, toNumber, typeOf, type Doc } from './values';
import { integerPart } from './integerPart';

export type Comparison = '$eq' | '$gt' | '$gte' | '$lt' | '$lte';

/**
 * A condition on one path; the planner reads `operator` and `operand`, the matcher calls `test` with each value found.
 */
export interface PathCondition {
  kind: 'path';
  path: string;
  parts: string[];
  operator: Comparison | '$in' | '$regex' | '$exists' | '$elemMatchValue' | '$elemMatch' | 'other';
  operand: unknown;
  regexes: CompiledRegex[];
  /** Whether array elements are tested in addition to the array itself, unless the path ends with a position. */
  expand: boolean;
  test: (value: unknown) => boolean;
  /** The conditions of a $elemMatch on the element (values) or on its fields (documents). */
  children: Condition[];
}

export type Condition =
  | PathCondition
  | { kind: 'and' | 'or' | 'nor'; children: Condition[] }
  | { kind: 'not'; child: Condition }
  | { kind: 'test'; test: (document: unknown) => boolean };

export interface MatchContext {
  variables?: Doc;
}

export function matches(condition: Condition, document: unknown): boolean {
  switch (condition.kind) {
    case 'path':
      return matchesPath(condition, document);
    case 'and':
      return condition.children.every((child) => matches(child, document));
    case 'or':
      return condition.children.some((child) => matches(child, document));
    case 'nor':
      return !condition.children.some((child) => matches(child, document));
    case 'not':
      return !matches(condition.child, document);
    case 'test':
      return condition.test(document);
  }
}

function matchesPath(condition: PathCondition, document: unknown): boolean {
  const { test, expand } = condition;
  return visitPath(document, condition.parts, (value, isElement) => {
    if (test(value)) return true;
    return expand && !isElement && Array.isArray(value) && value.some((item) => test(item));
  });
}

export function compileFilter(filter: unknown, context: MatchContext = {}): Condition {
  if (!isDocument(filter)) throw badValue('the match filter must be an expression in an object');
  return compileDocument(filter, context);
}

function compileDocument(filter: Doc, context: MatchContext): Condition {
  const children: Condition[] = [];
  for (const [name, operand] of Object.entries(filter)) {
    if (name.startsWith('$')) {
      const child = compileTopLevel(name, operand, context);
      if (child) children.push(child);
    } else children.push(...compileField(name, operand, context));
  }
  const flat = children.flatMap((child) => (child.kind === 'and' ? child.children : [child]));
  return flat.length === 1 && flat[0] ? flat[0] : { kind: 'and', children: flat };
}

function compileTopLevel(name: string, operand: unknown, context: MatchContext): Condition | undefined {
  switch (name) {
    case '$and':
    case '$or':
    case '$nor': {
      if (!Array.isArray(operand)) throw badValue(`${name} must be an array`);
      if (operand.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
      const children = operand.map((part) => {
        if (!isDocument(part)) throw badValue('$or/$and/$nor entries need to be full objects');
        return compileDocument(part, context);
      });
      return { kind: name.slice(1) as 'and' | 'or' | 'nor', children };
    }
    case '$expr': {
      const { variables = {} } = context;
      const evaluate = compileExpression(operand, Object.keys(variables));
      return { kind: 'test', test: (document) => isTruthy(evaluate({ root: document as Doc, variables })) };
    }
    case '$comment':
      return undefined;
    case '$text':
      throw new MongoServerError('IndexNotFound', 'text index required for $text query');
    case '$where':
    case '$jsonSchema':
    case '$sampleRate':
      throw notSupported(name);
    default:
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function isOperatorDocument(value: unknown): value is Doc {
  if (!isDocument(value)) return false;
  const first = Object.keys(value)[0];
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first);
}

function compileField(path: string, operand: unknown, context: MatchContext): Condition[] {
  if (isOperatorDocument(operand)) return compileOperators(path, operand, context);
  return regexParts(operand) ? [regexCondition(path, [compileRegex(operand)])] : [equality(path, operand)];
}

function compileOperators(path: string, operators: Doc, context: MatchContext): Condition[] {
  const conditions: Condition[] = [];
  for (const [name, operand] of Object.entries(operators)) {
    if (name === '$options') {
      if (!('$regex' in operators)) throw badValue('$options needs a $regex');
      continue;
    }
    const condition =
      name === '$regex'
        ? regexCondition(path, [compileRegex(operand, operators['$options'] as string | undefined)])
        : compileOperator(path, name, operand, context);
    if (condition) conditions.push(condition);
  }
  return conditions;
}

function base(
  path: string,
  operator: PathCondition['operator'],
  operand: unknown,
  test: (value: unknown) => boolean,
): PathCondition {
  return {
    kind: 'path',
    path,
    parts: path === '' ? [''] : path.split('.'),
    operator,
    operand,
    test,
    expand: true,
    regexes: [],
    children: [],
  };
}

function compileOperator(path: string, name: string, operand: unknown, context: MatchContext): Condition | undefined {
  switch (name) {
    case '$eq':
      return equality(path, operand);
    case '$ne':
      if (regexParts(operand)) throw badValue("Can't have regex as arg to $ne.");
      return { kind: 'not', child: equality(path, operand) };
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return comparison(path, name, operand);
    case '$in':
      return inCondition(path, '$in', operand);
    case '$nin':
      return { kind: 'not', child: inCondition(path, '$nin', operand) };
    case '$exists':
      return existsCondition(path, operand);
    case '$not':
      return { kind: 'not', child: notOperand(path, operand, context) };
    case '$all':
      return allCondition(path, operand, context);
    case '$elemMatch':
      return elemMatchCondition(path, operand, context);
    case '$size':
      return sizeCondition(path, operand);
    case '$type':
      return typeCondition(path, operand);
    case '$mod':
      return modCondition(path, operand);
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      return base(path, 'other', operand, bitsTest(name, operand));
    case '$comment':
      return undefined;
    default:
      throw badValue(`unknown operator: ${name}`);
  }
}

export function equality(path: string, operand: unknown): PathCondition {
  if (operand === undefined) throw badValue('cannot compare to undefined');
  const test =
    operand === null
      ? (value: unknown): boolean => value === null || value === undefined
      : (value: unknown): boolean => value !== missingValue && value !== undefined && sameValue(value, operand);
  return base(path, '$eq', operand, test);
}

function isNaNValue(value: unknown): boolean {
  return Number.isNaN(toNumber(value) ?? 0);
}

function comparison(path: string, operator: '$gt' | '$gte' | '$lt' | '$lte', operand: unknown): PathCondition {
  if (regexParts(operand)) throw badValue(`Can't have RegEx as arg to predicate over field '${path}'.`);
  const rank = typeRank(operand);
  const orEqual = operator.endsWith('e');
  const greater = operator.startsWith('$g');
  if (rank === keyTypes.null) {
    return base(path, operator, operand, (value) => orEqual && (value === null || value === undefined));
  }
  const bracketed = rank !== keyTypes.minKey && rank !== keyTypes.maxKey;
  // Everything is between MinKey and MaxKey, including missing fields.
  const holdsMissing = rank === keyTypes.minKey ? greater : rank === keyTypes.maxKey && !greater;
  const nan = isNaNValue(operand);
  return base(path, operator, operand, (value) => {
    if (value === missingValue) return false;
    if (value === undefined) return holdsMissing;
    if (bracketed && typeRank(value) !== rank) return false;
    if (rank === keyTypes.number && (nan || isNaNValue(value))) return orEqual && nan && isNaNValue(value);
    const order = compareValues(value, operand);
    return order === 0 ? orEqual : greater ? order > 0 : order < 0;
  });
}

function regexTest(regex: CompiledRegex): (value: unknown) => boolean {
  return (value) => {
    if (typeof value === 'string') return regex.test(value);
    const stored = value instanceof BSONRegExp ? value : undefined;
    return stored !== undefined && stored.pattern === regex.pattern && stored.options === regex.options;
  };
}

function regexCondition(path: string, regexes: CompiledRegex[]): PathCondition {
  const tests = regexes.map(regexTest);
  return { ...base(path, '$regex', undefined, (value) => tests.some((test) => test(value))), regexes };
}

function inCondition(path: string, name: string, operand: unknown): PathCondition {
  if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
  if (operand.some(isOperatorDocument)) throw badValue(`cannot nest $ under ${name}`);
  const regexes = operand.filter((item) => regexParts(item)).map((item) => compileRegex(item));
  const values = operand.filter((item) => !regexParts(item));
  const tests = [...regexes.map(regexTest), ...values.map((value) => equality(path, value).test)];
  return { ...base(path, '$in', values, (value) => tests.some((test) => test(value))), regexes };
}

function existsCondition(path: string, operand: unknown): Condition {
  const exists = {
    ...base(path, '$exists', true, (value) => value !== undefined && value !== missingValue),
    expand: false,
  };
  return isTruthy(operand) ? exists : { kind: 'not', child: exists };
}

function notOperand(path: string, operand: unknown, context: MatchContext): Condition {
  if (regexParts(operand)) return regexCondition(path, [compileRegex(operand)]);
  if (!isDocument(operand)) throw badValue('$not needs a regex or a document');
  if (Object.keys(operand).length === 0) throw badValue('$not cannot be empty');
  if (!isOperatorDocument(operand)) throw badValue('$not needs a regex or a document');
  return { kind: 'and', children: compileOperators(path, operand, context) };
}

function allCondition(path: string, operand: unknown, context: MatchContext): Condition {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  if (operand.length === 0) return { kind: 'test', test: () => false };
  const ofElements = operand.filter((item) => isDocument(item) && '$elemMatch' in item).length;
  if (ofElements > 0 && ofElements < operand.length) throw badValue('$all/$elemMatch has to be consistent');
  const children = operand.map((item): Condition => {
    if (isDocument(item) && '$elemMatch' in item) return elemMatchCondition(path, item['$elemMatch'], context);
    if (isOperatorDocument(item)) throw badValue('no $ expressions in $all');
    return regexParts(item) ? regexCondition(path, [compileRegex(item)]) : equality(path, item);
  });
  return children.length === 1 && children[0] ? children[0] : { kind: 'and', children };
}

function elemMatchCondition(path: string, operand: unknown, context: MatchContext): PathCondition {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  const first = Object.keys(operand)[0];
  const onValues =
    isOperatorDocument(operand) && first !== undefined && !['$and', '$or', '$nor', '$expr'].includes(first);
  const children = onValues
    ? compileOperators('', operand, context).map(ofValueAlone)
    : [compileDocument(operand, context)];
  const element = onValues
    ? (item: unknown): boolean => children.every((child) => matches(child, { '': item }))
    : (item: unknown): boolean => children.every((child) => matchesElement(child, item));
  const test = (value: unknown): boolean => Array.isArray(value) && value.some(element);
  return { ...base(path, onValues ? '$elemMatchValue' : '$elemMatch', operand, test), expand: false, children };
}

/** A nested array matches as a document whose fields are its positions. */
function matchesElement(condition: Condition, element: unknown): boolean {
  if (Array.isArray(element)) return matches(condition, { ...element });
  return isDocument(element) && matches(condition, element);
}

/** Tests an element; a nested array is tested as a whole, not by element. */
function ofValueAlone(condition: Condition): Condition {
  switch (condition.kind) {
    case 'path':
      return { ...condition, expand: false };
    case 'and':
    case 'or':
    case 'nor':
      return { ...condition, children: condition.children.map(ofValueAlone) };
    case 'not':
      return { ...condition, child: ofValueAlone(condition.child) };
    case 'test':
      return condition;
  }
}

function sizeCondition(path: string, operand: unknown): PathCondition {
  const size = toNumber(operand);
  if (size === undefined) throw failedToParse(`Failed to parse $size. Expected a number in: $size: ${String(operand)}`);
  if (!Number.isInteger(size)) throw failedToParse(`Failed to parse $size. Expected an integer: $size: ${size}`);
  if (size < 0) throw failedToParse(`Failed to parse $size. Expected a non-negative number in: $size: ${size}`);
  return { ...base(path, 'other', operand, (value) => Array.isArray(value) && value.length === size), expand: false };
}

function typeCondition(path: string, operand: unknown): PathCondition {
  const wanted = new Set<BSONType>();
  for (const item of Array.isArray(operand) ? operand : [operand]) {
    if (item === 'number')
      [BSONType.int, BSONType.double, BSONType.long, BSONType.decimal].forEach((type) => wanted.add(type));
    else wanted.add(typeNamed(item));
  }
  if (wanted.size === 0) throw failedToParse(`${path} must match at least one type`);
  return base(
    path,
    'other',
    operand,
    (value) => value !== undefined && value !== missingValue && wanted.has(typeOf(value)),
  );
}

function typeNamed(item: unknown): BSONType {
  const named = typeof item === 'string' ? BSONType[item as keyof typeof BSONType] : toNumber(item);
  if (typeof named !== 'number' || BSONType[named] === undefined) {
    throw badValue(
      typeof item === 'string' ? `Unknown type name alias: ${item}` : `Invalid numerical type code: ${String(item)}`,
    );
  }
  return named;
}

function modCondition(path: string, operand: unknown): PathCondition {
  if (!Array.isArray(operand) || operand.length < 2) throw badValue('malformed mod, not enough elements');
  if (operand.length > 2) throw badValue('malformed mod, too many elements');
  const [divisor, remainder] = operand.map((item) => integerPart(item)?.integer);
  if (divisor === undefined) throw badValue('malformed mod, divisor not a number');
  if (remainder === undefined) throw badValue('malformed mod, remainder not a number');
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  return base(path, 'other', operand, (value) => {
    const dividend = integerPart(value)?.integer;
    return dividend !== undefined && dividend % divisor === remainder;
  });
}
