import { z } from 'zod';
import { parseRecordId } from '../database/recordId';
import { BadInputError, cutName } from '../errors';
import { cleanLine, isBlank } from '../text/cleanLine';
import { foldText } from '../text/foldText';

type FieldOf = (path: readonly PropertyKey[]) => string | undefined;

const outermostName: FieldOf = (path) => path.find((part) => typeof part === 'string');

/** `zones.2.methods.0.name`: for inputs with lists. */
const wholePath: FieldOf = (path) => path.map(String).join('.') || undefined;

/** Parses an input, or rejects it with the first problem on its field. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown, fieldOf: FieldOf = outermostName): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    throw new BadInputError(`${cutName(key)} is not a known field`, key);
  }
  const isNoObject = issue?.code === 'invalid_type' && issue.path.length === 0;
  const message = isNoObject ? 'The input must be an object' : issue?.message;
  throw new BadInputError(message ?? 'The input is not valid', fieldOf(issue?.path ?? []));
}

/** As parseInput, with the full path of the invalid field. */
export const parseLists = <T>(schema: z.ZodType<T>, value: unknown): T => parseInput(schema, value, wholePath);

/** NUL and lone surrogates cannot be stored or displayed; other control characters are invalid in a single line. */
const unstorable = /[\0\p{Cs}]/u;
const lineControls = /[\p{Cc}\u2028\u2029]/u;

interface LineRule {
  readonly field: string;
  readonly minimum?: number;
  readonly maximum: number;
  readonly required?: string;
}

/** A single line of text: cleaned, '' if nothing of it is visible, measured in UTF-16 code units. */
export function line({ field, minimum = 0, maximum, required = `${field} is required` }: LineRule) {
  return z
    .string({ error: required })
    .refine((text) => text.length <= maximum * 2, `${field} must be at most ${maximum} characters`)
    .transform(cleanLine)
    .refine(
      (text) => !lineControls.test(text) && !unstorable.test(text),
      `${field} holds characters that cannot be used`,
    )
    .transform((text) => (isBlank(text) ? '' : text))
    .refine((text) => text.length >= minimum, required)
    .refine((text) => text.length <= maximum, `${field} must be at most ${maximum} characters`);
}

/** Several lines of plain text. */
export function paragraphs({ field, maximum }: { field: string; maximum: number }) {
  return z
    .string({ error: `${field} must be text` })
    .refine((text) => text.length <= maximum, `${field} must be at most ${maximum} characters`)
    .refine((text) => !unstorable.test(text), `${field} holds characters that cannot be used`)
    .transform((text) => text.normalize('NFC'));
}

/** Optional; null if omitted. */
export const orNull = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value) => value ?? null);

/** A start or end time of a list's filter. */
export const momentInput = (field: string) => orNull(z.date({ error: `${field} must be a date and time` }));

/** Text that cannot be an id is treated as an unknown id rather than an invalid one: null. */
export const recordId = z.string({ error: 'id is required' }).transform(parseRecordId);

/** Text of at most this many UTF-16 code units, for a filter; '' if omitted. */
export const boundedText = (field: string, maximum: number) =>
  z
    .string({ error: `${field} must be text` })
    .max(maximum, `${field} must be at most ${maximum} characters`)
    .refine((value) => !/[\0\p{Cs}]/u.test(value), `${field} holds characters that cannot be used`)
    .nullish()
    .transform((value) => (value ?? '').normalize('NFC'));

/** Search text, folded like what it is compared with; '' if omitted. */
export const searchText = (field: string, maximum: number) => boundedText(field, maximum).transform(foldText);

/** Page arguments of every connection. */
export const pageInput = z.object({
  first: z.int({ error: 'first must be a whole number from 1 to 100' }).refine((first) => first >= 1 && first <= 100, {
    error: 'first must be a whole number from 1 to 100',
  }),
  after: z.string().max(2_000, 'after is not a cursor of this list').nullish(),
});
