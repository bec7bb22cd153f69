import { romanize } from './romanize';

/** Fast path for most texts: only their case is folded. */
const plainText = /^[!-_a-~]*(?: [!-_a-~]+)*$/;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/**
 * Optional diacritics. In other scripts marks are letters of their own (vowels of Indic scripts and Thai), as are the
 * voicing marks of kana.
 */
const accents =
  /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu;
const singleQuote = /[\u2018-\u201b\u2032\u2035\u2039\u203a\u02b9\u02bb-\u02bf\u02c8`\u00b4\uff07]/u;
const doubleQuote = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u301d-\u301f\uff02]/u;
const dash = /[\p{Dash_Punctuation}\u2212\u02d7\u2043]/u;
const anySign = new RegExp(`${singleQuote.source}|${doubleQuote.source}|${dash.source}`, 'u');
const latinLetter = /(?![\0-\x7f])\p{Script=Latin}/u;
/** Maximum bytes of a folded character; one with a longer folding ('ﷺ' has eighteen letters) is kept. */
const maxFoldingBytes = 6;

/**
 * Normalizes text for searches: ignores case, diacritics, widths, ligatures, typographic quotes and dashes, and
 * whitespace differences. Idempotent.
 */
export function foldText(text: string): string {
  if (plainText.test(text)) return text.toLowerCase();
  const folded = mapCharacters(text.normalize('NFC').replace(ignorable, ''), foldCharacter);
  // Recomposed, or a Hangul syllable would be three characters that match separately.
  return folded.normalize('NFC').replace(/\s+/g, ' ').trim();
}

function foldCharacter(character: string): string {
  // The common case: nothing else needs folding, even in names with a diacritic.
  if (character <= '\x7f' && character !== '`') return character.toLowerCase();
  const sign = foldSign(character);
  if (sign !== null) return sign;
  const letters = character.normalize('NFKD').replace(accents, '').replace(ignorable, '');
  const folded = mapCharacters(foldCase(letters), foldLatin).normalize('NFC');
  return Buffer.byteLength(folded) > maxFoldingBytes ? foldCase(character) : folded;
}

/** Full case folding by JavaScript's own rules: 'ẞ' and 'ß' become 'ss', 'ς' becomes 'σ', 'ı' becomes 'i'. */
function foldCase(letters: string): string {
  // Per character: a final sigma would be lower-cased differently.
  return mapCharacters(letters, (letter) => letter.toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ');
}

/** Letters without a decomposition in Unicode, such as 'ø', 'ł' and 'þ'. */
function foldLatin(letter: string): string {
  const latin = latinLetter.test(letter) ? romanize(letter) : '';
  return /^[a-z]+$/.test(latin) ? latin : (foldSign(letter) ?? letter);
}

function foldSign(sign: string): string | null {
  if (!anySign.test(sign)) return null;
  if (singleQuote.test(sign)) return "'";
  return doubleQuote.test(sign) ? '"' : '-';
}

function mapCharacters(text: string, change: (character: string) => string): string {
  let changed = '';
  for (const character of text) changed += change(character);
  return changed;
}
