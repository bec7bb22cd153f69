interface PieceOptions {
  delimiter: string;
  /** Where the rows begin. */
  start: number;
  /** A piece ends with the first row that ends after so many characters. */
  length: number;
}

/**
 * Divides the text of a CSV file at ends of rows. Every kind of line end, also mixed in one file, becomes \n, but for those in
 * quoted cells. A quotation mark opens a quoted cell at its beginning only; elsewhere it is a letter, as in 27" Monitor.
 */
export function* csvPieces(text: string, { delimiter, start, length }: PieceOptions): Generator<string> {
  let piece = '';
  let taken = start;
  for (let index = start; index < text.length;) {
    index = endOfCell(text, index, delimiter);
    const sign = text[index];
    if (sign === '\r' || sign === '\n') {
      piece += `${text.slice(taken, index)}\n`;
      index += sign === '\r' && text[index + 1] === '\n' ? 2 : 1;
      taken = index;
      if (piece.length < length) continue;
      yield piece;
      piece = '';
    } else {
      index += 1;
    }
  }
  piece += text.slice(taken);
  if (piece !== '') yield piece;
}

/** The index of the separator or line end that ends the cell, or the end of the text. */
function endOfCell(text: string, start: number, delimiter: string): number {
  let index = text[start] === '"' ? endOfQuotes(text, start, delimiter) : start;
  while (index < text.length && !isEnd(text[index], delimiter)) index += 1;
  return index;
}

const isEnd = (sign: string | undefined, delimiter: string) =>
  sign === undefined || sign === delimiter || sign === '\r' || sign === '\n';

/** Behind the quotation mark that closes the cell: one that is not doubled and that an end of the cell follows. */
function endOfQuotes(text: string, start: number, delimiter: string): number {
  let index = start + 1;
  for (;;) {
    index = text.indexOf('"', index);
    if (index < 0) return text.length;
    if (text[index + 1] === '"') {
      index += 2;
      continue;
    }
    let after = index + 1;
    while (text[after] === ' ') after += 1;
    if (isEnd(text[after], delimiter)) return after;
    index += 1;
  }
}
