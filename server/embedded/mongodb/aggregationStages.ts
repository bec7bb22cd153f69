import { Aggregator } from 'mingo/aggregator';
import { calculateObjectSize, Int32 } from 'bson';
import type { AnyObject } from 'mingo/types';
import { badValue, failedToParse, MongoServerError, notSupported } from './errors';
import { checkOperators, evaluateExpression, mingoOptions, toPlain } from './expressions';
import { compileFilter, matches, type Condition } from './matcher';
import { MemoryLimit } from './memoryLimit';
import { NOTHING, visitPath } from './paths';
import { compileProjection } from './projection';
import { parseSort, Sorter } from './sort';
import { locate, setPlace, getPlace } from './updatePaths';
import { encode, isDocument, isTruthy, toNumber, type Doc } from './values';

/** Documents on their way through a pipeline; null where a reader may pause. */
export type DocStream = Iterable<Doc | null>;

export interface PipelineContext {
  database: string;
  variables: Doc;
  /** Runs a pipeline from a collection on, for $lookup and $unionWith. */
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

/** Keeps all documents, as far as they have room, before it goes on. */
function* collect(name: string, input: DocStream, finish: (documents: Doc[]) => Iterable<Doc>): DocStream {
  const documents: Doc[] = [];
  const limit = new MemoryLimit(name);
  for (const document of input) {
    if (document) documents.push(limit.keep(document));
    yield null;
  }
  yield* finish(documents);
}

function withField(document: Doc, path: string, value: unknown): Doc {
  const copy = { ...document };
  const parts = path.split('.');
  let parent: Doc = copy;
  for (const part of parts.slice(0, -1)) {
    const next = parent[part];
    const child: Doc = isDocument(next) ? { ...next } : {};
    parent[part] = child;
    parent = child;
  }
  const place = locate(parent, parts.slice(-1), true);
  if (place && value !== undefined) setPlace(place, value);
  else delete parent[parts.at(-1) ?? ''];
  return copy;
}

/** A field path keeps the value's exact type; anything else is calculated by mingo. */
function evaluate(expression: unknown, document: Doc, variables: Doc): unknown {
  if (typeof expression === 'string' && /^\$[^$.]+$/.test(expression)) return document[expression.slice(1)];
  if (expression === '$$ROOT' || expression === '$$CURRENT') return document;
  return evaluateExpression(expression, document, variables);
}

function* flatFields(spec: Doc, prefix = ''): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(spec)) {
    const nested =
      isDocument(value) && Object.keys(value).length > 0 && !Object.keys(value).some((key) => key.startsWith('$'));
    if (nested) yield* flatFields(value, `${prefix}${name}.`);
    else yield [prefix + name, value];
  }
}

function addFields(spec: unknown, { variables }: PipelineContext): Stage {
  if (!isDocument(spec)) throw failedToParse('$addFields specification stage must be an object');
  const fields = [...flatFields(spec)];
  return (input) =>
    mapDocs(input, (document) =>
      fields.reduce(
        (result, [path, expression]) => withField(result, path, evaluate(expression, document, variables)),
        document,
      ),
    );
}

function* unwind(input: DocStream, operand: unknown): DocStream {
  const options = isDocument(operand) ? operand : { path: operand };
  const path = options['path'];
  if (typeof path !== 'string' || !path.startsWith('$'))
    throw failedToParse("path option to $unwind stage should be prefixed with a '$'");
  const parts = path.slice(1);
  const keep = isTruthy(options['preserveNullAndEmptyArrays']);
  const indexField = options['includeArrayIndex'];
  for (const document of input) {
    if (!document) {
      yield null;
      continue;
    }
    const place = locate(document, parts.split('.'), false);
    const value = place && getPlace(place);
    const mark = (result: Doc, i: unknown): Doc =>
      typeof indexField === 'string' ? withField(result, indexField, i) : result;
    if (Array.isArray(value) && value.length > 0) {
      for (const [i, item] of value.entries()) yield mark(withField(document, parts, item), new Int32(i));
    } else if (Array.isArray(value) || value === null || value === undefined) {
      if (keep) yield mark(Array.isArray(value) ? withField(document, parts, undefined) : document, null);
    } else yield mark(document, null);
  }
}

