import { BSONType } from '../BSONType';
import { failedToParse, MongoServerError } from '../errors';
import { isDocument, isNumber, toNumber, typeOf, type Doc } from '../values';

/** The scope of an evaluation: a document and bound variables. */
export interface Scope {
  readonly root: Doc;
  readonly variables: Readonly<Doc>;
}

/** Returns a BSON value; undefined for a missing one. */
export type Evaluate = (scope: Scope) => unknown;

/** Compiles an expression that may use these variables in addition to those of the outer scope. */
export type Compile = (expression: unknown, ...variables: readonly string[]) => Evaluate;

export type Operator = (operand: unknown, compile: Compile, name: string) => Evaluate;

export type Operators = Readonly<Record<string, Operator>>;

export function locationError(code: number, message: string): MongoServerError {
  return new MongoServerError(`Location${code}`, message);
}

export function typeName(value: unknown): string {
  return value === undefined ? 'missing' : BSONType[typeOf(value)];
}

export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function refuseCount(name: string, least: number, most: number, count: number): never {
  if (least === most)
    throw locationError(16020, `Expression ${name} takes exactly ${least} arguments. ${count} were passed in.`);
  throw locationError(
    28667,
    `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${count} were passed in.`,
  );
}

type Calculate = (values: readonly unknown[], name: string) => unknown;

/** An operator with a number of arguments between two limits. */
export function between(least: number, most: number, calculate: Calculate): Operator {
  return (operand, compile, name) => {
    const parts: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
    if (parts.length < least || parts.length > most) refuseCount(name, least, most, parts.length);
    const values = parts.map((part) => compile(part));
    // An optional argument that is written but evaluates to missing counts as null.
    const valueOf = (evaluate: Evaluate, index: number, scope: Scope): unknown => {
      const value = evaluate(scope);
      return value === undefined && index >= least ? null : value;
    };
    return (scope) =>
      calculate(
        values.map((value, index) => valueOf(value, index, scope)),
        name,
      );
  };
}

export const unary = (calculate: (value: unknown, name: string) => unknown): Operator =>
  between(1, 1, ([value], name) => calculate(value, name));

export const binary = (calculate: (a: unknown, b: unknown, name: string) => unknown): Operator =>
  between(2, 2, ([a, b], name) => calculate(a, b, name));

export const any = (calculate: Calculate): Operator => between(0, Infinity, calculate);

/** A unary operator that gives null for null. */
export const unaryOrNull = (calculate: (value: unknown, name: string) => unknown): Operator =>
  unary((value, name) => (isNullish(value) ? null : calculate(value, name)));

/** The fields of an operator's document, checked for unknown and missing ones. */
export function fieldsOf(
  name: string,
  operand: unknown,
  required: readonly string[],
  optional: readonly string[] = [],
): Doc {
  if (!isDocument(operand)) throw failedToParse(`${name} only supports an object as its argument`);
  const unknownField = Object.keys(operand).find((field) => !required.includes(field) && !optional.includes(field));
  if (unknownField !== undefined) throw failedToParse(`Unrecognized argument to ${name}: ${unknownField}`);
  const missing = required.find((field) => !(field in operand));
  if (missing !== undefined) throw failedToParse(`Missing '${missing}' parameter to ${name}`);
  return operand;
}

/** Evaluated arguments by name; null for one that is written and evaluates to missing. */
export interface Named {
  readonly [field: string]: unknown;
}

/** An operator with named arguments. */
export function named(
  required: readonly string[],
  optional: readonly string[],
  calculate: (values: Named, name: string) => unknown,
): Operator {
  return (operand, compile, name) => {
    const fields = Object.entries(fieldsOf(name, operand, required, optional)).map(
      ([field, expression]) => [field, compile(expression)] as const,
    );
    return (scope) => {
      const values = Object.fromEntries(fields.map(([field, evaluate]) => [field, evaluate(scope) ?? null]));
      return calculate(values, name);
    };
  };
}

/** An integer in any numeric type. */
export function wholeOf(value: unknown, refuse: () => Error): number {
  const number = isNumber(value) ? toNumber(value) : undefined;
  if (number === undefined || !Number.isSafeInteger(number)) throw refuse();
  return number;
}

export function int32Of(value: unknown, refuse: () => Error): number {
  const number = wholeOf(value, refuse);
  if (number !== (number | 0)) throw refuse();
  return number;
}

/** The start or end position of a search. */
export function searchBound(value: unknown, name: string, which: 'starting' | 'ending'): number {
  const at = int32Of(value, () =>
    locationError(40096, `${name} requires an integral ${which} index, found a value of type: ${typeName(value)}`),
  );
  if (at < 0) throw locationError(40097, `${name} requires a nonnegative ${which} index, found: ${at}`);
  return at;
}
