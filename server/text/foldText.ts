import { romanize } from './romanize';

/** Most texts: nothing in them but the case is folded. */
const plainText = /^[!-_a-~]*(?: [!-_a-~]+)*$/;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/**
 * Marks that a reader may leave out. In the scripts that are not named here marks are letters of their own (the vowels of Indic scripts and
 * Thai), and so are the voicing marks of kana.
 */
const accents =
  /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu;
const singleQuote = /[\u2018-\u201b\u2032\u2035\u2039\u203a\u02b9\u02bb-\u02bf\u02c8`\u00b4\uff07]/u;
const doubleQuote = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u301d-\u301f\uff02]/u;
const dash = /[\p{Dash_Punctuation}\u2212\u02d7\u2043]/u;
const anySign = new RegExp(`${singleQuote.source}|${doubleQuote.source}|${dash.source}`, 'u');
const latinLetter = /(?![\0-\x7f])\p{Script=Latin}/u;
/** Bytes that one character may become. Longer ones ('ﷺ' has eighteen letters) stand for themselves, so that what is stored stays short. */
const longestFolding = 6;

/**
 * What searches compare: two texts are equal here that differ in case, accents, widths, ligatures, typographic quotes and dashes, or
 * blanks only. Folding a folded text changes nothing.
 */
export function foldText(text: string): string {
  if (plainText.test(text)) return text.toLowerCase();
  const folded = mapCharacters(text.normalize('NFC').replace(ignorable, ''), foldCharacter);
  // Composed again, or a syllable of Hangul would be three characters and its first one a match.
  return folded.normalize('NFC').replace(/\s+/g, ' ').trim();
}

function foldCharacter(character: string): string {
  // What most characters are, even of names with an accent: nothing else of them is folded.
  if (character <= '\x7f' && character !== '`') return character.toLowerCase();
  const sign = foldSign(character);
  if (sign !== null) return sign;
  const letters = character.normalize('NFKD').replace(accents, '').replace(ignorable, '');
  const folded = mapCharacters(foldCase(letters), foldLatin).normalize('NFC');
  return Buffer.byteLength(folded) > longestFolding ? foldCase(character) : folded;
}

/** Full case folding of JavaScript's own rules: 'ẞ' and 'ß' become 'ss', 'ς' becomes 'σ', 'ı' becomes 'i'. */
function foldCase(letters: string): string {
  // One by one: a final sigma is lower-cased in another way.
  return mapCharacters(letters, (letter) => letter.toLowerCase().toUpperCase().toLowerCase()).replaceAll('ς', 'σ');
}

/** Letters that Unicode takes for letters of their own, such as 'ø', 'ł' and 'þ'. */
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
