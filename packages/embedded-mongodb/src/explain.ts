import { prepareAggregate } from './aggregate';
import { collectionName, countField, documentField, hintOf } from './commandInput';
import { forEachPaused } from './cursors';
import type { CommandRequest, Engine } from './engine';
import { MongoServerError, notSupported, typeMismatch } from './errors';
import { serverVersion } from './handshake';
import { compileFilter } from './matcher';
import { planQuery, type QueryPlan } from './planner';
import { findStream, prepareFind } from './readCommands';
import type { Reply } from './replies';
import { isDocument, type Doc } from './values';

interface Explained {
  namespace: string;
  plan: QueryPlan | undefined;
  stream: Iterator<unknown, void, void>;
  filter: unknown;
}

function prepare(engine: Engine, request: CommandRequest): Explained {
  const { body, database } = request;
  switch (request.name) {
    case 'find': {
      const query = prepareFind(engine, request);
      return {
        namespace: `${database}.${collectionName(request)}`,
        plan: query.plan,
        stream: findStream(query),
        filter: body['filter'] ?? {},
      };
    }
    case 'aggregate': {
      const prepared = prepareAggregate(engine, request);
      return { ...prepared, filter: {} };
    }
    case 'count':
      return prepareCount(engine, request);
    default:
      throw notSupported(`explain of ${request.name}`);
  }
}

function prepareCount(engine: Engine, request: CommandRequest): Explained {
  const { body, database } = request;
  const name = collectionName(request);
  const collection = engine.catalog.find(database, name);
  const filter = documentField(body, 'query');
  const hint = hintOf(body['hint']);
  const limit = countField(body, 'limit', 0) || Infinity;
  const query = collection && {
    collection,
    condition: compileFilter(filter),
    sort: [],
    limit,
    keysOnly: true,
    ...(hint ? { hint } : {}),
  };
  const plan = query ? planQuery(engine.store, query) : undefined;
  return { namespace: `${database}.${name}`, plan, stream: limited(plan, limit), filter };
}

function* limited(plan: QueryPlan | undefined, limit: number): Generator<unknown, void, void> {
  let count = 0;
  if (!plan) return;
  for (const stored of plan.documents()) {
    yield stored;
    if (stored && ++count >= limit) return;
  }
}

/** Runs the explained command and reports the examined keys and documents. */
export async function explain(engine: Engine, request: CommandRequest): Promise<Reply> {
  const inner = request.body['explain'];
  if (!isDocument(inner)) throw typeMismatch("BSON field 'explain.explain' is the wrong type, expected type 'object'");
  const name = Object.keys(inner)[0] ?? '';
  if (!name) throw new MongoServerError('CommandNotFound', 'explain failed due to unknown command');
  const started = performance.now();
  const explained = prepare(engine, { name, database: request.database, body: inner, sequences: new Map() });
  let nReturned = 0;
  await forEachPaused(explained.stream, () => ++nReturned > 0);
  return formatExplain(explained, request, nReturned, Math.round(performance.now() - started));
}

function formatExplain(
  { plan, namespace, filter }: Explained,
  request: CommandRequest,
  nReturned: number,
  millis: number,
): Doc {
  const winningPlan = plan?.winningPlan ?? { stage: 'EOF' };
  const { totalKeysExamined, totalDocsExamined } = plan?.statistics ?? { totalKeysExamined: 0, totalDocsExamined: 0 };
  const queryPlanner = { namespace, parsedQuery: filter, indexFilterSet: false, winningPlan, rejectedPlans: [] };
  const executionStats = {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: millis,
    totalKeysExamined,
    totalDocsExamined,
    executionStages: { ...winningPlan, nReturned },
  };
  const verbosity = request.body['verbosity'] ?? 'allPlansExecution';
  return {
    explainVersion: '1',
    queryPlanner,
    ...(verbosity === 'queryPlanner' ? {} : { executionStats }),
    command: request.body['explain'],
    serverInfo: { host: 'localhost', port: 0, version: serverVersion },
    ok: 1,
  };
}
