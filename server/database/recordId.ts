import { ObjectId } from 'mongodb';

/** The record id that 24 lower-case hexadecimal digits stand for; null for any other text. */
export function parseRecordId(text: string): ObjectId | null {
  return /^[\da-f]{24}$/.test(text) ? ObjectId.createFromHexString(text) : null;
}
