/** Spreadsheets treat a cell that starts like this as a formula. */
const formulaLike = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** It computes nothing, and as text it would be left out of a sum. */
const negativeNumber = /^-\d+(\.\d+)?$/;

/** A leading apostrophe makes a cell text; an existing one is doubled. */
export const escapeFormula = (text: string): string =>
  formulaLike.test(text) && !negativeNumber.test(text) ? `'${text}` : text;

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell;
