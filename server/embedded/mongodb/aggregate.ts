import { Long } from 'bson';
import { compilePipeline, countResult, toBytes, type DocStream, type PipelineContext } from './aggregationStages';
import { countField, deadlineOf, hintOf, letVariables, refuseCollation } from './commandInput';
import { checkNamespace, type Collection } from './catalog';
import { forEachPaused } from './cursors';
import type { CommandRequest, Engine } from './engine';
import { failedToParse, MongoServerError, typeMismatch } from './errors';
import { compileFilter, type Condition } from './matcher';
import { splitOutput } from './outputStages';
import { planQuery, type QueryPlan } from './planner';
import { firstBatch } from './readCommands';
import type { StoredDocument } from './records';
import { cursorReply, type Reply } from './replies';
import { parseSort, type SortField } from './sort';
import { decode, isDocument, isTruthy, toNumber, type Doc } from './values';

/** The first stages, as far as an index can answer them, and the rest. */
interface Split {
  filters: Doc[];
  sort: SortField[];
  skip: number;
  limit: number;
  rest: Doc[];
  /** What the first stage of the rest says of so many documents, where it only counts them. */
  result: ((count: number) => Doc[]) | undefined;
}

function split(pipeline: Doc[]): Split {
  const parts: Split = { filters: [], sort: [], skip: 0, limit: Infinity, rest: [], result: undefined };
  let at = 0;
  for (; at < pipeline.length; at++) {
    const stage = pipeline[at] ?? {};
    const fresh = parts.skip === 0 && parts.limit === Infinity;
    if ('$match' in stage && fresh && isDocument(stage['$match'])) parts.filters.push(stage['$match']);
    else if ('$sort' in stage && fresh && parts.sort.length === 0) parts.sort = parseSort(stage['$sort']);
    else if ('$skip' in stage && fresh && (toNumber(stage['$skip']) ?? -1) >= 0)
      parts.skip = toNumber(stage['$skip']) ?? 0;
    else if ('$limit' in stage && (toNumber(stage['$limit']) ?? 0) > 0)
      parts.limit = Math.min(parts.limit, toNumber(stage['$limit']) ?? Infinity);
    else break;
  }
  parts.rest = pipeline.slice(at);
  const [next] = parts.rest;
  if (next && parts.sort.length === 0) parts.result = countResult(next);
  return parts;
}

interface Source {
  plan: QueryPlan;
  parts: Split;
}

function openSource(
  engine: Engine,
  collection: Collection,
  pipeline: Doc[],
  variables: Doc,
  hint?: string | Doc,
): Source {
  const parts = split(pipeline);
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
  return { plan, parts };
}

const COUNTED: Doc = Object.freeze({});

function* sourceDocuments<T>(
  { plan, parts }: Source,
  each: (stored: StoredDocument) => T,
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

function resultsOf({ plan, parts }: Source, context: PipelineContext): DocStream {
  const { result, rest, skip, limit } = parts;
  const count = result && plan.count?.(skip + limit);
  if (result && count !== undefined) return compilePipeline(rest.slice(1), context)(result(Math.max(0, count - skip)));
  const documents = sourceDocuments({ plan, parts }, (stored) => (result ? COUNTED : stored.document));
  return compilePipeline(rest, context)(documents);
}

function pipelineContext(engine: Engine, database: string, variables: Doc): PipelineContext {
  return {
    database,
    variables,
    source: (name, pipeline, bound) => {
      const collection = engine.catalog.find(database, name);
      const inner = pipelineContext(engine, database, bound);
      if (!collection) return compilePipeline(pipeline, inner)([]);
      return resultsOf(openSource(engine, collection, pipeline, bound), inner);
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

function* bytesOf(source: Source): Generator<Uint8Array | null, void, void> {
  yield* sourceDocuments(source, (stored) => stored.bytes);
}

export function prepareAggregate(engine: Engine, request: CommandRequest): PreparedAggregate {
  const { body, database } = request;
  refuseCollation(body);
  const variables = letVariables(body);
  const pipeline = pipelineOf(body);
  const context = pipelineContext(engine, database, variables);
  const name = body['aggregate'];
  if (typeof name !== 'string') return databaseAggregate(context, pipeline, body['lsid']);
  checkNamespace(database, name);
  const namespace = `${database}.${name}`;
  const run = compilePipeline(pipeline, context);
  const collection = engine.catalog.find(database, name);
  if (!collection) return { namespace, plan: undefined, stream: toBytes(run([])) };
  const source = openSource(engine, collection, pipeline, variables, hintOf(body['hint']));
  const stream = source.parts.rest.length === 0 ? bytesOf(source) : toBytes(resultsOf(source, context));
  return { namespace, plan: source.plan, stream };
}

function databaseAggregate(context: PipelineContext, pipeline: Doc[], session: unknown): PreparedAggregate {
  const [first, ...rest] = pipeline;
  const namespace = `${context.database}.$cmd.aggregate`;
  // Sessions are only numbers that drivers send: the one that asks is all there is to know.
  const documents = first?.['$listLocalSessions'] ? [{ _id: session, lastUse: new Date() }] : first?.['$documents'];
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
  const { namespace, stream } = prepareAggregate(engine, { ...request, body: { ...body, pipeline } });
  if (output) {
    const documents: Doc[] = [];
    await forEachPaused(stream, (bytes) => documents.push(decode(bytes)) > 0, deadlineOf(body));
    await output(engine, documents);
    return cursorReply('firstBatch', [], Long.ZERO, namespace);
  }
  const size = countField(isDocument(cursor) ? cursor : {}, 'batchSize', 101);
  deadlineOf(body);
  return firstBatch(engine, request, namespace, stream, size, false);
}
