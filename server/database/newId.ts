import { createHash } from 'node:crypto';
import { ObjectId } from 'mongodb';
import type { Context } from '../context';

const made = new WeakMap<Context, number>();

/**
 * A record id. Under an Idempotency-Key it is derived from the key and the number of ids drawn by this request
 * (mutations run in order), so that a retry finds the existing record.
 */
export function newId(context: Context): ObjectId {
  if (context.idempotencyKey === null) return new ObjectId();
  const number = made.get(context) ?? 0;
  made.set(context, number + 1);
  return idFrom(`${number}\n${context.idempotencyKey}`);
}

/**
 * So many ids at once. Work whose extent depends on what is stored draws for its largest extent: a retry finds less to
 * do, and would otherwise assign its own ids, and those drawn after them, to other records.
 */
export const newIds = (context: Context, count: number): ObjectId[] =>
  Array.from({ length: count }, () => newId(context));

/** Deterministic. */
export const idFrom = (text: string): ObjectId =>
  new ObjectId(createHash('sha256').update(text).digest('hex').slice(0, 24));
