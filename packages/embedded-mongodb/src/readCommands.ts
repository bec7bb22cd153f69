import { Long } from 'bson';
import {
  collectionName,
  countField,
  deadlineOf,
  documentField,
  hintOf,
  letVariables,
  refuseCollation,
} from './commandInput';
import { forEachPaused, type ByteStream } from './cursors';
import { badValue, typeMismatch } from './errors';
import type { CommandRequest, Engine } from './engine';
import { compileStoredProjection } from './flatProjection';
import { encodeKey } from './keyEncoding';
import { compileFilter } from './matcher';
import { MemoryLimit } from './memoryLimit';
import { missingValue, visitPath } from './paths';
import { planQuery, type QueryPlan } from './planner';
import { maxDocumentBytes, type StoredDocument } from './records';
import { cursorReply, type Reply } from './replies';
import { parseSort } from './sort';
import { isTruthy, type Doc } from './values';

function checkSupported(body: Doc): void {
  refuseCollation(body);
  for (const name of ['tailable', 'awaitData']) {
    if (isTruthy(body[name]))
      throw badValue(`error processing query: tailable cursor requested on non capped collection`);
  }
}

export interface FindQuery {
  plan: QueryPlan | undefined;
  skip: number;
  limit: number;
  bytes: (stored: StoredDocument) => Uint8Array;
}

export function prepareFind(engine: Engine, request: CommandRequest): FindQuery {
  const { body, database } = request;
  checkSupported(body);
  const name = collectionName(request);
  const skip = countField(body, 'skip', 0);
  const limit = Math.abs(countField(body, 'limit', 0)) || Infinity;
  if (skip < 0) throw badValue(`BSON field 'skip' value must be >= 0, actual value '${skip}'`);
  const variables = letVariables(body);
  const condition = compileFilter(documentField(body, 'filter'), { variables });
  const sort = parseSort(body['sort']);
  const bytes = compileStoredProjection(body['projection'], variables);
  const collection = engine.catalog.find(database, name);
  const hint = hintOf(body['hint']);
  const plan = collection
    ? planQuery(engine.store, { collection, condition, sort, limit: skip + limit, skip, ...(hint ? { hint } : {}) })
    : undefined;
  return { plan, skip, limit, bytes };
}

export function* findStream({ plan, skip, limit, bytes }: FindQuery): Generator<Uint8Array | null, void, void> {
  if (!plan) return;
  let skipped = 0;
  let found = 0;
  for (const stored of plan.documents()) {
    if (!stored) yield null;
    else if (skipped < skip) skipped++;
    else {
      found++;
      yield bytes(stored);
      if (found >= limit) return;
    }
  }
}

export async function find(engine: Engine, request: CommandRequest): Promise<Reply> {
  const query = prepareFind(engine, request);
  const single = isTruthy(request.body['singleBatch']) || countField(request.body, 'limit', 0) < 0;
  const size = countField(request.body, 'batchSize', 101);
  return firstBatch(
    engine,
    request,
    `${request.database}.${collectionName(request)}`,
    findStream(query),
    size,
    single,
    query.limit,
  );
}

export async function firstBatch(
  engine: Engine,
  request: CommandRequest,
  namespace: string,
  stream: ByteStream,
  size: number,
  single: boolean,
  limit = Infinity,
): Promise<Uint8Array> {
  const cursor = engine.cursors.make(namespace, stream);
  // Read one document more to detect the end, so that a complete result leaves no open cursor.
  const batch = await engine.cursors.nextBatch(cursor, size, !single, deadlineOf(request.body));
  if (batch.length >= limit && !cursor.id.isZero()) {
    engine.cursors.kill(cursor.id);
    cursor.id = Long.ZERO;
  }
  return cursorReply('firstBatch', batch, cursor.id, namespace, engine.readTime);
}

export async function getMore(engine: Engine, request: CommandRequest): Promise<Reply> {
  const { body, database } = request;
  const id = body['getMore'];
  if (!(id instanceof Long)) throw typeMismatch("BSON field 'getMore.getMore' is the wrong type, expected type long");
  const namespace = `${database}.${String(body['collection'])}`;
  const cursor = engine.cursors.find(id, namespace);
  const batch = await engine.cursors.nextBatch(
    cursor,
    countField(body, 'batchSize', 0) || Infinity,
    true,
    deadlineOf(body),
  );
  return cursorReply('nextBatch', batch, cursor.id, namespace);
}

export function killCursors(engine: Engine, request: CommandRequest): Reply {
  const ids: unknown = request.body['cursors'];
  if (!Array.isArray(ids) || !ids.every((id) => id instanceof Long))
    throw typeMismatch("BSON field 'killCursors.cursors' is the wrong type, expected an array of type long");
  const cursorsKilled = ids.filter((id) => engine.cursors.kill(id));
  const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}

export async function count(engine: Engine, request: CommandRequest): Promise<Reply> {
  const { body, database } = request;
  refuseCollation(body);
  const collection = engine.catalog.find(database, collectionName(request));
  if (!collection) return { n: 0, ok: 1 };
  const skip = countField(body, 'skip', 0);
  const limit = Math.abs(countField(body, 'limit', 0)) || Infinity;
  const condition = compileFilter(documentField(body, 'query'));
  const hint = hintOf(body['hint']);
  const plan = planQuery(engine.store, {
    collection,
    condition,
    sort: [],
    limit: skip + limit,
    keysOnly: true,
    ...(hint ? { hint } : {}),
  });
  let n = plan.count?.(skip + limit);
  if (n === undefined) {
    let found = 0;
    await forEachPaused(plan.documents(), () => ++found < skip + limit, deadlineOf(body));
    n = found;
  }
  return { n: Math.max(0, n - skip), ok: 1 };
}

export async function distinct(engine: Engine, request: CommandRequest): Promise<Reply> {
  const { body, database } = request;
  refuseCollation(body);
  const path = body['key'];
  if (typeof path !== 'string') throw typeMismatch("BSON field 'distinct.key' is the wrong type, expected type string");
  const collection = engine.catalog.find(database, collectionName(request));
  const moment = engine.readTime ? { atClusterTime: engine.readTime } : {};
  if (!collection) return { values: [], ...moment, ok: 1 };
  const hint = hintOf(body['hint']);
  const condition = compileFilter(documentField(body, 'query'));
  const plan = planQuery(engine.store, { collection, condition, sort: [], limit: Infinity, ...(hint ? { hint } : {}) });
  const values = new Map<string, unknown>();
  const limit = new MemoryLimit('distinct', 'Location17217', maxDocumentBytes);
  const add = (value: unknown): void => {
    if (value === undefined || value === missingValue) return;
    const key = encodeKey(value).toString('latin1');
    if (values.has(key)) return;
    limit.add(key.length);
    values.set(key, value);
  };
  await forEachPaused(
    plan.documents(),
    (stored) => {
      visitPath(stored.document, path.split('.'), (value) => {
        if (Array.isArray(value)) value.forEach(add);
        else add(value);
        return false;
      });
      return true;
    },
    deadlineOf(body),
  );
  return { values: [...values.values()], ...moment, ok: 1 };
}
