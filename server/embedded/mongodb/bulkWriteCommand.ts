import { Long } from 'bson';
import { documentList, documentField, hintOf, letVariables, refuseCollation } from './commandInput';
import { checkNamespace, type Collection } from './catalog';
import type { CommandRequest, Engine } from './engine';
import { badValue, MongoServerError } from './errors';
import { compileFilter } from './matcher';
import type { Reply } from './replies';
import { isTruthy, toNumber, type Doc } from './values';
import { insertOne, parseUpdateStatement, runUpdate, select } from './writeCommands';

interface Totals {
  nInserted: number;
  nMatched: number;
  nModified: number;
  nUpserted: number;
  nDeleted: number;
}

interface Operation {
  kind: 'insert' | 'update' | 'delete';
  database: string;
  name: string;
  fields: Doc;
}

function parseOperations(request: CommandRequest): Operation[] {
  const namespaces = documentList(request, 'nsInfo').map(({ document }) => String(document['ns']));
  return documentList(request, 'ops').map(({ document }): Operation => {
    const kind = Object.keys(document)[0] ?? '';
    if (kind !== 'insert' && kind !== 'update' && kind !== 'delete')
      throw badValue(`unknown bulkWrite operation ${kind}`);
    const namespace = namespaces[toNumber(document[kind]) ?? -1];
    if (namespace === undefined) throw badValue('BulkWrite ops entry refers to a namespace that is not in nsInfo');
    const dot = namespace.indexOf('.');
    const [database, name] = [namespace.slice(0, dot), namespace.slice(dot + 1)];
    checkNamespace(database, name);
    return { kind, database, name, fields: document };
  });
}

function runDelete(engine: Engine, collection: Collection, fields: Doc, variables: Doc): number {
  refuseCollation(fields);
  const hint = hintOf(fields['hint']);
  const condition = compileFilter(documentField(fields, 'filter'), { variables });
  const found = select(engine, {
    collection,
    condition,
    limit: isTruthy(fields['multi']) ? Infinity : 1,
    ...(hint ? { hint } : {}),
  });
  for (const stored of found) engine.records.remove(collection, stored);
  return found.length;
}

function runOperation(
  engine: Engine,
  { kind, database, name, fields }: Operation,
  variables: Doc,
  totals: Totals,
): Doc {
  const collection = engine.collection(database, name);
  if (kind === 'insert') {
    insertOne(engine, collection, documentField(fields, 'document'));
    totals.nInserted++;
    return { n: 1 };
  }
  if (kind === 'delete') {
    const n = runDelete(engine, collection, fields, variables);
    totals.nDeleted += n;
    return { n };
  }
  const statement = { ...fields, q: fields['filter'], u: fields['updateMods'], c: fields['constants'] };
  const outcome = runUpdate(engine, collection, parseUpdateStatement(statement, variables));
  totals.nModified += outcome.modified;
  totals.nMatched += outcome.matched;
  if (!('upserted' in outcome)) return { n: outcome.matched, nModified: outcome.modified };
  totals.nUpserted++;
  return { n: 1, nModified: 0, upserted: { _id: outcome.upserted } };
}

/** Writes to several collections in one command. */
export function bulkWrite(engine: Engine, request: CommandRequest): Promise<Reply> {
  const operations = parseOperations(request);
  const variables = letVariables(request.body);
  const ordered = request.body['ordered'] !== false;
  const errorsOnly = isTruthy(request.body['errorsOnly']);
  return engine.retryable(request, () => {
    const totals: Totals = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    const results: Doc[] = [];
    let nErrors = 0;
    for (const [idx, operation] of operations.entries()) {
      try {
        const result = runOperation(engine, operation, variables, totals);
        if (!errorsOnly) results.push({ ok: 1, idx, ...result });
      } catch (error) {
        if (!(error instanceof MongoServerError)) throw error;
        nErrors++;
        const { code, message, details } = error;
        results.push({
          ok: 0,
          idx,
          code,
          errmsg: message,
          ...details,
          n: 0,
          ...(operation.kind === 'update' ? { nModified: 0 } : {}),
        });
        if (ordered) break;
      }
    }
    return { cursor: { id: Long.ZERO, firstBatch: results, ns: 'admin.$cmd.bulkWrite' }, nErrors, ...totals, ok: 1 };
  });
}
