import { foldText } from './foldText';

/** How many characters of each suffix are stored: longer texts are narrowed by their windows and then verified. */
export const suffixLength = 16;
export const gramLength = 3;
/** Of the n-grams by category: long enough that few products of a category have one. */
export const categoryGramLength = 4;

/** What the terms of one record may take in the database: a name of the strangest letters must not cost many times its length. */
export const maxTermBytes = 20_000;
/** Of a term in a list, beside its letters. */
const bytesPerTerm = 10;

/** Terms up to a number of bytes; the first ones fit. */
class TermBudget {
  private left = maxTermBytes;

  /** Adds what is not there yet; false, and nothing is added, when it does not fit. */
  add<T extends string | number>(terms: Set<T>, wanted: readonly T[]): boolean {
    const added = wanted.filter((term) => !terms.has(term));
    const bytes = added.reduce(
      (sum, term) => sum + bytesPerTerm + (typeof term === 'string' ? Buffer.byteLength(term) : 0),
      0,
    );
    if (bytes > this.left) return false;
    this.left -= bytes;
    for (const term of added) terms.add(term);
    return true;
  }
}

/**
 * Of a record's texts as `foldText` leaves them, which is what is looked for, too; where they are too long the first ones come first.
 * Terms are cut at code points: well-formed texts can only match there, and half a character cannot be stored.
 */
export function suffixesOf(...folded: readonly string[]): string[] {
  const [budget, suffixes] = [new TermBudget(), new Set<string>()];
  folded.every((text) => {
    const characters = Array.from(text);
    return characters.every((_, start) => budget.add(suffixes, [sliceAt(characters, start, suffixLength)]));
  });
  return [...suffixes].sort();
}

const sliceAt = (characters: readonly string[], start: number, length: number) =>
  characters.slice(start, start + length).join('');

/** The stretches of one to three characters that begin there. */
function gramsAt(characters: readonly string[], start: number): string[] {
  const lengths = Array.from({ length: Math.min(gramLength, characters.length - start) }, (_, index) => index + 1);
  return lengths.map((length) => sliceAt(characters, start, length));
}

/** What is stored beside a record's name so that lists and searches find an index. NAME sorts by `nameLower`. */
export type NameSearchFields = ReturnType<typeof nameSearchFields>;

export function nameSearchFields(name: string) {
  const nameLower = foldText(name);
  return { nameLower, nameTerms: suffixesOf(nameLower) };
}

/** What only the indexes of products need. */
export type ProductTerms = ReturnType<typeof productTermsOf>;

/**
 * Of a product whose name and categories some other program may have left out. Where they are too many, the name comes before its
 * categories, its beginning before its end, and the main category before the others: what is left out cannot be searched for.
 */
export function productTermsOf(product: { readonly name?: unknown; readonly categories?: unknown }) {
  const name = foldText(typeof product.name === 'string' ? product.name : '');
  const categories = [product.categories].flat().filter((category) => typeof category === 'string');
  const [budget, characters] = [new TermBudget(), Array.from(name)];
  const [suffixes, grams, numbers] = [new Set<string>(), new Set<string>(), new Set<number>()];
  characters.every(
    (_, start) =>
      budget.add(suffixes, [sliceAt(characters, start, suffixLength)]) && budget.add(grams, gramsAt(characters, start)),
  );
  const stretches = gramsOfText(name, categoryGramLength);
  categories.every((category) => stretches.every((stretch) => budget.add(numbers, [categoryGram(category, stretch)])));
  return { nameTerms: [...suffixes].sort(), nameGrams: [...grams].sort(), categoryGrams: [...numbers] };
}

/**
 * A number for a category and four characters of a name: no index of MongoDB takes two lists of a record, nor is a text as short.
 * Different ones may have the same number, so that what is found by it has to be tested.
 */
export function categoryGram(category: string, stretch: string): number {
  return hashOf(`${stretch}${category}`) | 0;
}

/** FNV-1a, 32 bits of UTF-16 units, from 0. Not for secrets: others can make texts with the same hash. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** True when the gram index alone answers the text. */
export function isGram(text: string): boolean {
  return Array.from(text).length <= gramLength;
}

/** True when the suffix index alone answers the text. */
export function isWindow(text: string): boolean {
  return Array.from(text).length <= suffixLength;
}

/** The stretches of a text, of so many characters; whatever contains the text has all of them. */
export function gramsOfText(text: string, length = gramLength): string[] {
  return slices(Array.from(text), length, 1);
}

/** Stretches of at most 16 characters that cover the text; whatever contains the text has a suffix starting with each. */
export function windowsOfText(text: string): string[] {
  return slices(Array.from(text), suffixLength, suffixLength);
}

function slices(characters: string[], length: number, step: number): string[] {
  const last = Math.max(0, characters.length - length);
  const found = new Set<string>();
  for (let start = 0; start < last; start += step) found.add(characters.slice(start, start + length).join(''));
  found.add(characters.slice(last).join(''));
  return [...found];
}
