import { BSONError } from 'bson';
import { badValue, MongoServerError, notSupported, typeMismatch } from './errors';
import { checkNamespace } from './catalog';
import type { CommandRequest } from './engine';
import { evaluateExpression } from './expressions/compile';
import { keepsOrder, reorderedFields } from './fieldOrder';
import { decode, isDocument, toNumber, type Doc } from './values';

export function collectionName(request: CommandRequest): string {
  const name = request.body[request.name];
  if (typeof name !== 'string') {
    throw new MongoServerError('InvalidNamespace', `collection name has invalid type ${typeof name}`);
  }
  checkNamespace(request.database, name);
  return name;
}

/** The documents of a list argument, from a document sequence or from the command body. */
export function documentList(request: CommandRequest, name: string): { bytes?: Uint8Array; document: Doc }[] {
  const sequence = request.sequences.get(name);
  if (sequence) return sequence.map((bytes) => ({ bytes, document: decodeSequenceDocument(bytes) }));
  const list = request.body[name];
  if (!Array.isArray(list)) throw badValue(`BSON field '${request.name}.${name}' is missing but a required field`);
  return list.map((document: unknown) => {
    if (!isDocument(document))
      throw typeMismatch(`BSON field '${request.name}.${name}' is the wrong type, expected type object`);
    return { document };
  });
}

function decodeSequenceDocument(bytes: Uint8Array): Doc {
  let document: Doc;
  try {
    document = decode(bytes);
  } catch (error) {
    throw BSONError.isBSONError(error) ? new MongoServerError('InvalidBSON', error.message) : error;
  }
  if (!keepsOrder(bytes)) throw reorderedFields();
  return document;
}

export function documentField(body: Doc, name: string, fallback: Doc = {}): Doc {
  const value = body[name];
  if (value === undefined || value === null) return fallback;
  if (!isDocument(value)) throw typeMismatch(`BSON field '${name}' is the wrong type, expected type object`);
  return value;
}

export function countField(body: Doc, name: string, fallback: number): number {
  const value = body[name];
  if (value === undefined || value === null) return fallback;
  const number = toNumber(value);
  if (number === undefined)
    throw typeMismatch(`BSON field '${name}' is the wrong type, expected types '[long, int, decimal, double]'`);
  return Math.trunc(number);
}

/** Only the simple collation is supported; another one is refused, because ignoring it would return wrong results. */
export function refuseCollation(body: Doc): void {
  const collation = body['collation'];
  if (isDocument(collation) && Object.keys(collation).length > 0 && collation['locale'] !== 'simple')
    throw notSupported('collation');
}

export function deadlineOf(body: Doc): number {
  const milliseconds = countField(body, 'maxTimeMS', 0);
  return milliseconds > 0 ? performance.now() + milliseconds : Infinity;
}

export function hintOf(value: unknown): string | Doc | undefined {
  if (typeof value === 'string') return value;
  if (isDocument(value)) return Object.keys(value).length > 0 ? value : undefined;
  return undefined;
}

/** The variables of `let`, whose expressions are evaluated without a document. */
export function letVariables(body: Doc, name = 'let', fallback: Doc = {}): Doc {
  const given = documentField(body, name, fallback);
  const constants = { NOW: new Date() };
  const bound = Object.entries(given).map(([key, value]) => [key, evaluateExpression(value, {}, constants)]);
  return { ...constants, ...(Object.fromEntries(bound) as Doc) };
}
