import { pointDecimal } from '../../../lib/pointDecimal';

/**
 * The decimal number that a text is in full, '12,50' as well as '12.50'; undefined for anything else, '12abc', '1e3' and '1,299', which may
 * mean a thousand, included.
 */
export function decimalOf(text: string): number | undefined {
  const plain = pointDecimal(text);
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

/**
 * What cannot be read as a number travels as it was typed, because the server has the word on it (decision 25): it
 * answers that a number is expected. NaN would arrive as null, as if nothing had been typed.
 */
export const numberOrText = (text: string): number => (decimalOf(text) ?? text.trim()) as number;

export type Separator = ',' | '\n';

/** Comma text (section 5); a product whose own texts hold commas has them one per line. */
export const separatorOf = (list: readonly string[]): Separator =>
  list.some((text) => text.includes(',')) ? '\n' : ',';

/** Split and trimmed; what is blank between two separators is left out. */
export function listOf(text: string, separator: Separator = ','): string[] {
  return text
    .split(separator === ',' ? /[,\n]/ : '\n')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export const textOf = (list: readonly string[]): string => list.join(separatorOf(list) === ',' ? ', ' : '\n');
