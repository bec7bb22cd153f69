import { endOfElement } from './elements';
import { isDocument, type Doc } from './values';

const OP_MSG = 2013;
const HEADER_BYTES = 21;
const STRING = 0x02;
const MOST_BYTES = 32 * 1024;

/** Commands whose answers may be kept, with whatever else may stand in them. */
const COMMANDS = new Set(['find', 'aggregate', 'count']);
const FIELDS = new Set(
  '$db $readPreference filter sort projection skip limit batchSize singleBatch pipeline cursor query'.split(' '),
);
/** Says who asks. */
const SESSION = 'lsid';

/**
 * A read as it came, without its session: two that are the same ask the same of the same documents. Undefined for everything
 * else, and where a field is not known to change nothing but the answer.
 */
export function questionOf(message: Buffer): string | undefined {
  // No flags, and one document that goes to the end.
  if (message.length > MOST_BYTES || message.length < HEADER_BYTES + 5 || message.readInt32LE(12) !== OP_MSG)
    return undefined;
  if (message.readUInt32LE(16) !== 0 || message[20] !== 0) return undefined;
  if (message.readInt32LE(HEADER_BYTES) !== message.length - HEADER_BYTES) return undefined;
  const last = message.length - 1;
  let at = HEADER_BYTES + 4;
  let session: [number, number] | undefined;
  for (let isFirst = true; at < last; isFirst = false) {
    const nameEnd = message.indexOf(0, at + 1);
    if (nameEnd < 0) return undefined;
    const name = message.toString('latin1', at + 1, nameEnd);
    const type = message[at] ?? 0;
    if (isFirst ? type !== STRING || !COMMANDS.has(name) : name !== SESSION && !FIELDS.has(name)) return undefined;
    const end = nameEnd + 5 < message.length ? endOfElement(type, message, nameEnd + 1) : undefined;
    if (end === undefined || end <= at || end > last) return undefined;
    if (name === SESSION) session = [at, end];
    at = end;
  }
  if (at !== last) return undefined;
  const start = HEADER_BYTES + 4;
  if (!session) return message.toString('latin1', start, last);
  return message.toString('latin1', start, session[0]) + message.toString('latin1', session[1], last);
}

/** The command of a message that is a question. */
export const commandOf = (message: Buffer): string =>
  message.toString('latin1', HEADER_BYTES + 5, message.indexOf(0, HEADER_BYTES + 5));

/** Whose meaning is known to be in the documents alone: neither the time, nor chance, nor anything that was asked before. */
const OPERATORS = new Set(
  (
    '$db $readPreference $and $or $nor $not $eq $ne $gt $gte $lt $lte $in $nin $exists $regex $options $elemMatch $all $size ' +
    '$match $sort $skip $limit $project $group $count $unionWith $sum $push $literal'
  ).split(' '),
);

/** Whether the answer follows from the documents of the collections that are named in it. */
export function isSteady(value: unknown): boolean {
  if (typeof value === 'string') return !value.startsWith('$$');
  if (Array.isArray(value)) return value.every(isSteady);
  if (!isDocument(value)) return true;
  return Object.entries(value).every(
    ([name, inner]) => (!name.startsWith('$') || OPERATORS.has(name)) && isSteady(inner),
  );
}

/** The collections that a read looks at. */
export function collectionsOf(name: string, body: Doc): string[] {
  const own = body[name];
  return [...(typeof own === 'string' ? [own] : []), ...unitedIn(body['pipeline'])];
}

function unitedIn(pipeline: unknown): string[] {
  if (!Array.isArray(pipeline)) return [];
  return pipeline.flatMap((stage: unknown) => {
    const united = isDocument(stage) ? stage['$unionWith'] : undefined;
    if (typeof united === 'string') return [united];
    if (!isDocument(united)) return [];
    return [...(typeof united['coll'] === 'string' ? [united['coll']] : []), ...unitedIn(united['pipeline'])];
  });
}
