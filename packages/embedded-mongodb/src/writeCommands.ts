import { ObjectId } from 'bson';
import { collectionName, documentField, documentList, hintOf, letVariables, refuseCollation } from './commandInput';
import type { Collection } from './catalog';
import type { CommandRequest, Engine } from './engine';
import { badValue, failedToParse, MongoServerError } from './errors';
import { BSONType } from './BSONType';
import { compileFilter, type Condition } from './matcher';
import { planQuery } from './planner';
import { compileProjection } from './projection';
import type { StoredDocument } from './records';
import type { Reply } from './replies';
import type { Statements } from './statements';
import { parseSort, type SortField } from './sort';
import { compileUpdate, isReplacement, isSameDocument, upsertDocument, type Update } from './updater';
import { encode, isDocument, isTruthy, toNumber, typeOf, type Doc } from './values';

interface Selection {
  collection: Collection;
  condition: Condition;
  sort?: SortField[];
  hint?: string | Doc;
  limit: number;
}

/** Collects all matches before the first change, so that a changed document is not matched again. */
export function select(engine: Engine, { collection, condition, sort, hint, limit }: Selection): StoredDocument[] {
  const plan = planQuery(engine.store, { collection, condition, sort: sort ?? [], limit, ...(hint ? { hint } : {}) });
  const found: StoredDocument[] = [];
  for (const stored of plan.documents()) {
    if (stored && found.push(stored) >= limit) break;
  }
  return found;
}

function writeError(index: number, error: unknown): Doc {
  if (!(error instanceof MongoServerError)) throw error;
  return { index, code: error.code, errmsg: error.message, ...error.details };
}

/** Runs each statement; reports an error with its index and stops an ordered command. */
function eachStatement<T>(
  request: CommandRequest,
  statements: readonly T[],
  run: (statement: T, index: number) => void,
): Doc[] {
  const ordered = request.body['ordered'] !== false;
  const errors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index);
    } catch (error) {
      errors.push(writeError(index, error));
      if (ordered) break;
    }
  }
  return errors;
}

const withErrors = (reply: Doc, errors: Doc[]): Doc => (errors.length > 0 ? { ...reply, writeErrors: errors } : reply);

function checkStorable(document: Doc): void {
  const type = typeOf(document['_id']);
  if (type === BSONType.array || type === BSONType.regex || type === BSONType.undefined) {
    throw badValue(`The '_id' value cannot be of type ${BSONType[type]}`);
  }
}

const insertedMarker = {};

export function insertOne(engine: Engine, collection: Collection, document: Doc, bytes?: Uint8Array): object {
  const idFirst = Object.keys(document)[0] === '_id';
  const whole: Doc = idFirst ? document : { _id: document['_id'] ?? new ObjectId(), ...document };
  checkStorable(whole);
  engine.records.insert(collection, whole, idFirst && bytes ? bytes : encode(whole));
  return insertedMarker;
}

/** An insert of at least this many documents is treated as part of a longer load. */
const loadSize = 500;

export function insert(engine: Engine, request: CommandRequest): Promise<Reply> {
  const name = collectionName(request);
  const documents = documentList(request, 'documents');
  if (documents.length === 0)
    throw new MongoServerError('InvalidLength', 'Write batch sizes must be between 1 and 100000. Got 0 operations.');
  const isLoad = documents.length >= loadSize;
  const action = (statements: Statements): Doc => {
    const collection = engine.collection(request.database, name);
    let n = 0;
    const all = (): Doc[] =>
      eachStatement(request, documents, ({ document, bytes }, index) => {
        statements.run(index, () => insertOne(engine, collection, document, bytes));
        n++;
      });
    const errors = isLoad ? engine.records.bulkLoad(collection, all) : engine.records.bulk(all);
    return withErrors({ n, ok: 1 }, errors);
  };
  return engine.retryable(request, action, isLoad);
}

interface Outcome {
  /** A number, also in the form that is stored for a retry. */
  matched: unknown;
  modified: unknown;
  upserted?: unknown;
}

interface UpdateStatement {
  filter: Condition;
  update: Update;
  isReplace: boolean;
  upsert: boolean;
  multi: boolean;
  sort: SortField[];
  hint?: string | Doc;
}

export function parseUpdateStatement(statement: Doc, variables: Doc): UpdateStatement {
  refuseCollation(statement);
  const multi = isTruthy(statement['multi']);
  const isReplace = isReplacement(statement['u']);
  if (multi && isReplace) throw failedToParse('multi update is not supported for replacement-style update');
  const hint = hintOf(statement['hint']);
  return {
    filter: compileFilter(documentField(statement, 'q'), { variables }),
    update: compileUpdate(statement['u'], statement['arrayFilters'], { ...variables, ...letVariables(statement, 'c') }),
    isReplace,
    upsert: isTruthy(statement['upsert']),
    multi,
    sort: parseSort(statement['sort']),
    ...(hint ? { hint } : {}),
  };
}

export interface Namespace {
  database: string;
  name: string;
}

/** Only an upsert creates a missing collection. */
export function runUpdate(engine: Engine, { database, name }: Namespace, statement: UpdateStatement): Outcome {
  const { filter, update, multi, sort, hint } = statement;
  const collection = statement.upsert ? engine.collection(database, name) : engine.catalog.find(database, name);
  if (!collection) return { matched: 0, modified: 0 };
  const found = select(engine, {
    collection,
    condition: filter,
    sort,
    limit: multi ? Infinity : 1,
    ...(hint ? { hint } : {}),
  });
  if (found.length === 0 && statement.upsert) {
    const document = upsertDocument(filter, update, statement.isReplace);
    insertOne(engine, collection, document);
    return { matched: 0, modified: 0, upserted: document['_id'] };
  }
  let modified = 0;
  for (const stored of found) {
    const before = statement.isReplace ? stored.document : stored.documentInOrder;
    const document = update(before, { condition: filter });
    if (isSameDocument(stored.bytes, document)) continue;
    engine.records.replace(collection, stored, document);
    modified++;
  }
  return { matched: found.length, modified };
}