function localValues(document: Doc, path: string): unknown[] {
  const values: unknown[] = [];
  visitPath(document, path.split('.'), (value) => {
    if (Array.isArray(value)) values.push(...(value as unknown[]));
    else values.push(value === undefined || value === NOTHING ? null : value);
    return false;
  });
  return values.length > 0 ? values : [null];
}

function lookup(operand: unknown, context: PipelineContext): Stage {
  if (!isDocument(operand)) throw failedToParse('the $lookup specification must be an Object');
  const { from, as, localField, foreignField } = operand as Record<string, string | undefined>;
  if (from === undefined || as === undefined) throw failedToParse('$lookup needs from and as');
  const pipeline = (operand['pipeline'] ?? []) as Doc[];
  const variables = isDocument(operand['let']) ? operand['let'] : {};
  return (input) =>
    mapDocs(input, (document) => {
      const bound: Doc = { ...context.variables };
      for (const [name, expression] of Object.entries(variables))
        bound[name] = evaluate(expression, document, context.variables);
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
  return function* (input): DocStream {
    yield* input;
    yield* context.source(collection, pipeline, context.variables);
  };
}

function facet(operand: unknown, context: PipelineContext): Stage {
  if (!isDocument(operand)) throw failedToParse('the $facet specification must be a non-empty object');
  const parts = Object.entries(operand).map(([name, pipeline]) => ({
    name,
    stage: compilePipeline(pipeline as Doc[], context),
  }));
  return (input) =>
    collect('$facet', input, (documents) => {
      const result: Doc = {};
      const limit = new MemoryLimit('$facet', 'Location4031700');
      for (const { name, stage } of parts) {
        const rows: Doc[] = [];
        for (const row of stage(documents)) if (row) rows.push(limit.keep(row));
        result[name] = rows;
      }
      return [result];
    });
}

function replaceRoot(expression: unknown, { variables }: PipelineContext): Stage {
  return (input) =>
    mapDocs(input, (document) => {
      const root = evaluate(expression, document, variables);
      if (isDocument(root)) return root;
      throw new MongoServerError(
        'Location40228',
        `'newRoot' expression must evaluate to an object, but resulting value was: ${String(root)}`,
      );
    });
}

/** Stages that make new documents of what their expressions name. */
const USE_NAMED_FIELDS = new Set(['$group', '$sortByCount', '$bucket', '$bucketAuto']);

/** The first names of the paths in an expression; undefined where it may mean the whole document. */
function fieldsIn(expression: unknown, found = new Set<string>()): Set<string> | undefined {
  if (typeof expression === 'string') {
    if (/^\$\$(ROOT|CURRENT)/.test(expression)) return undefined;
    if (/^\$[^$]/.test(expression)) found.add(expression.slice(1).split('.')[0] ?? '');
    return found;
  }
  const parts = Array.isArray(expression) ? expression : isDocument(expression) ? Object.values(expression) : [];
  return parts.every((part) => fieldsIn(part, found)) ? found : undefined;
}

function pick(document: Doc, fields: ReadonlySet<string>): Doc {
  return Object.fromEntries(Object.entries(document).filter(([name]) => fields.has(name)));
}

/** Stages that mingo calculates, on plain numbers. */
function byMingo(name: string, operand: unknown, { variables }: PipelineContext): Stage {
  checkOperators(operand);
  const stage = { [name]: toPlain(operand) };
  const fields = USE_NAMED_FIELDS.has(name) ? fieldsIn(operand) : undefined;
  const needed = (input: DocStream): DocStream =>
    fields ? mapDocs(input, (document) => pick(document, fields)) : input;
  return (input) =>
    collect(name, needed(input), (documents) => {
      const aggregator = new Aggregator([stage], mingoOptions(toPlain(variables) as Doc));
      return aggregator.run<Doc>(documents.map((document) => toPlain(document) as AnyObject)) as Doc[];
    });
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

function compileStage(stage: Doc, context: PipelineContext): Stage {
  const entries = Object.entries(stage);
  const [name, operand] = entries[0] ?? [''];
  if (entries.length !== 1)
    throw new MongoServerError(
      'Location40323',
      'A pipeline stage specification object must contain exactly one field.',
    );
  switch (name) {
    case '$match': {
      const condition: Condition = compileFilter(operand, { variables: context.variables });
      return (input) => mapDocs(input, (document) => (matches(condition, document) ? document : undefined));
    }
    case '$sort':
      return (input) => sortDocs(input, operand, Infinity);
    case '$limit': {
      const limit = wholeNumber('$limit', operand, 1);
      return (input) => limitDocs(input, limit);
    }
    case '$skip': {
      const skip = wholeNumber('$skip', operand, 0);
      return (input) => skipDocs(input, skip);
    }
    case '$project': {
      const project = compileProjection(operand, context.variables) ?? ((document: Doc): Doc => document);
      return (input) => mapDocs(input, project);
    }
    case '$unset': {
      const paths = Array.isArray(operand) ? operand : [operand];
      const project =
        compileProjection(Object.fromEntries(paths.map((path) => [path, 0]))) ?? ((document: Doc): Doc => document);
      return (input) => mapDocs(input, project);
    }
    case '$addFields':
    case '$set':
      return addFields(operand, context);
    case '$unwind':
      return (input) => unwind(input, operand);
    case '$lookup':
      return lookup(operand, context);
    case '$unionWith':
      return unionWith(operand, context);
    case '$facet':
      return facet(operand, context);
    case '$replaceRoot':
      return replaceRoot(isDocument(operand) ? operand['newRoot'] : undefined, context);
    case '$replaceWith':
      return replaceRoot(operand, context);
    case '$count':
    case '$group': {
      const result = countResult(stage);
      if (result) return counting(result);
      if (name === '$group') return byMingo(name, groupOf(operand), context);
      throw new MongoServerError('Location40156', 'the count field must be a non-empty string');
    }
    case '$documents':
      throw badValue('$documents is only valid as the first stage of a database aggregation');
    case '$sortByCount':
    case '$bucket':
    case '$bucketAuto':
    case '$sample':
    case '$redact':
    case '$densify':
    case '$fill':
    case '$setWindowFields':
      return byMingo(name, operand, context);
    case '$changeStream':
      throw new MongoServerError(
        'Location40573',
        'The $changeStream stage is only supported on replica sets: the embedded database has no change streams',
      );
    case '$out':
    case '$merge':
    case '$graphLookup':
    case '$geoNear':
    case '$search':
    case '$collStats':
    case '$indexStats':
    case '$currentOp':
    case '$listSessions':
    case '$listLocalSessions':
      throw notSupported(`the stage ${name}`);
    default:
      throw new MongoServerError('Location40324', `Unrecognized pipeline stage name: '${name}'`);
  }
}

function groupOf(operand: unknown): Doc {
  if (!isDocument(operand))
    throw new MongoServerError('Location15947', "a group's fields must be specified in an object");
  if (!('_id' in operand)) throw new MongoServerError('Location15955', 'a group specification must include an _id');
  return operand;
}

/** What a stage says of so many documents, where their number is all that it asks for: drivers count by a group of all of them. */
export function countResult({ $count: field, $group: group }: Doc): ((count: number) => Doc[]) | undefined {
  if (typeof field === 'string' && field !== '') return (count) => (count > 0 ? [{ [field]: new Int32(count) }] : []);
  if (!isDocument(group)) return undefined;
  const { _id, ...fields } = group;
  const isOne = (value: unknown) => isDocument(value) && Object.keys(value).length === 1 && isInt32One(value['$sum']);
  if ((_id !== null && toNumber(_id) === undefined) || !Object.values(fields).every(isOne)) return undefined;
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
    if (limit) stages.push((input) => sortDocs(input, stage['$sort'], limit));
    else stages.push(compileStage(stage, context));
  }
  return (input) => stages.reduce((stream, stage) => stage(stream), input);
}

export function* toBytes(input: DocStream): Generator<Uint8Array | null, void, void> {
  for (const document of input) yield document ? encode(document) : null;
}
