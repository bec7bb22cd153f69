import { randomInt } from 'node:crypto';
import { calculateObjectSize, Int32, Long } from 'bson';
import { badValue, failedToParse, MongoServerError, notSupported } from './errors';
import { compileExpression } from './expressions/compile';
import type { Evaluate } from './expressions/operator';
import { addField, isWholeNumber } from './fieldOrder';
import { compileGroup, groupOfBucket } from './group';
import { compileFilter, matches, type Condition } from './matcher';
import { MemoryLimit } from './memoryLimit';
import { missingValue, valueAt, visitPath } from './paths';
import { compileProjection } from './projection';
import { parseSort, Sorter } from './sort';
import { checkFieldPath, checkStage } from './stageForms';
import { encode, isDocument, isTruthy, setField, toNumber, type Doc } from './values';

/** Documents in a pipeline; null marks a point where the consumer may yield to the event loop. */
export type DocStream = Iterable<Doc | null>;

export interface PipelineContext {
  database: string;
  variables: Doc;
  /** Runs a pipeline on a collection, for $lookup and $unionWith. */
  source: (collection: string, pipeline: Doc[], variables: Doc) => DocStream;
}

export type Stage = (input: DocStream) => DocStream;

function* mapDocs(input: DocStream, each: (document: Doc) => Doc | undefined): DocStream {
  for (const document of input) yield document ? (each(document) ?? null) : null;
}

function* sortDocs(input: DocStream, spec: unknown, limit: number): DocStream {
  const sorter = new Sorter<Doc>(parseSort(spec), limit);
  for (const document of input) {
    if (document) sorter.add(document, document, calculateObjectSize(document));
    yield null;
  }
  yield* sorter.result();
}

function* limitDocs(input: DocStream, limit: number): DocStream {
  let count = 0;
  for (const document of input) {
    yield document;
    if (document && ++count >= limit) return;
  }
}

function* skipDocs(input: DocStream, skip: number): DocStream {
  let count = 0;
  for (const document of input) yield document && count++ >= skip ? document : null;
}

/** Buffers all documents within the memory limit before it continues. */
function* collect(name: string, input: DocStream, finish: (documents: Doc[]) => Iterable<Doc>): DocStream {
  const documents: Doc[] = [];
  const limit = new MemoryLimit(name);
  for (const document of input) {
    if (document) documents.push(limit.keep(document));
    yield null;
  }
  yield* finish(documents);
}

/**
 * Returns a copy with a value at a path, in every element of arrays on the path; a scalar on the path becomes a
 * document.
 */
function withValue(holder: unknown, parts: readonly string[], value: unknown): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (Array.isArray(holder)) return holder.map((item) => withValue(item, parts, value));
  const copy: Doc = isDocument(holder) ? { ...holder } : {};
  const next = withValue(Object.hasOwn(copy, part) ? copy[part] : undefined, rest, value);
  if (next === undefined) delete copy[part];
  else addField(copy, part, next);
  return copy;
}

const withField = (document: Doc, path: string, value: unknown): Doc =>
  withValue(document, path.split('.'), value) as Doc;

const compileIn = (expression: unknown, { variables }: PipelineContext): Evaluate =>
  compileExpression(expression, Object.keys(variables));

function* flatFields(spec: Doc, prefix = ''): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(spec)) {
    const nested =
      isDocument(value) && Object.keys(value).length > 0 && !Object.keys(value).some((key) => key.startsWith('$'));
    if (nested) yield* flatFields(value, `${prefix}${name}.`);
    else yield [prefix + name, value];
  }
}

function addFields(name: string, spec: unknown, context: PipelineContext): Stage {
  if (!isDocument(spec)) throw new MongoServerError('Location40272', `${name} specification stage must be an object`);
  const { variables } = context;
  const fields = [...flatFields(spec)].map(([path, expression]) => {
    checkFieldPath(path);
    return [path, compileIn(expression, context)] as const;
  });
  checkCollisions(fields.map(([path]) => path));
  return (input) =>
    mapDocs(input, (document) =>
      fields.reduce(
        (result, [path, evaluate]) => withField(result, path, evaluate({ root: document, variables })),
        document,
      ),
    );
}

