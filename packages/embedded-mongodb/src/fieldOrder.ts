import { BSONType } from './BSONType';
import { bufferOf, eachElement } from './elements';
import { notSupported, type MongoServerError } from './errors';
import { setField, type Doc } from './values';

/** JavaScript moves properties with integer names up to this one to the front, in ascending order. */
const maxWholeNumber = 2 ** 32 - 2;
const [zero, nine] = [0x30, 0x39];

function wholeNumber(name: string): number | undefined {
  const first = name.charCodeAt(0);
  if (!(first >= zero && first <= nine) || !/^(0|[1-9]\d{0,9})$/.test(name)) return undefined;
  return Number(name) <= maxWholeNumber ? Number(name) : undefined;
}

export function isWholeNumber(name: string): boolean {
  return wholeNumber(name) !== undefined;
}

export function reorderedFields(): MongoServerError {
  return notSupported('a document whose fields named by whole numbers are not its first ones, in ascending order,');
}

/** Checks for fields that are added one by one whether JavaScript keeps each of them last. */
class FieldOrder {
  /** Infinity after a field whose name is not an integer. */
  private greatest = -1;

  append(name: string): boolean {
    const number = wholeNumber(name) ?? Infinity;
    const isLast = number > this.greatest || number === Infinity;
    this.greatest = number;
    return isLast;
  }
}

function keepsOrderFrom(buffer: Buffer, from: number, isArray: boolean): boolean {
  let order: FieldOrder | undefined;
  let isInOrder = true;
  /** Avoids decoding names to strings in the common case without integer-like names. */
  let hasOthers = isArray;
  const isWhole = eachElement(buffer, from, (type, nameAt, valueAt) => {
    const first = buffer[nameAt] ?? 0;
    if (first < zero || first > nine) hasOthers = true;
    else if (!isArray) {
      const name = buffer.toString('latin1', nameAt, valueAt - 1);
      isInOrder = (order ??= new FieldOrder()).append(name) && !(hasOthers && isWholeNumber(name));
    }
    if (type === BSONType.object || type === BSONType.array)
      isInOrder &&= keepsOrderFrom(buffer, valueAt, type === BSONType.array);
    else if (type === BSONType.javascriptWithScope)
      isInOrder &&= keepsOrderFrom(buffer, valueAt + 8 + buffer.readInt32LE(valueAt + 4), false);
    return isInOrder;
  });
  return isInOrder && isWhole;
}

/** Whether an encoded document, including nested ones, has the field order that a JavaScript object would have. */
export function keepsOrder(bytes: Uint8Array): boolean {
  return keepsOrderFrom(bufferOf(bytes), 0, false);
}

/**
 * Sets a computed field. An existing field keeps its position; a new one is added last, or refused if JavaScript would
 * move it.
 */
export function addField(document: Doc, name: string, value: unknown): void {
  const number = wholeNumber(name);
  if (number !== undefined && !Object.hasOwn(document, name)) {
    const last = Object.keys(document).at(-1);
    if (last !== undefined && (wholeNumber(last) ?? Infinity) > number) throw reorderedFields();
  }
  setField(document, name, value);
}

/** A document with any number of computed field names. */
export class FieldList {
  readonly document: Doc = {};
  private readonly order = new FieldOrder();

  set(name: string, value: unknown): void {
    if (!Object.hasOwn(this.document, name) && !this.order.append(name)) throw reorderedFields();
    setField(this.document, name, value);
  }
}

/** Refuses a document to be stored whose first field would move in front of its _id. */
export function checkTopNames(document: Doc): void {
  const [first] = Object.keys(document);
  if (first !== undefined && isWholeNumber(first)) throw reorderedFields();
}
