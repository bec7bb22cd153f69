import { Decimal128, Double, Int32, Long } from 'bson';
import { Context, evalExpr, ProcessingMode } from 'mingo/core';
import * as accumulator from 'mingo/operators/accumulator';
import * as expression from 'mingo/operators/expression';
import * as pipeline from 'mingo/operators/pipeline';
import * as projection from 'mingo/operators/projection';
import * as query from 'mingo/operators/query';
import type { AnyObject, Options } from 'mingo/types';
import { badValue, MongoServerError } from './errors';
import { compareValues } from './keyEncoding';
import { isDocument, typeOf, type Doc } from './values';
import { BSONType } from './BSONType';

const typeNameOf = (value: unknown): string => (value === undefined ? 'missing' : BSONType[typeOf(value)]);

type Operator = (document: unknown, operand: unknown, options: Options) => unknown;

function pair(operator: (order: number) => unknown): Operator {
  return (document, operand, options) => {
    const [a, b] = evalExpr(document as AnyObject, operand as AnyObject, options) as unknown[];
    return operator(compareValues(a, b));
  };
}

/** Operators mingo has wrong across BSON types: they go first, because mingo never overrides one that is there. */
const corrected = {
  $eq: pair((order) => order === 0),
  $ne: pair((order) => order !== 0),
  $gt: pair((order) => order > 0),
  $gte: pair((order) => order >= 0),
  $lt: pair((order) => order < 0),
  $lte: pair((order) => order <= 0),
  $cmp: pair((order) => Math.sign(order)),
  $type: ((document, operand, options) =>
    typeNameOf(evalExpr(document as AnyObject, operand as AnyObject, options))) as Operator,
};

type Operators = NonNullable<Parameters<typeof Context.init>[0]>;

const context = Context.init({ expression: corrected } as unknown as Operators);
context.addExpressionOps(expression as unknown as Parameters<Context['addExpressionOps']>[0]);
context.addAccumulatorOps(accumulator as unknown as Parameters<Context['addAccumulatorOps']>[0]);
context.addPipelineOps(pipeline as unknown as Parameters<Context['addPipelineOps']>[0]);
context.addProjectionOps(projection as unknown as Parameters<Context['addProjectionOps']>[0]);
context.addQueryOps(query as unknown as Parameters<Context['addQueryOps']>[0]);

export function mingoOptions(variables: Doc = {}): Options {
  return {
    idKey: '_id',
    processingMode: ProcessingMode.CLONE_OFF,
    useStrictMode: true,
    scriptEnabled: false,
    failOnError: true,
    variables,
    context,
  } as unknown as Options;
}

/** mingo calculates with JavaScript's numbers: everything that fits one becomes one. */
export function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Long) {
    const number = value.toNumber();
    return typeOf(value) === BSONType.long && Number.isSafeInteger(number) ? number : value;
  }
  if (value instanceof Decimal128) return value;
  if (!isDocument(value)) return value;
  const plain: Doc = {};
  for (const [name, field] of Object.entries(value)) plain[name] = toPlain(field);
  return plain;
}

export function evaluateExpression(expr: unknown, document: Doc, variables: Doc = {}): unknown {
  checkOperators(expr);
  try {
    const plainVariables = toPlain(variables) as Doc;
    return evalExpr(toPlain(document) as AnyObject, toPlain(expr) as AnyObject, mingoOptions(plainVariables));
  } catch (error) {
    if (error instanceof MongoServerError) throw error;
    throw badValue(error instanceof Error ? error.message : String(error));
  }
}

const checked = new WeakSet();

/** An expression mingo does not know would be taken for a literal: refuse it. */
export function checkOperators(expr: unknown): void {
  if (typeof expr !== 'object' || expr === null || checked.has(expr)) return;
  if (Array.isArray(expr)) expr.forEach(checkOperators);
  else if (isDocument(expr)) {
    for (const [name, operand] of Object.entries(expr)) {
      if (name === '$literal') continue;
      if (name.startsWith('$') && !(name in expression) && !(name in accumulator) && !(name in corrected)) {
        throw new MongoServerError('Location168', `Unrecognized expression '${name}'`);
      }
      checkOperators(operand);
    }
  }
  checked.add(expr);
}
