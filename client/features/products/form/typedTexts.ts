/** The decimal number that a text is in full; undefined for anything else, '12abc' and '1e3' included. */
export function decimalOf(text: string): number | undefined {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * What cannot be read as a number travels as it was typed, because the server has the word on it (decision 25): it
 * answers that a number is expected. NaN would arrive as null, as if nothing had been typed.
 */
export const numberAsTyped = (text: string): number => (decimalOf(text) ?? text.trim()) as number;

/** Comma text (section 5), split and trimmed; what is blank between two commas is left out. */
export function listOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
