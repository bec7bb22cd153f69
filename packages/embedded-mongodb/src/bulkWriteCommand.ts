import { Long } from 'bson';
import { documentList, documentField, hintOf, letVariables, refuseCollation } from './commandInput';
import { checkNamespace } from './catalog';
import type { CommandRequest, Engine } from './engine';
import { badValue, MongoServerError } from './errors';
import { compileFilter } from './matcher';
import type { Reply } from './replies';
import { isTruthy, toNumber, type Doc } from './values';
import { insertOne, parseUpdateStatement, removeAll, runUpdate } from './writeCommands';

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

function runDelete(engine: Engine, { database, name, fields }: Operation, variables: Doc): number {
  refuseCollation(fields);
  const hint = hintOf(fields['hint']);
  return removeAll(engine, database, name, {
    condition: compileFilter(documentField(fields, 'filter'), { variables }),
    limit: isTruthy(fields['multi']) ? Infinity : 1,
    ...(hint ? { hint } : {}),
  });
}

function runOperation(engine: Engine, operation: Operation, variables: Doc): Doc {
  const { kind, database, name, fields } = operation;
  if (kind === 'insert') {
    insertOne(engine, engine.collection(database, name), documentField(fields, 'document'));
    return { n: 1 };
  }
  if (kind === 'delete') return { n: runDelete(engine, operation, variables) };
  const statement = { ...fields, q: fields['filter'], u: fields['updateMods'], c: fields['constants'] };
  const outcome = runUpdate(engine, operation, parseUpdateStatement(statement, variables));
  if (!('upserted' in outcome)) return { n: outcome.matched, nModified: outcome.modified };
  return { n: 1, nModified: 0, upserted: { _id: outcome.upserted } };
}

function count(totals: Totals, kind: Operation['kind'], result: Doc): void {
  const n = toNumber(result['n']) ?? 0;
  if (kind === 'insert') totals.nInserted += n;
  else if (kind === 'delete') totals.nDeleted += n;
  else if ('upserted' in result) totals.nUpserted++;
  else {
    totals.nMatched += n;
    totals.nModified += toNumber(result['nModified']) ?? 0;
  }
}

/** Writes to several collections in one command. */
export function bulkWrite(engine: Engine, request: CommandRequest): Promise<Reply> {
  const operations = parseOperations(request);
  const variables = letVariables(request.body);
  const ordered = request.body['ordered'] !== false;
  const errorsOnly = isTruthy(request.body['errorsOnly']);
  return engine.retryable(request, (statements) => {
    const totals: Totals = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    const results: Doc[] = [];
    let nErrors = 0;
    for (const [idx, operation] of operations.entries()) {
      try {
        const result = statements.run(idx, () => runOperation(engine, operation, variables));
        count(totals, operation.kind, result);
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