function checkCollisions(paths: readonly string[]): void {
  for (const [at, path] of paths.entries())
    if (paths.some((other, index) => index !== at && `${other}.`.startsWith(`${path}.`)))
      throw new MongoServerError('Location40176', `Invalid $addFields: two paths collide at ${path}`);
}

function* unwind(input: DocStream, operand: unknown): DocStream {
  const options = isDocument(operand) ? operand : { path: operand };
  const parts = String(options['path']).slice(1);
  const keep = isTruthy(options['preserveNullAndEmptyArrays']);
  const indexField = options['includeArrayIndex'];
  for (const document of input) {
    if (!document) {
      yield null;
      continue;
    }
    const value = valueAt(document, parts);
    const withIndex = (result: Doc, i: unknown): Doc =>
      typeof indexField === 'string' ? withField(result, indexField, i) : result;
    if (Array.isArray(value) && value.length > 0) {
      for (const [i, item] of value.entries()) yield withIndex(withField(document, parts, item), Long.fromNumber(i));
    } else if (Array.isArray(value) || value === null || value === undefined) {
      if (keep) yield withIndex(Array.isArray(value) ? withField(document, parts, undefined) : document, null);
    } else yield withIndex(document, null);
  }
}

function localValues(document: Doc, path: string): unknown[] {
  const values: unknown[] = [];
  visitPath(document, path.split('.'), (value) => {
    if (Array.isArray(value)) values.push(...(value as unknown[]));
    else values.push(value === undefined || value === missingValue ? null : value);
    return false;
  });
  return values.length > 0 ? values : [null];
}

/** As checkStage leaves it. */
interface Lookup {
  readonly from: string;
  readonly as: string;
  readonly localField?: string;
  readonly foreignField?: string;
  readonly pipeline?: Doc[];
  readonly let?: Doc;
}

function lookup(operand: unknown, context: PipelineContext): Stage {
  const { from, as, localField, foreignField, pipeline = [], let: letFields = {} } = operand as Lookup;
  const variables = Object.entries(letFields).map(
    ([name, expression]) => [name, compileIn(expression, context)] as const,
  );
  // Refused also where no document asks for it.
  compilePipeline(pipeline, { ...context, variables: { ...context.variables, ...letFields } });
  return (input) =>
    mapDocs(input, (document) => {
      const bound: Doc = { ...context.variables };
      for (const [name, evaluate] of variables)
        bound[name] = evaluate({ root: document, variables: context.variables });
      const match =
        localField !== undefined && foreignField !== undefined ? [joinMatch(document, localField, foreignField)] : [];
      const found: Doc[] = [];
      const limit = new MemoryLimit(`What $lookup found in ${from}`, 'Location4568');
      for (const row of context.source(from, [...match, ...pipeline], bound)) if (row) found.push(limit.keep(row));
      return withField(document, as, found);
    });
}

function joinMatch(document: Doc, localField: string, foreignField: string): Doc {
  const values = localValues(document, localField);
  return { $match: { [foreignField]: values.length === 1 ? { $eq: values[0] } : { $in: values } } };
}

function unionWith(operand: unknown, context: PipelineContext): Stage {
  const collection = isDocument(operand) ? operand['coll'] : operand;
  const pipeline = isDocument(operand) ? ((operand['pipeline'] ?? []) as Doc[]) : [];
  if (typeof collection !== 'string') throw failedToParse('the $unionWith specification must name a collection');
  compilePipeline(pipeline, context);
  return function* (input): DocStream {
    yield* input;
    yield* context.source(collection, pipeline, context.variables);
  };
}

function facet(operand: unknown, context: PipelineContext): Stage {
  const parts = Object.entries(operand as Record<string, Doc[]>).map(([name, pipeline]) => ({
    name,
    stage: compilePipeline(pipeline, context),
  }));
  return (input) =>
    collect('$facet', input, (documents) => {
      const result: Doc = {};
      const limit = new MemoryLimit('$facet', 'Location4031700');
      for (const { name, stage } of parts) {
        const rows: Doc[] = [];
        for (const row of stage(documents)) if (row) rows.push(limit.keep(row));
        setField(result, name, rows);
      }
      return [result];
    });
}

