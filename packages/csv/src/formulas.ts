/** Spreadsheets treat a cell that starts like this as a formula. */
const formulaLike = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A leading apostrophe makes a cell text; an existing one is doubled. */
export const escapeFormula = (text: string): string => (formulaLike.test(text) ? `'${text}` : text);

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell;
