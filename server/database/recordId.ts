import { ObjectId } from 'mongodb';

/** Parses 24 lower-case hexadecimal digits; null for any other text. */
export function parseRecordId(text: string): ObjectId | null {
  return /^[\da-f]{24}$/.test(text) ? ObjectId.createFromHexString(text) : null;
}