function replaceRoot(expression: unknown, context: PipelineContext): Stage {
  const evaluate = compileIn(expression, context);
  return (input) =>
    mapDocs(input, (document) => {
      const root = evaluate({ root: document, variables: context.variables });
      if (isDocument(root)) return root;
      throw new MongoServerError(
        'Location40228',
        `'newRoot' expression must evaluate to an object, but resulting value was: ${String(root)}`,
      );
    });
}

/** A uniform random sample of the given size (reservoir sampling). */
function sample(operand: unknown): Stage {
  const size = isDocument(operand) ? toNumber(operand['size']) : undefined;
  if (size === undefined || !Number.isInteger(size) || size <= 0)
    throw new MongoServerError('Location28747', 'size argument to $sample must be a positive integer');
  return function* draw(input) {
    const kept: Doc[] = [];
    const limit = new MemoryLimit('$sample');
    let seen = 0;
    for (const document of input) {
      if (document) {
        seen++;
        if (kept.length < size) kept.push(limit.keep(document));
        else {
          const at = randomInt(seen);
          if (at < size) kept[at] = limit.keep(document);
        }
      }
      yield null;
    }
    for (let last = kept.length; last > 0; last--) {
      const at = randomInt(last);
      const [chosen] = kept.splice(at, 1);
      yield chosen ?? null;
    }
  };
}

function wholeNumber(name: string, operand: unknown, least: number): number {
  const number = toNumber(operand);
  if (number === undefined || !Number.isInteger(number) || number < least) {
    throw new MongoServerError(
      'Location5107201',
      `invalid argument to ${name} stage: Expected a ${least > 0 ? 'positive' : 'non-negative'} number in: ${name}: ${String(operand)}`,
    );
  }
  return number;
}

const keepAll = (document: Doc): Doc => document;

/** The stages whose results were verified against MongoDB's documentation. */
const stageFactories: Readonly<Record<string, (operand: unknown, context: PipelineContext, stage: Doc) => Stage>> = {
  $addFields: (operand, context) => addFields('$addFields', operand, context),
  $bucket: (operand, context) => compilePipeline([{ $group: groupOfBucket(operand) }, { $sort: { _id: 1 } }], context),
  $count(_operand, _context, stage) {
    return counting(countResult(stage) ?? (() => []));
  },
  $documents() {
    throw badValue('$documents is only valid as the first stage of a database aggregation');
  },
  $facet: facet,
  $group(operand, { variables }, stage) {
    const result = countResult(stage);
    return result ? counting(result) : compileGroup(operand, variables);
  },
  $limit(operand) {
    const limit = wholeNumber('$limit', operand, 1);
    return (input) => limitDocs(input, limit);
  },
  $lookup: lookup,
  $match(operand, { variables }) {
    const condition: Condition = compileFilter(operand, { variables });
    return (input) => mapDocs(input, (document) => (matches(condition, document) ? document : undefined));
  },
  $project(operand, { variables }) {
    const project = compileProjection(operand, variables) ?? keepAll;
    return (input) => mapDocs(input, project);
  },
  $replaceRoot: (operand, context) => replaceRoot(isDocument(operand) ? operand['newRoot'] : undefined, context),
  $replaceWith: replaceRoot,
  $sample: sample,
  $set: (operand, context) => addFields('$set', operand, context),
  $skip(operand) {
    const skip = wholeNumber('$skip', operand, 0);
    return (input) => skipDocs(input, skip);
  },
  $sort(operand) {
    parseSort(operand);
    return (input) => sortDocs(input, operand, Infinity);
  },
  $sortByCount(operand, context) {
    const counted = { $group: { _id: groupKey(operand), count: { $sum: new Int32(1) } } };
    return compilePipeline([counted, { $sort: { count: -1 } }], context);
  },
  $unionWith: unionWith,
  $unset(operand) {
    const paths = Array.isArray(operand) ? operand : [operand];
    const project = compileProjection(Object.fromEntries(paths.map((path) => [path, 0]))) ?? keepAll;
    return (input) => mapDocs(input, project);
  },
  $unwind: (operand) => (input) => unwind(input, operand),
};

