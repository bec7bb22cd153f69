import { createHash } from 'node:crypto';
import type { Index, IndexField } from './catalog';
import { MongoServerError } from './errors';
import { KeyWriter } from './keyEncoding';
import { isPositional } from './paths';
import { maxKeyBytes } from './store';
import { isDocument, type Doc } from './values';

export interface IndexKeys {
  /** The distinct encoded fields, without the index number before and the record number after them. */
  keys: Buffer[];
  multikey: string[];
  truncated: boolean;
}

interface Slot {
  value: unknown;
  /** Path parts that remain to be resolved from `value`; undefined once the value is final. */
  rest: string[] | undefined;
  array: unknown[] | undefined;
}

function walk(from: unknown, parts: string[]): Slot {
  let value = from;
  for (let at = 0; at < parts.length; at++) {
    if (Array.isArray(value)) return { value, rest: parts.slice(at), array: value };
    const part = parts[at] ?? '';
    if (!isDocument(value) || !Object.hasOwn(value, part)) return { value: null, rest: undefined, array: undefined };
    value = value[part];
  }
  if (Array.isArray(value)) return { value, rest: [], array: value };
  return { value, rest: undefined, array: undefined };
}

function step(slot: Slot, element: unknown, array: unknown[]): Slot {
  if (slot.array !== array || !slot.rest) return slot;
  if (slot.rest.length === 0) return { value: element, rest: undefined, array: undefined };
  if (isPositional(slot.rest[0] ?? '') && Number(slot.rest[0]) < array.length) {
    const item = array[Number(slot.rest[0])];
    if (slot.rest.length > 1) return walk(item, slot.rest.slice(1));
    // An array at a position is one value; an empty one sorts below null as usual.
    const value = Array.isArray(item) && item.length === 0 ? undefined : item;
    return { value, rest: undefined, array: undefined };
  }
  return isDocument(element) ? walk(element, slot.rest) : { value: null, rest: undefined, array: undefined };
}

/** Refuses two paths that lead to different arrays. */
type ParallelArrays = () => Error;

function expand(slots: Slot[], parallel: ParallelArrays, emit: (values: unknown[]) => void): void {
  const array = slots.find((slot) => slot.array)?.array;
  if (!array) return emit(slots.map((slot) => slot.value));
  if (slots.some((slot) => slot.array && slot.array !== array)) throw parallel();
  if (array.length === 0) {
    const empty = (slot: Slot): Slot =>
      slot.array ? { value: slot.rest?.length ? null : undefined, rest: undefined, array: undefined } : slot;
    return expand(slots.map(empty), parallel, emit);
  }
  for (const element of array)
    expand(
      slots.map((slot) => step(slot, element, array)),
      parallel,
      emit,
    );
}

/** Calls `emit` with the values of each key of a document in an index on these paths. */
export function eachKey(
  document: Doc,
  paths: readonly string[][],
  parallel: ParallelArrays,
  emit: (values: unknown[]) => void,
): void {
  expand(
    paths.map((parts) => walk(document, parts)),
    parallel,
    emit,
  );
}

const writer = new KeyWriter();
const hashBytes = 16;

/** The bytes that a key with this number of fields keeps of each value. */
export function fieldShare(fields: number): number {
  return Math.floor(maxKeyBytes / fields) - hashBytes;
}

/**
 * Truncates a value that is too long for its share of a key to a prefix and a hash of the whole; returns whether it
 * did.
 */
function writeField(field: IndexField, value: unknown, share: number): boolean {
  const from = writer.length;
  writer.value(value);
  const truncated = writer.length - from > share;
  if (truncated) {
    const whole = writer.bytes().subarray(from);
    writer.length = from + share;
    writer.raw(createHash('sha256').update(whole).digest().subarray(0, hashBytes));
  }
  if (field.direction < 0) writer.invert(from);
  return truncated;
}

/** Encodes the fields of one key. */
export function encodeFields(
  fields: readonly IndexField[],
  values: readonly unknown[],
): { key: Buffer; truncated: boolean } {
  const share = fieldShare(fields.length);
  let truncated = false;
  writer.reset();
  fields.forEach((field, i) => {
    if (writeField(field, values[i], share)) truncated = true;
  });
  return { key: writer.bytes(), truncated };
}

/** The array in the only array field, if it contains only strings. */
function onlyTexts(slots: readonly Slot[], at: number): readonly unknown[] | undefined {
  const { array, rest } = slots[at] ?? {};
  if (!array || array.length === 0 || rest?.length !== 0) return undefined;
  if (slots.some((slot, i) => i > at && slot.array)) return undefined;
  return array.every((element) => typeof element === 'string') ? array : undefined;
}

/** The keys of an array of strings; the parts common to all keys are encoded once. */
function keysOfTexts(
  fields: readonly IndexField[],
  slots: readonly Slot[],
  at: number,
  texts: readonly unknown[],
): IndexKeys {
  const share = fieldShare(fields.length);
  let truncated = false;
  const write = (i: number, value: unknown): void => {
    const field = fields[i];
    if (field && writeField(field, value, share)) truncated = true;
  };
  writer.reset();
  for (let i = 0; i < at; i++) write(i, slots[i]?.value);
  const start = writer.length;
  for (let i = at + 1; i < fields.length; i++) write(i, slots[i]?.value);
  const tail = writer.bytes().subarray(start);
  const keys: Buffer[] = [];
  for (const text of new Set(texts)) {
    writer.length = start;
    write(at, text);
    writer.raw(tail);
    keys.push(writer.bytes());
  }
  return { keys, multikey: [fields[at]?.path ?? ''], truncated };
}

function hasAny(fields: readonly IndexField[], document: Doc): boolean {
  return fields.some((field) => {
    const slot = walk(document, field.path.split('.'));
    return slot.array !== undefined || slot.value !== null || isNullField(document, field.path);
  });
}

function isNullField(document: Doc, path: string): boolean {
  let value: unknown = document;
  for (const part of path.split('.')) {
    if (!isDocument(value) || !Object.hasOwn(value, part)) return false;
    value = value[part];
  }
  return true;
}

export function indexKeys(index: Index, document: Doc): IndexKeys {
  const none: IndexKeys = { keys: [], multikey: [], truncated: false };
  if (index.sparse && !hasAny(index.fields, document)) return none;
  const slots = index.fields.map((field) => walk(document, field.path.split('.')));
  const arrayAt = slots.findIndex((slot) => slot.array);
  if (arrayAt < 0) {
    const { key, truncated } = encodeFields(
      index.fields,
      slots.map((slot) => slot.value),
    );
    return { keys: [key], multikey: [], truncated };
  }
  const texts = onlyTexts(slots, arrayAt);
  if (texts) return keysOfTexts(index.fields, slots, arrayAt, texts);
  const keys = new Map<string, Buffer>();
  let truncated = false;
  const parallel = () => new MongoServerError('CannotIndexParallelArrays', 'cannot index parallel arrays');
  expand(slots, parallel, (values) => {
    const encoded = encodeFields(index.fields, values);
    truncated ||= encoded.truncated;
    keys.set(encoded.key.toString('latin1'), encoded.key);
  });
  const multikey = index.fields.filter((_field, i) => slots[i]?.array).map((field) => field.path);
  return { keys: [...keys.values()], multikey, truncated };
}
