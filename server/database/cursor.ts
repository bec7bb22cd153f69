import { hash } from 'node:crypto';
import { BadInputError } from '../errors';

/** Where a reader stands in an ordered list: the sort key and the identifier that breaks ties. */
export interface Position {
  readonly key: number | string;
  readonly id: string;
}

/** A short text that is equal for equal questions, so that a cursor is refused where it does not belong. */
export type Fingerprint = () => string;

/** Made where a cursor is written or read: most pages are asked for without any. */
export function fingerprint(question: unknown): Fingerprint {
  let made: string | undefined;
  return () => (made ??= hash('sha256', JSON.stringify(question), 'base64url').slice(0, 10));
}

export function encodeCursor(position: Position, question: Fingerprint): string {
  return Buffer.from(JSON.stringify([position.key, position.id, question()])).toString('base64url');
}

const idPattern = /^[0-9a-f]{24}$/;

export function decodeCursor(cursor: string, question: Fingerprint, ids: RegExp = idPattern): Position {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parts) && parts.length === 3) {
      const [key, id, asked] = parts as unknown[];
      const keyIsFine = (typeof key === 'number' && Number.isFinite(key)) || typeof key === 'string';
      if (keyIsFine && typeof id === 'string' && ids.test(id) && asked === question()) return { key, id };
    }
  } catch {
    // Not JSON: the same refusal as every other cursor we did not hand out for this list.
  }
  throw new BadInputError('after is not a cursor of this list', 'after');
}
