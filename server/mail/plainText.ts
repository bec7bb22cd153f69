const longest = 200;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** One line of any length without line breaks, control characters or bidirectional overrides. */
export const singleLine = (text: string): string =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    // Joiners are kept: scripts and emoji need them.
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** As singleLine, for lists and headers: truncated. */
export function plainLine(text: string): string {
  const line = singleLine(text);
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

const isolated = (line: string): string => (rightToLeft.test(line) ? `\u2068${line}\u2069` : line);

/** Isolates right-to-left text, so that it does not reorder the text around it. */
export const isolateBidi = (text: string): string => isolated(plainLine(text));

export interface PlainLines {
  readonly lines: readonly string[];
  /** Whether it was truncated. */
  readonly isCut: boolean;
}

/** As plainLine, keeping line breaks. */
export function plainLines(text: string, most: { readonly characters: number; readonly lines: number }): PlainLines {
  const characters = [...text];
  const lines = characters.slice(0, most.characters).join('').split(lineBreak).map(singleLine);
  return {
    lines: lines.slice(0, most.lines).map(isolated),
    isCut: characters.length > most.characters || lines.length > most.lines,
  };
}
