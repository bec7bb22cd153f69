import { compilePipeline } from './aggregationStages';
import { ObjectId } from 'bson';
import { badValue, failedToParse, MongoServerError } from './errors';
import { sameValue } from './keyEncoding';
import { type Condition } from './matcher';
import { isPositional } from './paths';
import { compileArrayFilters, expandPath, locate, matchedPosition, setPlace, type ArrayFilters } from './updatePaths';
import { checkOperands } from './updateForms';
import { updateOperators } from './updateOperators';
import { encode, isDocument, setField, type Doc } from './values';

/** Returns the updated document without changing the given one. */
export type Update = (document: Doc, options: { condition?: Condition; inserting?: boolean }) => Doc;

interface Change {
  operator: string;
  path: string;
  operand: unknown;
}

function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (!isDocument(value)) return value;
  const copy: Doc = {};
  for (const [name, field] of Object.entries(value)) setField(copy, name, clone(field));
  return copy as T;
}

export function isReplacement(update: unknown): boolean {
  return isDocument(update) && !Object.keys(update)[0]?.startsWith('$');
}

const updateStages = new Set(['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith']);

function pipelineUpdate(pipeline: Doc[], variables: Doc): Update {
  for (const stage of pipeline) {
    const name = isDocument(stage) ? Object.keys(stage)[0] : undefined;
    if (name === undefined || !updateStages.has(name)) {
      throw new MongoServerError('InvalidOptions', `${name ?? 'this'} is not allowed to be used within an update`);
    }
  }
  const run = compilePipeline(pipeline, { database: '', variables, source: () => [] });
  return (document) => {
    const [result] = [...run([document])];
    if (!result) throw failedToParse('the pipeline of an update must give one document');
    if (!('_id' in document)) return result;
    if (!('_id' in result)) return { _id: document['_id'], ...result };
    if (!sameValue(document['_id'], result['_id'])) throw immutableId();
    return result;
  };
}

export function compileUpdate(update: unknown, arrayFilters?: unknown, variables: Doc = {}): Update {
  if (Array.isArray(update)) return pipelineUpdate(update as Doc[], variables);
  if (!isDocument(update)) throw failedToParse('The update must be an object or a pipeline');
  if (isReplacement(update)) return replacement(update);
  const filters = compileArrayFilters(arrayFilters);
  const changes = parseChanges(update);
  checkFiltersUsed(filters, changes);
  return (document, options) => apply(document, changes, filters, options);
}

function replacement(update: Doc): Update {
  for (const name of Object.keys(update)) {
    if (name.startsWith('$')) {
      throw new MongoServerError(
        'DollarPrefixedFieldName',
        `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    }
  }
  return (document) => {
    const id = '_id' in document ? document['_id'] : update['_id'];
    if ('_id' in update && !sameValue(update['_id'], id)) throw immutableId();
    const result: Doc = id === undefined ? {} : { _id: id };
    for (const [name, value] of Object.entries(update)) if (name !== '_id') setField(result, name, value);
    return result;
  };
}

function immutableId(): MongoServerError {
  return new MongoServerError(
    'ImmutableField',
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );
}

function parseChanges(update: Doc): Change[] {
  const changes: Change[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (!Object.hasOwn(updateOperators, operator)) {
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDocument(fields)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type string instead. For example: {$mod: {<field>: ...}} not {${operator}: ...}`,
      );
    }
    checkOperands(operator, fields);
    for (const [path, operand] of Object.entries(fields)) changes.push({ operator, path: checkedPath(path), operand });
    if (operator === '$rename') for (const target of Object.values(fields)) checkTarget(target);
  }
  changes.sort((a, b) => comparePaths(changedPath(a), changedPath(b)));
  checkConflicts(changes);
  return changes;
}

function checkTarget(target: unknown): void {
  if (typeof target !== 'string') throw badValue("The 'to' field for $rename must be a string");
  if (
    checkedPath(target)
      .split('.')
      .some((part) => part === '$' || part.startsWith('$['))
  )
    throw badValue(`The destination field for $rename may not be dynamic: ${target}`);
}

const changedPath = ({ operator, path, operand }: Change) => (operator === '$rename' ? String(operand) : path);

/** Compares paths part by part, positions by number: the order in which new fields are added. */
function comparePaths(a: string, b: string): number {
  const [ours, theirs] = [a.split('.'), b.split('.')];
  for (const [at, part] of ours.entries()) {
    const other = theirs[at];
    if (other === undefined) return 1;
    if (part === other) continue;
    if (isPositional(part) && isPositional(other)) return Number(part) - Number(other);
    return part < other ? -1 : 1;
  }
  return ours.length - theirs.length;
}

