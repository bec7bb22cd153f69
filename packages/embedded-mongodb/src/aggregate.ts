import { Long } from 'bson';
import {
  compilePipeline,
  countResult,
  toBytes,
  type DocStream,
  type PipelineContext,
  type Stage,
} from './aggregationStages';
import { countField, deadlineOf, hintOf, letVariables, refuseCollation } from './commandInput';
import { checkNamespace, type Collection } from './catalog';
import { forEachPaused } from './cursors';
import type { CommandRequest, Engine } from './engine';
import { failedToParse, MongoServerError, typeMismatch } from './errors';
import { compileFlatProjection } from './flatProjection';
import { compileFilter, type Condition } from './matcher';
import { currentOpDocuments } from './hostCommands';
import { MemoryLimit } from './memoryLimit';
import { splitOutput } from './outputStages';
import { planQuery, type QueryPlan } from './planner';
import { compileTail, type Tail } from './pipelineTail';
import { firstBatch } from './readCommands';
import type { StoredDocument } from './records';
import { cursorReply, type Reply } from './replies';
import { parseSort, type SortField } from './sort';
import { sourceOfStatistics } from './statisticsCommands';
import { decode, isDocument, isTruthy, toNumber, type Doc } from './values';

/** A pipeline split into leading stages that an index can serve, and the rest. */
interface Split {
  filters: Doc[];
  sort: SortField[];
  skip: number;
  limit: number;
  head: Doc[];
  rest: Doc[];
  /** The result of the first remaining stage for a number of documents, if that stage only counts. */
  result: ((count: number) => Doc[]) | undefined;
}

function split(pipeline: Doc[]): Split {
  const parts: Split = { filters: [], sort: [], skip: 0, limit: Infinity, head: [], rest: [], result: undefined };
  let at = 0;
  for (; at < pipeline.length; at++) {
    const stage = pipeline[at] ?? {};
    const fresh = parts.skip === 0 && parts.limit === Infinity;
    if ('$match' in stage && fresh && isDocument(stage['$match'])) parts.filters.push(stage['$match']);
    else if (isDocument(stage['$sort']) && fresh && parts.sort.length === 0) parts.sort = parseSort(stage['$sort']);
    else if ('$skip' in stage && fresh && (toNumber(stage['$skip']) ?? -1) >= 0)
      parts.skip = toNumber(stage['$skip']) ?? 0;
    else if ('$limit' in stage && (toNumber(stage['$limit']) ?? 0) > 0)
      parts.limit = Math.min(parts.limit, toNumber(stage['$limit']) ?? Infinity);
    else break;
  }
  parts.head = pipeline.slice(0, at);
  parts.rest = pipeline.slice(at);
  const [next] = parts.rest;
  if (next && parts.sort.length === 0) parts.result = countResult(next);
  return parts;
}

/** A validated pipeline with each stage compiled once. */
interface Compiled {
  parts: Split;
  head: Stage;
  /** The first remaining stage, which may be answered by a count, and the stages after it. */
  next: Stage;
  last: Stage;
  tail: Tail | undefined;
  /** Decodes a stored document, or only the fields that the first projection keeps. */
  documentOf: (stored: StoredDocument) => Doc;
}

interface Source {
  compiled: Compiled;
  plan: QueryPlan;
}

function compile(pipeline: Doc[], context: PipelineContext): Compiled {
  const parts = split(pipeline);
  return {
    parts,
    head: compilePipeline(parts.head, context),
    next: compilePipeline(parts.rest.slice(0, 1), context),
    last: compilePipeline(parts.rest.slice(1), context),
    tail: compileTail(parts.rest, context.variables),
    documentOf: decoder(parts.rest[0]?.['$project']),
  };
}

function decoder(projection: unknown): Compiled['documentOf'] {
  const flat = projection === undefined ? undefined : compileFlatProjection(projection);
  return (stored) => {
    const bytes = flat?.(stored.bytes);
    return bytes ? decode(bytes) : stored.document;
  };
}

const runWhole = ({ head, next, last }: Compiled): DocStream => last(next(head([])));

function openSource(
  engine: Engine,
  collection: Collection,
  compiled: Compiled,
  variables: Doc,
  hint?: string | Doc,
): Source {
  const { parts } = compiled;
  const conditions = parts.filters.map((filter) => compileFilter(filter, { variables }));
  const [only] = conditions;
  const condition: Condition = conditions.length === 1 && only ? only : { kind: 'and', children: conditions };
  const limit = parts.skip + parts.limit;
  const plan = planQuery(engine.store, {
    collection,
    condition,
    sort: parts.sort,
    limit,
    keysOnly: parts.result !== undefined,
    ...(hint ? { hint } : {}),
  });
  return { compiled, plan };
}

const countMarker: Doc = Object.freeze({});

