const longest = 200;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** One line, whatever was typed: no line break, control character or sign that turns the words around it. */
export function plainLine(text: string): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    // Joiners stay: scripts and emoji need them.
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

/** Somebody's words among the shop's: those of right-to-left scripts are isolated, so that they turn nothing around them. */
export function words(text: string): string {
  const line = plainLine(text);
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
}