function checkedPath(path: string): string {
  const parts = path.split('.');
  if (parts.includes('')) {
    throw new MongoServerError(
      'EmptyFieldName',
      path === ''
        ? 'An empty update path is not valid.'
        : `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
  const bad = parts.find(
    (part) =>
      part.startsWith('$') && part !== '$' && !/^\$\[.*\]$/.test(part) && !['$ref', '$id', '$db'].includes(part),
  );
  if (bad)
    throw new MongoServerError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${bad}' in '${path}' is not valid for storage.`,
    );
  return path;
}

function checkConflicts(changes: Change[]): void {
  const all = changes.flatMap(({ operator, path, operand }) =>
    operator === '$rename' ? [path, String(operand)] : [path],
  );
  checkOverlaps(all);
  checkElementConflicts(all);
}

function checkOverlaps(all: readonly string[]): void {
  const paths = new Set<string>();
  for (const path of all) {
    if (paths.has(path)) throw conflict(path, path);
    paths.add(path);
  }
  for (const path of paths) {
    for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
      if (paths.has(path.slice(0, dot))) throw conflict(path, path.slice(0, dot));
    }
  }
}

/** Refuses to select elements of one array both by position and by filter. */
function checkElementConflicts(paths: readonly string[]): void {
  const chosenBy = new Map<string, boolean>();
  for (const path of paths) {
    const parts = path.split('.');
    parts.forEach((part, index) => {
      const before = parts.slice(0, index).join('.');
      const byFilter = part.startsWith('$[');
      if ((chosenBy.get(before) ?? byFilter) !== byFilter) throw conflict(path, before);
      chosenBy.set(before, byFilter);
    });
  }
}

function conflict(path: string, at: string): MongoServerError {
  return new MongoServerError(
    'ConflictingUpdateOperators',
    `Updating the path '${path}' would create a conflict at '${at}'`,
  );
}

function checkFiltersUsed(filters: ArrayFilters, changes: Change[]): void {
  for (const name of filters.keys()) {
    if (!changes.some(({ path }) => path.includes(`$[${name}]`))) {
      throw failedToParse(`The array filter for identifier '${name}' was not used in the update`);
    }
  }
}

function apply(
  before: Doc,
  changes: Change[],
  filters: ArrayFilters,
  options: { condition?: Condition; inserting?: boolean },
): Doc {
  const document = clone(before);
  const steps = changes.flatMap(({ operator, path, operand }) => {
    if (operator === '$setOnInsert' && !options.inserting) return [];
    const paths = expandPath(before, path, filters, (prefix) => matchedPosition(options.condition, before, prefix));
    return paths.map((concrete) => ({ operator, concrete, operand }));
  });
  if (changes.some(({ path }) => path.includes('$['))) checkOverlaps(steps.map(({ concrete }) => concrete.join('.')));
  for (const { operator, concrete, operand } of steps) updateOperators[operator]?.(document, concrete, operand);
  if ('_id' in before && !('_id' in document && sameValue(before['_id'], document['_id']))) throw immutableId();
  return document;
}

/** Whether the bytes are equal: an update that changes nothing counts as matched, not as modified. */
export function isSameDocument(a: Uint8Array, b: Doc): boolean {
  return Buffer.compare(a, encode(b)) === 0;
}

interface Equality {
  readonly path: string;
  readonly value: unknown;
}

function equalitiesOf(condition: Condition): Equality[] {
  if (condition.kind === 'and') return condition.children.flatMap(equalitiesOf);
  if (condition.kind === 'or' && condition.children.length === 1) return condition.children.flatMap(equalitiesOf);
  if (condition.kind !== 'path') return [];
  const { path, operator, operand, regexes } = condition;
  if (operator === '$eq') return [{ path, value: operand }];
  const isSingle = operator === '$in' && Array.isArray(operand) && operand.length === 1 && regexes.length === 0;
  return isSingle ? [{ path, value: (operand as unknown[])[0] }] : [];
}

/** The initial document of an upsert: the fields that the filter fixes by equality. */
function upsertBase(equalities: readonly Equality[]): Doc {
  const base: Doc = {};
  const fixed: string[] = [];
  for (const { path, value } of equalities) {
    const other = fixed.find((each) => `${path}.`.startsWith(`${each}.`) || each.startsWith(`${path}.`));
    if (other !== undefined) {
      throw new MongoServerError(
        'NotSingleValueField',
        other === path
          ? `cannot infer query fields to set, path '${path}' is matched twice`
          : `cannot infer query fields to set, both paths '${path}' and '${other}' are matched`,
      );
    }
    fixed.push(path);
    const place = locate(base, path.split('.'), true);
    if (place) setPlace(place, clone(value));
  }
  return base;
}

export function upsertDocument(condition: Condition, update: Update, isReplace: boolean): Doc {
  const equalities = equalitiesOf(condition).filter(({ path }) => !isReplace || path === '_id');
  const document = update(upsertBase(equalities), { inserting: true });
  const id = '_id' in document ? document['_id'] : new ObjectId();
  const result: Doc = { _id: id };
  for (const [name, value] of Object.entries(document)) if (name !== '_id') setField(result, name, value);
  return result;
}
