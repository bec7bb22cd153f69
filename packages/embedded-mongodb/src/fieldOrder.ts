import { BSONType } from './BSONType';
import { bufferOf, eachElement } from './elements';
import { notSupported, type MongoServerError } from './errors';
import { setField, type Doc } from './values';

/** JavaScript puts the fields with these names first and in ascending order, wherever they were written. */
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

export function otherOrder(): MongoServerError {
  return notSupported('a document whose fields named by whole numbers are not its first ones, in ascending order,');
}

/** Of fields that are added one after the other: whether JavaScript leaves each where it was added. */
class FieldOrder {
  /** Infinity behind a field with any other name. */
  private greatest = -1;

  keeps(name: string): boolean {
    const number = wholeNumber(name) ?? Infinity;
    const isBehind = number > this.greatest || number === Infinity;
    this.greatest = number;
    return isBehind;
  }
}

function keepsOrderFrom(buffer: Buffer, from: number, isArray: boolean): boolean {
  let order: FieldOrder | undefined;
  let isKept = true;
  /** Most documents have no such name: theirs are not made texts. */
  let hasOthers = isArray;
  const isWhole = eachElement(buffer, from, (type, nameAt, valueAt) => {
    const first = buffer[nameAt] ?? 0;
    if (first < zero || first > nine) hasOthers = true;
    else if (!isArray) {
      const name = buffer.toString('latin1', nameAt, valueAt - 1);
      isKept = (order ??= new FieldOrder()).keeps(name) && !(hasOthers && isWholeNumber(name));
    }
    if (type === BSONType.object || type === BSONType.array)
      isKept &&= keepsOrderFrom(buffer, valueAt, type === BSONType.array);
    else if (type === BSONType.javascriptWithScope)
      isKept &&= keepsOrderFrom(buffer, valueAt + 8 + buffer.readInt32LE(valueAt + 4), false);
    return isKept;
  });
  return isKept && isWhole;
}

/** Whether a document of the wire, and each that it holds, has the same order as an object of JavaScript. */
export function keepsOrder(bytes: Uint8Array): boolean {
  return keepsOrderFrom(bufferOf(bytes), 0, false);
}

/** Sets a field that is calculated. One that is there keeps its place; a new one comes behind all others, or is refused. */
export function addField(document: Doc, name: string, value: unknown): void {
  const number = wholeNumber(name);
  if (number !== undefined && !Object.hasOwn(document, name)) {
    const last = Object.keys(document).at(-1);
    if (last !== undefined && (wholeNumber(last) ?? Infinity) > number) throw otherOrder();
  }
  setField(document, name, value);
}

/** A document of calculated names, however many. */
export class FieldList {
  readonly document: Doc = {};
  private readonly order = new FieldOrder();

  set(name: string, value: unknown): void {
    if (!Object.hasOwn(this.document, name) && !this.order.keeps(name)) throw otherOrder();
    setField(this.document, name, value);
  }
}

/** Refuses a document to be stored, which begins with its _id: no field may come before. */
export function checkTopNames(document: Doc): void {
  const [first] = Object.keys(document);
  if (first !== undefined && isWholeNumber(first)) throw otherOrder();
}
