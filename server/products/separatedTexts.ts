const lineEnd = /\r\n|[\n\r\u2028\u2029]/;
const inLine = /[,;|]/;
/** A separator inside a URL does not separate: what follows must start one. */
const beforeAddress = /[,;|]\s*(?=https?:\/\/|\/(?!\/))/i;

export const mixedSeparators =
  'Categories hold both commas and semicolons: put each category on a line of its own, or | between them';

const trimmed = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');

/** Photos or categories that a product may have. */
export const maximumListLength = 10;

/**
 * Lines of a cell that may be one text containing a separator, or several. None if there are more than a product may
 * have categories: the list is too long however they are read, and each line costs a lookup.
 */
export function ambiguousLines(cell: string): string[] {
  const lines = new Set(trimmed(cell.normalize('NFC').split(lineEnd)).filter((line) => inLine.test(line)));
  return lines.size > maximumListLength ? [] : [...lines];
}

/** Picture URLs in a text. `isOne` recognizes lines that are a single URL. */
export const photosIn = (cell: string, isOne: (line: string) => boolean = () => false): string[] =>
  cell.split(lineEnd).flatMap((line) => (isOne(line.trim()) ? [line.trim()] : trimmed(line.split(beforeAddress))));

/**
 * Categories in a text; null if comma and semicolon are mixed, which is ambiguous. `isOne` recognizes lines that are a
 * single category.
 */
export function categoriesIn(cell: string, isOne: (line: string) => boolean = () => false): string[] | null {
  const lines = trimmed(cell.normalize('NFC').split(lineEnd)).map((line) =>
    isOne(line) ? { one: line } : { several: line },
  );
  const several = lines.map(({ several = '' }) => several).join('\n');
  if (several.includes(',') && several.includes(';')) return null;
  return lines.flatMap(({ one, several: line = '' }) => (one === undefined ? trimmed(line.split(inLine)) : [one]));
}
