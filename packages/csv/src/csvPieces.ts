interface PieceOptions {
  delimiter: string;
  /** The index where the rows begin. */
  start: number;
  /** A piece ends with the first row that reaches this many characters. */
  length: number;
}

/**
 * Splits the text of a CSV file at row boundaries. Every line ending outside of quoted cells, also mixed ones, becomes
 * \n. A quotation mark opens a quoted cell only at the start of a cell; elsewhere it is a character, as in 27" Monitor.
 */
export function* csvPieces(text: string, { delimiter, start, length }: PieceOptions): Generator<string> {
  let piece = '';
  let copiedUpTo = start;
  for (let index = start; index < text.length;) {
    index = endOfCell(text, index, delimiter);
    const character = text[index];
    if (character === '\r' || character === '\n') {
      piece += `${text.slice(copiedUpTo, index)}\n`;
      index += character === '\r' && text[index + 1] === '\n' ? 2 : 1;
      copiedUpTo = index;
      if (piece.length < length) continue;
      yield piece;
      piece = '';
    } else {
      index += 1;
    }
  }
  piece += text.slice(copiedUpTo);
  if (piece !== '') yield piece;
}

/** The index of the separator or line ending after the cell, or the length of the text. */
function endOfCell(text: string, start: number, delimiter: string): number {
  let index = text[start] === '"' ? endOfQuotes(text, start, delimiter) : start;
  while (index < text.length && !isEnd(text[index], delimiter)) index += 1;
  return index;
}

const isEnd = (character: string | undefined, delimiter: string) =>
  character === undefined || character === delimiter || character === '\r' || character === '\n';

/** The index after the closing quotation mark: one that is not doubled and that the end of the cell follows. */
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
