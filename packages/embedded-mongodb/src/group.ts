import { calculateObjectSize } from 'bson';
import { accumulators, type Accumulator, type AccumulatorName } from './accumulators';
import { MongoServerError } from './errors';
import { compileExpression } from './expressions/compile';
import { fieldsOf, locationError, type Evaluate, type Scope } from './expressions/operator';
import { countOf } from './expressions/statistics';
import { sorterBy } from './expressions/arrays';
import { isWholeNumber, reorderedFields } from './fieldOrder';
import { encodeKey, sameValue, typeRank } from './keyEncoding';
import { MemoryLimit } from './memoryLimit';
import { isDocument, setField, type Doc } from './values';

type DocStream = Iterable<Doc | null>;
type Compile = (expression: unknown) => Evaluate;

/** Accumulates a column of a group and charges the memory limit for what it keeps. */
interface Column {
  add(scope: Scope): void;
  result(): unknown;
}

type OpenColumn = (limit: MemoryLimit) => Column;

/** Accumulators that keep several or all values. */
const keepingAccumulators = new Set(['$push', '$addToSet', '$firstN', '$lastN', '$maxN', '$minN', '$mergeObjects']);

function column(name: AccumulatorName, evaluate: Evaluate, n?: number): OpenColumn {
  return (limit) => {
    const accumulator: Accumulator = accumulators[name](n);
    return {
      add(scope) {
        const value = evaluate(scope);
        if (keepingAccumulators.has(name)) limit.add(calculateObjectSize({ value }));
        accumulator.add(value);
      },
      result: () => accumulator.result(),
    };
  };
}

const constant = (evaluate: Evaluate): unknown => evaluate({ root: {}, variables: {} });

/** $top, $bottom and their N variants: the output of the first or last documents in a sort order. */
function ordered(name: string, operand: unknown, compile: Compile): OpenColumn {
  const isMany = name.endsWith('N');
  const fields = fieldsOf(name, operand, ['sortBy', 'output', ...(isMany ? ['n'] : [])]);
  const { sortBy } = fields;
  if (!isDocument(sortBy)) throw locationError(5788005, `${name} requires 'sortBy' to be an object`);
  const isTop = name.startsWith('$top');
  const n = isMany ? countOf(constant(compile(fields['n'])), name) : 1;
  const output = compile(fields['output']);
  return (limit) => {
    const sorter = sorterBy<unknown>(sortBy, isTop ? n : Infinity);
    return {
      add(scope) {
        const value = output(scope) ?? null;
        limit.add(calculateObjectSize({ value }));
        sorter.add(value, scope.root);
      },
      result() {
        const all = sorter.result();
        const kept = isTop ? all.slice(0, n) : all.slice(-n);
        return isMany ? kept : (kept[0] ?? null);
      },
    };
  };
}

function compileColumn(field: string, given: unknown, compile: Compile): OpenColumn {
  if (field.includes('.')) throw locationError(40235, `The field name '${field}' cannot contain '.'`);
  if (field.startsWith('$')) throw locationError(40236, `The field name '${field}' cannot be an operator name`);
  if (!isDocument(given) || Object.keys(given).length === 0 || !Object.keys(given)[0]?.startsWith('$'))
    throw locationError(40234, `The field '${field}' must be an accumulator object`);
  const [[name, operand] = ['', undefined], ...others] = Object.entries(given);
  if (others.length > 0) throw locationError(40238, `The field '${field}' must specify one accumulator`);
  if (/^\$(top|bottom)N?$/.test(name)) return ordered(name, operand, compile);
  if (!Object.hasOwn(accumulators, name)) throw locationError(15952, `unknown group operator '${name}'`);
  const accumulatorName = name as AccumulatorName;
  if (name === '$count') {
    if (!isDocument(operand) || Object.keys(operand).length > 0)
      throw new MongoServerError('TypeMismatch', '$count takes no arguments, i.e. $count:{}');
    return column(accumulatorName, () => null);
  }
  if (name.endsWith('N')) {
    const { input, n } = fieldsOf(name, operand, ['input', 'n']);
    return column(accumulatorName, compile(input), countOf(constant(compile(n)), name));
  }
  if (Array.isArray(operand) && operand.length !== 1)
    throw locationError(40237, `The ${name} accumulator is a unary operator`);
  return column(accumulatorName, compile(Array.isArray(operand) ? operand[0] : operand));
}

