/**
 * A search text as in the URL, in chips and in requests: without the characters that the server rejects, at most 200 UTF-16
 * units and no half surrogate pair.
 */
export const normalizeSearch = (text: string): string =>
  text
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, 200)
    .replace(/ ?[\ud800-\udbff]?$/, '');
