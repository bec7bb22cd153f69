import { hash } from 'node:crypto';
import type { Document } from 'mongodb';
import { parseRecordId } from '../database/recordId';
import { BadInputError } from '../errors';

/** A place in an ordered list: the sort key and the id that breaks ties. */
export interface Position {
  readonly key: number | string;
  readonly id: string;
}

/** A hash of the query, so that a cursor of another query is rejected. */
export type Fingerprint = () => string;

/** Lazy: most requests neither send nor select a cursor. */
export function queryFingerprint(question: unknown): Fingerprint {
  let made: string | undefined;
  return () => (made ??= hash('sha256', JSON.stringify(question), 'base64url').slice(0, 10));
}

export function encodeCursor(position: Position, fingerprint: Fingerprint): string {
  return Buffer.from(JSON.stringify([position.key, position.id, fingerprint()])).toString('base64url');
}

const idPattern = /^[0-9a-f]{24}$/;

export function decodeCursor(cursor: string, fingerprint: Fingerprint, ids: RegExp = idPattern): Position {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.length === 3) {
      const [key, id, asked] = parts as unknown[];
      const isValidKey = (typeof key === 'number' && Number.isFinite(key)) || typeof key === 'string';
      if (isValidKey && typeof id === 'string' && ids.test(id) && asked === fingerprint()) return { key, id };
    }
  } catch {
    // Not JSON: rejected like any other foreign cursor.
  }
  throw new BadInputError('after is not a cursor of this list', 'after');
}

/** Ties are broken by _id in the same direction, so every order is total and one index serves both directions. */
export interface SortOrder {
  readonly field: string;
  readonly direction: 1 | -1;
  /** Few rows share a key, and an index has this direction: a single range from the key on replaces two. */
  readonly isRarelyTied?: boolean;
  /** Its ids are strings. */
  readonly hasTextIds?: boolean;
}

export const newestFirst: SortOrder = { field: 'createdAt', direction: -1, isRarelyTied: true };

/** A position in the database's types. */
export interface StoredPosition {
  readonly key: unknown;
  readonly id: unknown;
}

const dateFields: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'startedAt', 'receivedAt']);

export function storedPosition({ key, id }: Position, { field, hasTextIds }: SortOrder): StoredPosition {
  return { key: dateFields.has(field) ? new Date(key) : key, id: hasTextIds ? id : parseRecordId(id) };
}

/** A stored record. */
export interface Row extends Document {
  readonly _id: unknown;
}

function keyOf(row: Row, { field }: SortOrder): Position['key'] {
  const value: unknown = row[field];
  return value instanceof Date ? value.getTime() : ((value ?? '') as Position['key']);
}

export const positionOf = (row: Row, order: SortOrder): Position => ({ key: keyOf(row, order), id: String(row._id) });

/** The order of the indexes: numbers by value, texts by code point (as UTF-8 bytes compare), then ids. */
export const compareRows = (a: Row, b: Row, order: SortOrder): number =>
  order.direction * (compareKeys(keyOf(a, order), keyOf(b, order)) || compareKeys(String(a._id), String(b._id)));

function compareKeys(a: Position['key'], b: Position['key']): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
