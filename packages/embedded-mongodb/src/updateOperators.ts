import { Int32, Long, Timestamp } from 'bson';
import { calculate, toBigInt } from './arithmetic';
import { BSONType } from './BSONType';
import { badValue, typeMismatch } from './errors';
import { compareValues, sameValue } from './keyEncoding';
import { compileFilter, matches } from './matcher';
import { encodeInOrder, parseSort } from './sort';
import { valuesOfSet } from './updateForms';
import { checkViable, follow, getPlace, locate, setPlace } from './updatePaths';
import { isDocument, isNumber, regexParts, toNumber, typeOf, type Doc } from './values';

/** Changes the document in place, at a path without placeholders, by an operand that checkOperands accepted. */
export type UpdateOperator = (document: Doc, path: string[], operand: unknown) => void;

const typeName = (value: unknown): string => BSONType[typeOf(value)];

function change(document: Doc, path: string[], next: (current: unknown) => unknown): void {
  const place = locate(document, path, true);
  if (place) setPlace(place, next(getPlace(place)));
}

function arithmetic(name: string, operation: 'add' | 'multiply'): UpdateOperator {
  return (document, path, operand) => {
    if (!isNumber(operand))
      throw typeMismatch(
        `Cannot ${name === '$inc' ? 'increment' : 'multiply'} with non-numeric argument: {${path.join('.')}: ${JSON.stringify(operand)}}`,
      );
    change(document, path, (current) => {
      if (current === undefined) return operation === 'add' ? operand : calculate(new Int32(0), operand, 'multiply');
      if (!isNumber(current)) {
        throw typeMismatch(
          `Cannot apply ${name} to a value of non-numeric type. {_id: ${String(document['_id'])}} has the field '${path.at(-1) ?? ''}' of non-numeric type ${typeName(current)}`,
        );
      }
      const next = calculate(current, operand, operation);
      // A decimal keeps its scale if the value does not change.
      return typeOf(next) === typeOf(current) && sameValue(next, current) ? current : next;
    });
  };
}

function unset(document: Doc, path: string[]): void {
  const place = locate(document, path, false);
  if (!place) return;
  if (Array.isArray(place.parent)) {
    if (Number(place.name) < place.parent.length) place.parent[Number(place.name)] = null;
  } else delete place.parent[place.name];
}

function bound(direction: 1 | -1): UpdateOperator {
  return (document, path, operand) =>
    change(document, path, (current) =>
      current === undefined || compareValues(operand, current) * direction > 0 ? operand : current,
    );
}

function arrayOf(document: Doc, path: string[], current: unknown, what: string): unknown[] {
  if (current === undefined) return [];
  if (Array.isArray(current)) return [...(current as unknown[])];
  throw badValue(
    `The field '${path.join('.')}' must be an array but is of type ${typeName(current)} in document {_id: ${String(document['_id'])}}${what}`,
  );
}

function push(document: Doc, path: string[], operand: unknown): void {
  const modifiers = isDocument(operand) && '$each' in operand ? operand : { $each: [operand] };
  const each = modifiers['$each'] as unknown[];
  change(document, path, (current) => {
    let items = arrayOf(document, path, current, '');
    const position = toNumber(modifiers['$position']) ?? items.length;
    items.splice(position < 0 ? Math.max(0, items.length + position) : position, 0, ...each);
    if (modifiers['$sort'] !== undefined) items = sortItems(items, modifiers['$sort']);
    const slice = toNumber(modifiers['$slice']);
    if (slice === undefined) return items;
    return slice < 0 ? items.slice(slice) : items.slice(0, slice);
  });
}

/** An array in a document compares as one value here, not by its least element as in a sort of documents. */
function sortItems(items: unknown[], spec: unknown): unknown[] {
  if (!isDocument(spec)) return items.sort((a, b) => compareValues(a, b) * (toNumber(spec) ?? 1));
  const fields = parseSort(spec);
  const keyOf = (item: unknown) =>
    encodeInOrder(
      fields,
      fields.map(({ parts }) => follow(item, parts) ?? null),
    );
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ item }) => item);
}

