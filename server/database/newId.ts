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
  const digest = createHash('sha256').update(`${number}\n${context.idempotencyKey}`).digest('hex');
  return new ObjectId(digest.slice(0, 24));
}
