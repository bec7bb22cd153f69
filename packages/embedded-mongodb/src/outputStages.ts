import { ObjectId } from 'bson';
import { checkNamespace, type Collection } from './catalog';
import type { Engine } from './engine';
import { badValue, MongoServerError, typeMismatch } from './errors';
import { evaluateExpression } from './expressions/compile';
import { sameValue } from './keyEncoding';
import { compileFilter } from './matcher';
import { compileUpdate, isSameDocument } from './updater';
import { isDocument, type Doc } from './values';
import { insertOne, select } from './writeCommands';

/** The writing stage at the end of a pipeline: stores the documents instead of returning them. */
export type Output = (engine: Engine, documents: readonly Doc[]) => Promise<void>;

interface Target {
  database: string;
  name: string;
}

interface Merge {
  target: Target;
  on: string[];
  whenMatched: string | Doc[];
  whenNotMatched: string;
  /** Evaluates the `let` variables for a document. */
  variables: (document: Doc) => Doc;
}

const mergeCombinations: Readonly<Record<string, readonly string[]>> = {
  replace: ['insert', 'discard', 'fail'],
  merge: ['insert', 'discard', 'fail'],
  pipeline: ['insert', 'discard', 'fail'],
  keepExisting: ['insert'],
  fail: ['insert'],
};

function targetOf(stage: string, value: unknown, database: string): Target {
  const target =
    typeof value === 'string'
      ? { database, name: value }
      : isDocument(value) && typeof value['coll'] === 'string'
        ? { database: typeof value['db'] === 'string' ? value['db'] : database, name: value['coll'] }
        : undefined;
  if (!target) throw typeMismatch(`${stage} needs a collection's name or a document with db and coll`);
  checkNamespace(target.database, target.name);
  return target;
}

/** Removes the writing stage from the end of a pipeline. */
export function splitOutput(
  pipeline: Doc[],
  database: string,
  variables: Doc,
): { pipeline: Doc[]; output: Output | undefined } {
  const isOutput = (stage: Doc): boolean => '$out' in stage || '$merge' in stage;
  const at = pipeline.findIndex(isOutput);
  const stage = pipeline[at];
  if (!stage) return { pipeline, output: undefined };
  const name = Object.keys(stage)[0] ?? '';
  if (at < pipeline.length - 1)
    throw new MongoServerError('Location40601', `${name} can only be the final stage in the pipeline`);
  const rest = pipeline.slice(0, at);
  if (name === '$merge') return { pipeline: rest, output: mergeInto(parseMerge(stage['$merge'], database, variables)) };
  return { pipeline: rest, output: replaceAll(targetOf('$out', stage['$out'], database)) };
}

/** Replaces all documents of the collection and keeps its indexes. */
function replaceAll({ database, name }: Target): Output {
  return (engine, documents) =>
    engine.define(() => {
      const before = engine.catalog.find(database, name);
      if (before) engine.dropCollection(before);
      const collection = engine.catalog.create(database, name, before?.options);
      for (const { spec } of before?.indexes.slice(1) ?? []) engine.catalog.addIndex(collection, spec);
      engine.records.bulk(() => {
        for (const document of documents) insertOne(engine, collection, document);
      });
    });
}