interface Group {
  readonly id: unknown;
  readonly columns: readonly Column[];
}

/** Compiles a $group; groups are returned in order of first occurrence. */
export function compileGroup(spec: unknown, variables: Doc): (input: DocStream) => DocStream {
  if (!isDocument(spec)) throw locationError(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw locationError(15955, 'a group specification must include an _id');
  const compile: Compile = (expression) => compileExpression(expression, Object.keys(variables));
  const idOf = compile(spec['_id']);
  const fields = Object.entries(spec).filter(([name]) => name !== '_id');
  // Such fields would be ordered before the _id.
  if (fields.some(([name]) => isWholeNumber(name))) throw reorderedFields();
  const open = fields.map(([name, given]) => compileColumn(name, given, compile));
  return function* group(input) {
    const groups = new Map<string, Group>();
    const limit = new MemoryLimit('$group');
    for (const root of input) {
      if (root) {
        const scope = { root, variables };
        const id = idOf(scope) ?? null;
        const key = encodeKey(id).toString('latin1');
        let found = groups.get(key);
        if (!found) {
          limit.add(calculateObjectSize({ id }) + 64);
          found = { id, columns: open.map((each) => each(limit)) };
          groups.set(key, found);
        }
        for (const each of found.columns) each.add(scope);
      }
      yield null;
    }
    for (const { id, columns } of groups.values()) {
      const result: Doc = { _id: id };
      columns.forEach((each, at) => setField(result, fields[at]?.[0] ?? '', each.result()));
      yield result;
    }
  };
}

/** Rewrites a $bucket as a $group whose _id selects the range of a document. */
export function groupOfBucket(spec: unknown): Doc {
  if (!isDocument(spec)) throw locationError(40201, 'Argument to $bucket stage must be an object');
  for (const name of Object.keys(spec))
    if (!['groupBy', 'boundaries', 'default', 'output'].includes(name))
      throw locationError(40197, `Unrecognized option to $bucket: ${name}.`);
  const { groupBy, boundaries, output = { count: { $sum: 1 } } } = spec;
  if (groupBy === undefined || boundaries === undefined)
    throw locationError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  if (!(typeof groupBy === 'string' && groupBy.startsWith('$')) && !isDocument(groupBy))
    throw locationError(40202, "The $bucket 'groupBy' field must be defined as a $-prefixed path or an expression");
  if (!Array.isArray(boundaries)) throw locationError(40200, "The $bucket 'boundaries' field must be an array");
  if (boundaries.length < 2) throw locationError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  if (!isDocument(output)) throw locationError(40196, "The $bucket 'output' field must be an object");
  const limits = boundaries.map((boundary) => constant(compileExpression(boundary, [])));
  checkBoundaries(limits);
  const branches = limits.slice(0, -1).map((least, at) => ({
    case: { $and: [{ $gte: [groupBy, { $literal: least }] }, { $lt: [groupBy, { $literal: limits[at + 1] }] }] },
    then: { $literal: least },
  }));
  if (!('default' in spec)) return { _id: { $switch: { branches } }, ...output };
  const otherwise = constant(compileExpression(spec['default'], []));
  if (sortsWithin(otherwise, limits))
    throw locationError(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    );
  return { _id: { $switch: { branches, default: { $literal: otherwise } } }, ...output };
}

function checkBoundaries(limits: readonly unknown[]): void {
  for (const [at, limit] of limits.entries()) {
    const next = limits[at + 1];
    if (at + 1 === limits.length) return;
    if (typeRank(limit) !== typeRank(next))
      throw locationError(40193, 'All values in the the $bucket boundaries must have the same type.');
    if (sameValue(limit, next) || Buffer.compare(encodeKey(limit), encodeKey(next)) > 0)
      throw locationError(
        40194,
        "The 'boundaries' option to $bucket must be sorted, but elements are not in ascending order.",
      );
  }
}

function sortsWithin(value: unknown, limits: readonly unknown[]): boolean {
  const [key, least, most] = [value, limits[0], limits.at(-1)].map(encodeKey) as [Buffer, Buffer, Buffer];
  return typeRank(value) === typeRank(limits[0]) && Buffer.compare(key, least) >= 0 && Buffer.compare(key, most) < 0;
}