function addToSet(document: Doc, path: string[], operand: unknown): void {
  const added = valuesOfSet(operand);
  change(document, path, (current) => {
    if (current !== undefined && !Array.isArray(current)) {
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${path.at(-1) ?? ''}' has non-array type ${typeName(current)}`,
      );
    }
    const items = arrayOf(document, path, current, '');
    for (const item of added) if (!items.some((known) => sameValue(known, item))) items.push(item);
    return items;
  });
}

function removeItems(document: Doc, path: string[], drop: (item: unknown) => boolean): void {
  const place = locate(document, path, false);
  const current = place && getPlace(place);
  if (!place || current === undefined) return;
  if (!Array.isArray(current)) throw badValue('Cannot apply $pull to a non-array value');
  setPlace(
    place,
    current.filter((item) => !drop(item)),
  );
}

function pull(document: Doc, path: string[], operand: unknown): void {
  if (!isDocument(operand) && !regexParts(operand)) {
    return removeItems(document, path, (item) => sameValue(item, operand));
  }
  const first = isDocument(operand) ? Object.keys(operand)[0] : '$regex';
  const onValues = first !== undefined && first.startsWith('$') && !['$and', '$or', '$nor'].includes(first);
  const condition = compileFilter(onValues ? { v: operand } : operand);
  removeItems(document, path, (item) =>
    onValues ? matches(condition, { v: item }) : isDocument(item) && matches(condition, item),
  );
}

function pullAll(document: Doc, path: string[], operand: unknown): void {
  const dropped = operand as unknown[];
  removeItems(document, path, (item) => dropped.some((value) => sameValue(value, item)));
}

function pop(document: Doc, path: string[], operand: unknown): void {
  const place = locate(document, path, false);
  const current = place && getPlace(place);
  if (!place || current === undefined) return;
  if (!Array.isArray(current))
    throw typeMismatch(`Path '${path.join('.')}' contains an element of non-array type '${typeName(current)}'`);
  setPlace(place, toNumber(operand) === 1 ? current.slice(0, -1) : current.slice(1));
}

function currentDate(document: Doc, path: string[], operand: unknown): void {
  const timestamp = isDocument(operand) && operand['$type'] === 'timestamp';
  const now = new Date();
  const value = timestamp ? new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }) : now;
  change(document, path, () => value);
}

function rename(document: Doc, path: string[], operand: unknown): void {
  checkViable(document, path);
  const place = locate(document, path, false);
  const value = place && getPlace(place);
  if (!place || value === undefined) return;
  if (Array.isArray(place.parent)) throw badValue(`The source field cannot be an array element: ${path.join('.')}`);
  unset(document, path);
  change(document, String(operand).split('.'), () => value);
}

const bitOperators: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

function isIntegral(value: unknown): boolean {
  return typeOf(value) === BSONType.int || typeOf(value) === BSONType.long;
}

/** The result is a long if one of the operands is. */
function bit(document: Doc, path: string[], operand: unknown): void {
  const masks = isDocument(operand) ? Object.entries(operand) : [];
  if (masks.length === 0 || masks.some(([name, mask]) => !Object.hasOwn(bitOperators, name) || !isIntegral(mask)))
    throw badValue('The $bit modifier takes and, or, xor with an Integer(32/64 bit)');
  change(document, path, (current) => {
    if (current !== undefined && !isIntegral(current))
      throw badValue(`Cannot apply $bit to a value of non-integral type: ${path.join('.')}`);
    const start = current ?? new Int32(0);
    const bits = masks.reduce((all, [name, mask]) => bitOperators[name]?.(all, toBigInt(mask)) ?? all, toBigInt(start));
    const isLong = [start, ...masks.map(([, mask]) => mask)].some((value) => typeOf(value) === BSONType.long);
    return isLong ? Long.fromBigInt(bits) : new Int32(Number(bits));
  });
}

export const updateOperators: Readonly<Record<string, UpdateOperator>> = {
  $set: (document, path, operand) => change(document, path, () => operand),
  $setOnInsert: (document, path, operand) => change(document, path, () => operand),
  $unset: unset,
  $inc: arithmetic('$inc', 'add'),
  $mul: arithmetic('$mul', 'multiply'),
  $min: bound(-1),
  $max: bound(1),
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
  $currentDate: currentDate,
  $rename: rename,
  $bit: bit,
};
