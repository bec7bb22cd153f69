const lineEnd = /\r\n|[\n\r\u2028\u2029]/;
const inLine = /[,;|]/;
const startOfAddress = /^(?:https?:\/\/|\/(?!\/))/i;
/** A comma inside a URL does not separate: another one, or nothing, must follow. */
const separatesPhotos = /[;|]|,(?=\s*(?:https?:\/\/|\/(?!\/)|[,;|]|$))/i;

export const photoSeparators =
  'Photos hold ; or | beside a text that does not begin with https://, http:// or /: inside an address write %3B for ; and %7C for |';
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

/**
 * Picture URLs in a text; null if a part between semicolons or bars starts none, so that they may be inside a URL.
 * `isOne` recognizes lines that are a single URL.
 */
export function photosIn(cell: string, isOne: (line: string) => boolean = () => false): string[] | null {
  const lines = trimmed(cell.split(lineEnd)).map((line) =>
    isOne(line) ? [line] : trimmed(line.split(separatesPhotos)),
  );
  const isClear = lines.every((parts) => parts.length <= 1 || parts.every((part) => startOfAddress.test(part)));
  return isClear ? lines.flat() : null;
}

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
