import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { Context } from '../context';

const made = new WeakMap<Context, number>();

/**
 * The id of a record that a request makes. Under an Idempotency-Key it follows from the key and from how many records the
 * request has made before (mutations run in order), so a retry after a lost answer finds the existing record.
 */
export function newId(context: Context): ObjectId {
  if (context.idempotencyKey === null) return new ObjectId();
  const number = made.get(context) ?? 0;
  made.set(context, number + 1);
  return idFrom(`${number}\n${context.idempotencyKey}`);
}

/** The same for the same text. */
export const idFrom = (text: string): ObjectId =>
  new ObjectId(createHash('sha256').update(text).digest('hex').slice(0, 24));
