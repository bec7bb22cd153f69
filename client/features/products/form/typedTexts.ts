import { pointDecimal } from '../../../lib/pointDecimal';

/**
 * The decimal number of a complete text, '12,50' as well as '12.50'; undefined for anything else, also '12abc', '1e3' and
 * the ambiguous '1,299'.
 */
export function decimalOf(text: string): number | undefined {
  const plain = pointDecimal(text);
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

/**
 * Text that is not a number is sent as typed, because the server validates it (decision 25): it replies that a number is
 * expected. NaN would be serialized as null, as if the field were empty.
 */
export const numberOrText = (text: string): number => (decimalOf(text) ?? text.trim()) as number;

export type Separator = ',' | '\n';

/** Comma text (section 5); values that contain commas are listed one per line. */
export const separatorOf = (list: readonly string[]): Separator =>
  list.some((text) => text.includes(',')) ? '\n' : ',';

/** Split and trimmed; blank items are dropped. */
export function listOf(text: string, separator: Separator = ','): string[] {
  return text
    .split(separator === ',' ? /[,\n]/ : '\n')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export const textOf = (list: readonly string[]): string => list.join(separatorOf(list) === ',' ? ', ' : '\n');