function* sourceDocuments<T>(
  { plan, compiled: { parts } }: Source,
  each: (stored: StoredDocument) => T | null,
): Generator<T | null, void, void> {
  let count = 0;
  for (const stored of plan.documents()) {
    if (!stored || count++ < parts.skip) {
      yield null;
      continue;
    }
    yield each(stored);
    if (count >= parts.skip + parts.limit) return;
  }
}

function resultsOf(source: Source): DocStream {
  const { parts, next, last, documentOf } = source.compiled;
  const { result, skip, limit } = parts;
  const count = result && source.plan.count?.(skip + limit);
  if (result && count !== undefined) return last(result(Math.max(0, count - skip)));
  return last(next(sourceDocuments(source, (stored) => (result ? countMarker : documentOf(stored)))));
}

function pipelineContext(engine: Engine, database: string, variables: Doc): PipelineContext {
  return {
    database,
    variables,
    source: (name, pipeline, bound) => {
      const collection = engine.catalog.find(database, name);
      const compiled = compile(pipeline, pipelineContext(engine, database, bound));
      return collection ? resultsOf(openSource(engine, collection, compiled, bound)) : runWhole(compiled);
    },
  };
}

function pipelineOf(body: Doc): Doc[] {
  const pipeline = body['pipeline'];
  if (!Array.isArray(pipeline))
    throw typeMismatch("BSON field 'aggregate.pipeline' is the wrong type, expected type 'array'");
  return pipeline.map((stage: unknown) => {
    if (!isDocument(stage)) throw typeMismatch("Each element of the 'pipeline' array must be an object");
    return stage;
  });
}

export interface PreparedAggregate {
  namespace: string;
  plan: QueryPlan | undefined;
  stream: Generator<Uint8Array | null, void, void>;
}

/** `given` is the output of a first stage that was already removed from the pipeline. */
export function prepareAggregate(engine: Engine, request: CommandRequest, given?: Doc[]): PreparedAggregate {
  const { body, database } = request;
  refuseCollation(body);
  const variables = letVariables(body);
  const pipeline = pipelineOf(body);
  const context = pipelineContext(engine, database, variables);
  const name = body['aggregate'];
  if (typeof name !== 'string') return databaseAggregate(engine, context, pipeline, body['lsid']);
  checkNamespace(database, name);
  const namespace = `${database}.${name}`;
  if (given) return { namespace, plan: undefined, stream: toBytes(compilePipeline(pipeline, context)(given)) };
  const compiled = compile(pipeline, context);
  const collection = engine.catalog.find(database, name);
  if (!collection) return { namespace, plan: undefined, stream: toBytes(runWhole(compiled)) };
  const source = openSource(engine, collection, compiled, variables, hintOf(body['hint']));
  const stored = () => sourceDocuments(source, (each) => each);
  const { tail, parts } = compiled;
  const stream = tail && !parts.result ? tail(stored()) : toBytes(resultsOf(source));
  return { namespace, plan: source.plan, stream };
}

function databaseAggregate(
  engine: Engine,
  context: PipelineContext,
  pipeline: Doc[],
  session: unknown,
): PreparedAggregate {
  const [first, ...rest] = pipeline;
  const namespace = `${context.database}.$cmd.aggregate`;
  // Sessions are not tracked: only the caller's own session is known.
  const operations = first?.['$currentOp'];
  const documents = first?.['$listLocalSessions']
    ? [{ _id: session, lastUse: new Date() }]
    : isDocument(operations)
      ? currentOpDocuments(engine, context.database, operations)
      : first?.['$documents'];
  if (Array.isArray(documents))
    return { namespace, plan: undefined, stream: toBytes(compilePipeline(rest, context)(documents as Doc[])) };
  if (first) compilePipeline([first], context);
  throw new MongoServerError(
    'InvalidNamespace',
    '{aggregate: 1} is not valid for the first stage given; a collection is needed',
  );
}

export async function aggregate(engine: Engine, request: CommandRequest): Promise<Reply> {
  const { body } = request;
  const cursor = body['cursor'];
  if (!isDocument(cursor) && !isTruthy(body['explain']))
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  const { pipeline, output } = splitOutput(pipelineOf(body), request.database, letVariables(body));
  const given = await sourceOfStatistics(engine, request, pipeline[0]);
  const rest = given ? pipeline.slice(1) : pipeline;
  const { namespace, stream } = prepareAggregate(engine, { ...request, body: { ...body, pipeline: rest } }, given);
  if (output) {
    const documents: Doc[] = [];
    const limit = new MemoryLimit('The output of a pipeline');
    const keep = (bytes: Uint8Array): boolean => {
      limit.add(bytes.length);
      return documents.push(decode(bytes)) > 0;
    };
    await forEachPaused(stream, keep, deadlineOf(body));
    await output(engine, documents);
    return cursorReply('firstBatch', [], Long.ZERO, namespace);
  }
  const size = countField(isDocument(cursor) ? cursor : {}, 'batchSize', 101);
  deadlineOf(body);
  return firstBatch(engine, request, namespace, stream, size, false);
}
