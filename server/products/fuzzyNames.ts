import { isWithinOneEdit } from '../text/isWithinOneEdit';

/** Shorter words are matched exactly: too many others are one edit away. */
const minFuzzyLength = 3;
/** From this length on a prefix of a longer word may have the edit, too. */
const minFuzzyPrefixLength = 5;
/** More than people type; each is matched against every name. */
const maxWords = 12;

/** A word without leading and trailing punctuation. */
const bareWord = /[\p{L}\p{M}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su;
const wordsWithSigns = /\S+/gu;
const wordsWithoutSigns = /[\p{L}\p{M}\p{N}]+/gu;
const anyLetter = /[\p{L}\p{M}\p{N}]/u;
const unsegmentedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The words of a folded search text; empty if there are too many. */
export function wordsOf(folded: string): string[] {
  const words = (folded.match(wordsWithSigns) ?? []).flatMap((word) => bareWord.exec(word)?.[0] ?? []);
  const distinct = [...new Set(words)];
  return distinct.length > maxWords ? [] : distinct;
}

/**
 * Substrings of which every name contains one that has the word with at most one edit: it leaves one half unchanged, unless it
 * transposes the letters between the halves.
 */
export function nearSubstrings(word: string): string[] {
  const characters = Array.from(word);
  if (characters.length < minFuzzyLength) return [word];
  const half = Math.ceil(characters.length / 2);
  const [before = '', after = ''] = characters.slice(half - 1, half + 1);
  const exchanged = [...characters.slice(0, half - 1), after, before, ...characters.slice(half + 1)];
  return [characters.slice(0, half), characters.slice(half), exchanged].map((piece) => piece.join(''));
}

/** Position of a word in a name, in UTF-16 units, and its edit distance. */
interface WordMatch {
  readonly start: number;
  readonly end: number;
  readonly distance: number;
}

/**
 * The distance of a folded name from words in any order, with at most one edit each; null if one is missing, 0 for
 * exact matches. `corrected` is the part of the name with these words, null if others stand between them.
 */
export function fuzzyMatchName(words: readonly string[], name: string) {
  const tokens = tokensOf(name);
  const places: WordMatch[] = [];
  for (const word of words) {
    const place = findMatch(word, name, tokens);
    if (!place) return null;
    places.push(place);
  }
  return { distance: places.reduce((sum, { distance }) => sum + distance, 0), corrected: correctedBy(places, name) };
}

interface NameToken {
  readonly characters: readonly string[];
  readonly start: number;
}

/** The words of a name, their parts between punctuation, and joined pairs of neighbours, in case a space is missing. */
function tokensOf(name: string): NameToken[] {
  const words = [...name.matchAll(wordsWithSigns)];
  const parts = [...words, ...name.matchAll(wordsWithoutSigns)].map(({ 0: text, index }) => ({ text, start: index }));
  const pairs = words.slice(1).map(({ 0: { length }, index }, before) => {
    const start = words[before]?.index ?? 0;
    return { text: name.slice(start, index + length), start };
  });
  return [...parts, ...pairs].flatMap(({ text, start }) => {
    const bare = bareWord.exec(text);
    return bare ? [{ characters: Array.from(bare[0]), start: start + bare.index }] : [];
  });
}

function findMatch(word: string, name: string, inName: readonly NameToken[]): WordMatch | null {
  const exact = name.indexOf(word);
  if (exact !== -1) return { start: exact, end: exact + word.length, distance: 0 };
  const typed = Array.from(word);
  if (typed.length < minFuzzyLength) return null;
  const isNear = ({ characters }: NameToken) => isWithinOneEdit(typed, characters);
  const isPartOfText = unsegmentedScripts.test(word);
  const near = inName.find(isNear) ?? (isPartOfText ? substringsOf(name, typed.length).find(isNear) : undefined);
  if (near) return matchOf(near, 1);
  if (isPartOfText || typed.length < minFuzzyPrefixLength) return null;
  const begun = inName.find(({ characters }) =>
    lengthsNear(typed.length).some((length) => isWithinOneEdit(typed, characters.slice(0, length))),
  );
  return begun ? matchOf(begun, 2) : null;
}

const matchOf = ({ characters, start }: NameToken, distance: number): WordMatch => ({
  start,
  end: start + characters.join('').length,
  distance,
});

const lengthsNear = (length: number) => [length, length - 1, length + 1];

/** Candidates in scripts that do not separate words by spaces. */
function substringsOf(name: string, length: number): NameToken[] {
  const characters = Array.from(name);
  let start = 0;
  const starts = characters.map((character) => (start += character.length) - character.length);
  return lengthsNear(length).flatMap((wanted) =>
    starts
      .map((at, index) => ({ characters: characters.slice(index, index + wanted), start: at }))
      .filter((stretch) => stretch.characters.length === wanted),
  );
}

function correctedBy(places: readonly WordMatch[], name: string): string | null {
  const inOrder = [...places].sort((a, b) => a.start - b.start);
  const [first] = inOrder;
  if (!first) return null;
  let end = first.end;
  for (const place of inOrder) {
    if (anyLetter.test(name.slice(end, place.start))) return null;
    end = Math.max(end, place.end);
  }
  return name.slice(first.start, end);
}