export function update(engine: Engine, request: CommandRequest): Promise<Reply> {
  const name = collectionName(request);
  const statements = documentList(request, 'updates');
  const variables = letVariables(request.body);
  const namespace = { database: request.database, name };
  return engine.retryable(request, (log) => {
    const upserted: Doc[] = [];
    let n = 0;
    let nModified = 0;
    const errors = eachStatement(request, statements, ({ document }, index) => {
      const outcome = log.run(index, () => runUpdate(engine, namespace, parseUpdateStatement(document, variables)));
      n += toNumber(outcome.matched) ?? 0;
      nModified += toNumber(outcome.modified) ?? 0;
      if (!('upserted' in outcome)) return;
      n++;
      upserted.push({ index, _id: outcome.upserted });
    });
    return withErrors({ n, nModified, ...(upserted.length > 0 ? { upserted } : {}), ok: 1 }, errors);
  });
}

export function deleteDocuments(engine: Engine, request: CommandRequest): Promise<Reply> {
  const name = collectionName(request);
  const statements = documentList(request, 'deletes');
  const variables = letVariables(request.body);
  return engine.retryable(request, (log) => {
    let n = 0;
    const errors = eachStatement(request, statements, ({ document }, index) => {
      const selection = parseDeleteStatement(document, variables);
      const { removed } = log.run(index, () => ({ removed: removeAll(engine, request.database, name, selection) }));
      n += toNumber(removed) ?? 0;
    });
    return withErrors({ n, ok: 1 }, errors);
  });
}

function parseDeleteStatement(statement: Doc, variables: Doc): Omit<Selection, 'collection'> {
  refuseCollation(statement);
  const hint = hintOf(statement['hint']);
  return {
    condition: compileFilter(documentField(statement, 'q'), { variables }),
    limit: toNumber(statement['limit']) === 1 ? 1 : Infinity,
    ...(hint ? { hint } : {}),
  };
}

export function removeAll(engine: Engine, database: string, name: string, selection: Omit<Selection, 'collection'>) {
  const collection = engine.catalog.find(database, name);
  if (!collection) return 0;
  const found = select(engine, { collection, ...selection });
  for (const stored of found) engine.records.remove(collection, stored);
  return found.length;
}

export function findAndModify(engine: Engine, request: CommandRequest): Promise<Reply> {
  const { body } = request;
  const name = collectionName(request);
  refuseCollation(body);
  const remove = isTruthy(body['remove']);
  if (remove && body['update'] !== undefined) throw failedToParse("Cannot specify both an 'update' and 'remove'=true");
  if (!remove && !isDocument(body['update']) && !Array.isArray(body['update']))
    throw failedToParse("Either an 'update' or 'remove'=true must be specified");
  if (remove && isTruthy(body['upsert'])) throw failedToParse("Cannot specify both 'upsert'=true and 'remove'=true");
  if (remove && isTruthy(body['new']))
    throw failedToParse(
      "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document",
    );
  return engine.retryable(request, () =>
    remove ? findAndRemove(engine, request, name) : findAndUpdate(engine, request, name),
  );
}

function findAndRemove(engine: Engine, request: CommandRequest, name: string): Doc {
  const { body } = request;
  const collection = engine.catalog.find(request.database, name);
  const [stored] = collection ? selectForModify(engine, collection, body) : [];
  if (!collection || !stored) return { lastErrorObject: { n: 0 }, value: null, ok: 1 };
  engine.records.remove(collection, stored);
  return { lastErrorObject: { n: 1 }, value: projected(body, stored.document), ok: 1 };
}

function selectForModify(engine: Engine, collection: Collection, body: Doc): StoredDocument[] {
  const condition = compileFilter(documentField(body, 'query'), { variables: letVariables(body) });
  const hint = hintOf(body['hint']);
  return select(engine, {
    collection,
    condition,
    sort: parseSort(body['sort'] ?? undefined),
    limit: 1,
    ...(hint ? { hint } : {}),
  });
}

function projected(body: Doc, document: Doc): Doc {
  const project = compileProjection(body['fields'], letVariables(body));
  return project ? project(document) : document;
}

function findAndUpdate(engine: Engine, request: CommandRequest, name: string): Doc {
  const { body, database } = request;
  const upsert = isTruthy(body['upsert']);
  const change = compileUpdate(body['update'], body['arrayFilters'], letVariables(body));
  const condition = compileFilter(documentField(body, 'query'), { variables: letVariables(body) });
  const collection = upsert ? engine.collection(database, name) : engine.catalog.find(database, name);
  const [stored] = collection ? selectForModify(engine, collection, body) : [];
  if (!collection || (!stored && !upsert))
    return { lastErrorObject: { n: 0, updatedExisting: false }, value: null, ok: 1 };
  if (!stored) {
    const document = upsertDocument(condition, change, isReplacement(body['update']));
    insertOne(engine, collection, document);
    const value = isTruthy(body['new']) ? projected(body, document) : null;
    return { lastErrorObject: { n: 1, updatedExisting: false, upserted: document['_id'] }, value, ok: 1 };
  }
  const before = isReplacement(body['update']) ? stored.document : stored.documentInOrder;
  const document = change(before, { condition });
  if (!isSameDocument(stored.bytes, document)) engine.records.replace(collection, stored, document);
  const value = projected(body, isTruthy(body['new']) ? document : stored.document);
  return { lastErrorObject: { n: 1, updatedExisting: true }, value, ok: 1 };
}