export const stageNames: readonly string[] = Object.keys(stageFactories);

/** Stages that are valid only at the start of a pipeline and use more than its documents. */
export const firstStages: readonly string[] = ['$collStats', '$indexStats', '$currentOp'];

/** MongoDB stages that are not supported. */
const unsupportedStages = new Set(
  (
    '$out $merge $bucketAuto $densify $fill $graphLookup $redact $setWindowFields $geoNear $search $listSessions ' +
    '$listLocalSessions'
  ).split(' '),
);

function compileStage(stage: Doc, context: PipelineContext): Stage {
  const [[name, operand] = ['', undefined], ...others] = Object.entries(stage);
  if (others.length > 0 || name === '')
    throw new MongoServerError(
      'Location40323',
      'A pipeline stage specification object must contain exactly one field.',
    );
  const compile = Object.hasOwn(stageFactories, name) ? stageFactories[name] : undefined;
  if (compile) {
    checkStage(name, operand);
    return compile(operand, context, stage);
  }
  if (name === '$changeStream')
    throw new MongoServerError(
      'Location40573',
      'The $changeStream stage is only supported on replica sets: the embedded database has no change streams',
    );
  if (firstStages.includes(name))
    throw new MongoServerError('Location40602', `${name} is only valid as the first stage in a pipeline`);
  if (unsupportedStages.has(name)) throw notSupported(`the stage ${name}`);
  throw new MongoServerError('Location40324', `Unrecognized pipeline stage name: '${name}'`);
}

function groupKey(operand: unknown): unknown {
  const isExpression =
    isDocument(operand) && Object.keys(operand).length === 1 && Object.keys(operand)[0]?.startsWith('$');
  if (isExpression || (typeof operand === 'string' && operand.startsWith('$'))) return operand;
  throw new MongoServerError(
    'Location40147',
    'the sortByCount field must be defined as a $-prefixed path or an expression',
  );
}

/**
 * The result of a stage that needs only the number of documents: $count, or a $group of all documents, which drivers
 * use for counting.
 */
export function countResult({ $count: field, $group: group }: Doc): ((count: number) => Doc[]) | undefined {
  if (typeof field === 'string' && field !== '') return (count) => (count > 0 ? [{ [field]: new Int32(count) }] : []);
  if (!isDocument(group)) return undefined;
  const { _id, ...fields } = group;
  const isOne = (value: unknown) => isDocument(value) && Object.keys(value).length === 1 && isInt32One(value['$sum']);
  if ((_id !== null && toNumber(_id) === undefined) || !Object.values(fields).every(isOne)) return undefined;
  // Names that $group refuses.
  if (Object.keys(fields).some((name) => isWholeNumber(name) || /^\$|\./.test(name))) return undefined;
  return (count) => {
    const sums = Object.keys(fields).map((name) => [name, new Int32(count)]);
    return count > 0 ? [{ _id, ...(Object.fromEntries(sums) as Doc) }] : [];
  };
}

const isInt32One = (value: unknown): boolean => value === 1 || (value instanceof Int32 && value.value === 1);

const counting = (result: (count: number) => Doc[]): Stage =>
  function* count(input) {
    let found = 0;
    for (const document of input) {
      if (document) found++;
      yield null;
    }
    yield* result(found);
  };

export function compilePipeline(pipeline: Doc[], context: PipelineContext): Stage {
  const stages: Stage[] = [];
  for (let i = 0; i < pipeline.length; i++) {
    const stage = pipeline[i] ?? {};
    const next = pipeline[i + 1];
    const limit = '$sort' in stage && next && '$limit' in next ? toNumber(next['$limit']) : undefined;
    if ('$sort' in stage) checkStage('$sort', stage['$sort']);
    if (limit) stages.push((input) => sortDocs(input, stage['$sort'], limit));
    else stages.push(compileStage(stage, context));
  }
  return (input) => stages.reduce((stream, stage) => stage(stream), input);
}

export function* toBytes(input: DocStream): Generator<Uint8Array | null, void, void> {
  for (const document of input) yield document ? encode(document) : null;
}
