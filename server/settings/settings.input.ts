import { z } from 'zod';
import { line, orNull } from '../graphql/input';

/** Ids are chosen by the client: edits keep them, and an undo restores them. */
export const settingsId = orNull(
  z.string({ error: 'id must be text' }).regex(/^[a-z0-9-]{1,40}$/, 'id must be one that the shop has given'),
);

export const settingsName = line({ field: 'name', minimum: 1, maximum: 60 });

export function wholeNumber(field: string, minimum: number, maximum: number) {
  const error = `${field} must be a whole number from ${minimum} to ${maximum}`;
  return z.number({ error }).int(error).min(minimum, error).max(maximum, error);
}

/** null never counts as a duplicate. */
export function refuseTwice<T>(field: keyof T & string, keyOf: (each: T) => string | null, message: string) {
  return ({ value, issues }: z.core.ParsePayload<T[]>): void => {
    const seen = new Set<string>();
    value.forEach((each, index) => {
      const key = keyOf(each);
      if (key !== null && seen.has(key)) issues.push({ code: 'custom', path: [index, field], message, input: value });
      if (key !== null) seen.add(key);
    });
  };
}
