import { distance } from 'fastest-levenshtein';
import { constants } from '../../../lib/constants';

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'and');

/** The shop's most similar category; undefined if none is similar enough. */
function nearestCategory(text: string): string | undefined {
  const words = plain(text);
  const whole = words.join(' ');
  return constants.categories.find((category) => {
    const itsWords = plain(category);
    const isSlip = distance(whole, itsWords.join(' ')) <= Math.min(2, whole.length / 4);
    return isSlip || (words.length > 0 && words.every((word) => itsWords.some((its) => isOneWord(word, its))));
  });
}

const isOneWord = (word: string, other: string) =>
  word.length >= 4 && distance(word, other) <= (word.length >= 6 ? 2 : 1);

export interface CategorySuggestion {
  readonly typed: string;
  /** The suggestion; undefined if the shop's filter has nothing similar. */
  readonly meant: string | undefined;
}

/** One for each typed category that the shop's filter does not offer. */
export const categorySuggestions = (typed: readonly string[]): CategorySuggestion[] =>
  typed
    .filter((text) => !(constants.categories as readonly string[]).includes(text))
    .map((text) => ({ typed: text, meant: nearestCategory(text) }));