function parseMerge(given: unknown, database: string, outer: Doc): Merge {
  const spec: Doc = isDocument(given) ? given : { into: given };
  const { into, on = '_id', let: variables, whenMatched = 'merge', whenNotMatched = 'insert', ...unknown } = spec;
  const [unknownField] = Object.keys(unknown);
  if (unknownField)
    throw new MongoServerError('Location40415', `BSON field '$merge.${unknownField}' is an unknown field.`);
  const fields: unknown[] = Array.isArray(on) ? on : [on];
  if (fields.length === 0 || !fields.every((field) => typeof field === 'string'))
    throw new MongoServerError('Location51186', "$merge 'on' field must be either a string or an array of strings");
  const mode = Array.isArray(whenMatched) ? 'pipeline' : String(whenMatched);
  const allowed = mode === 'pipeline' && !Array.isArray(whenMatched) ? undefined : mergeCombinations[mode];
  if (!allowed) throw badValue(`Enumeration value '${mode}' for field '$merge.whenMatched' is not a valid value.`);
  if (!allowed.includes(String(whenNotMatched)))
    throw new MongoServerError(
      'Location51189',
      `Combination of $merge modes 'whenMatched: ${mode}' and 'whenNotMatched: ${String(whenNotMatched)}' is not supported`,
    );
  if (variables !== undefined && mode !== 'pipeline')
    throw new MongoServerError('Location51199', "Cannot use 'let' variables with 'whenMatched' that is no pipeline");
  const bound = isDocument(variables) ? Object.entries(variables) : [];
  return {
    target: targetOf('$merge', into, database),
    on: fields,
    whenMatched: Array.isArray(whenMatched) ? (whenMatched as Doc[]) : mode,
    whenNotMatched: String(whenNotMatched),
    variables: (document) => ({
      ...outer,
      new: document,
      ...Object.fromEntries(bound.map(([name, value]) => [name, evaluateExpression(value, document, outer)])),
    }),
  };
}

function checkUnique(collection: Collection, on: readonly string[]): void {
  const wanted = [...on].sort().join();
  const isUnique = collection.indexes.some(
    ({ unique, partialFilterExpression, fields }) =>
      unique &&
      !partialFilterExpression &&
      fields
        .map(({ path }) => path)
        .sort()
        .join() === wanted,
  );
  if (!isUnique)
    throw new MongoServerError('Location51183', 'Cannot find index to verify that join fields will be unique');
}

/** Documents written before a failure stay, as on MongoDB. */
function mergeInto(merge: Merge): Output {
  return async (engine, documents) => {
    const { database, name } = merge.target;
    const failure = await engine.write((): unknown => {
      const collection = engine.collection(database, name);
      checkUnique(collection, merge.on);
      try {
        for (const document of documents) mergeOne(engine, collection, merge, document);
        return undefined;
      } catch (error) {
        if (error instanceof MongoServerError) return error;
        throw error;
      }
    });
    if (failure) throw failure as MongoServerError;
  };
}

function mergeOne(engine: Engine, collection: Collection, merge: Merge, given: Doc): void {
  const { on, whenMatched, whenNotMatched } = merge;
  const document = '_id' in given || !on.includes('_id') ? given : { _id: new ObjectId(), ...given };
  if (whenMatched === 'fail') return void insertOne(engine, collection, document);
  const filter = Object.fromEntries(on.map((path) => [path, { $eq: joinValue(document, path) }]));
  const [stored] = select(engine, { collection, condition: compileFilter(filter), limit: 1 });
  if (!stored) {
    if (whenNotMatched === 'insert') return void insertOne(engine, collection, document);
    if (whenNotMatched === 'discard') return;
    throw new MongoServerError(
      'MergeStageNoMatchingDocument',
      '$merge could not find a matching document in the target collection for at least one document in the source collection',
    );
  }
  if (whenMatched === 'keepExisting') return;
  const after = mergedDocument(merge, stored.documentInOrder, document);
  if (!isSameDocument(stored.bytes, after)) engine.records.replace(collection, stored, after);
}

function mergedDocument({ whenMatched, variables }: Merge, stored: Doc, document: Doc): Doc {
  if (typeof whenMatched !== 'string') return compileUpdate(whenMatched, undefined, variables(document))(stored, {});
  const after = whenMatched === 'merge' ? { ...stored, ...document } : { _id: stored['_id'], ...document };
  if (!sameValue(after['_id'], stored['_id']))
    throw new MongoServerError(
      'ImmutableField',
      '$merge failed to update the matching document: it would modify its _id',
    );
  return after;
}

function joinValue(document: Doc, path: string): unknown {
  const value = path.split('.').reduce<unknown>((at, part) => (isDocument(at) ? at[part] : undefined), document);
  if (value === undefined || value === null)
    throw new MongoServerError(
      'Location51132',
      `$merge write error: 'on' field '${path}' cannot be missing, null or undefined`,
    );
  if (Array.isArray(value))
    throw new MongoServerError('Location51185', `$merge write error: 'on' field '${path}' cannot be an array`);
  return value;
}
