import { foldText } from './foldText';

/** Stored characters per suffix: longer searches are narrowed by windows and then verified. */
export const suffixLength = 16;
export const gramLength = 3;
/** Length of n-grams by category, chosen so that few products of a category share one. */
export const categoryGramLength = 4;

/** Maximum bytes of a record's terms: names of unusual characters must not multiply in size. */
export const maxTermBytes = 20_000;
/** Overhead of an array element, beside its text. */
const bytesPerTerm = 10;

/** Collects terms up to a number of bytes; earlier ones take precedence. */
class TermBudget {
  private left = maxTermBytes;

  /** Adds new terms; false, and nothing is added, if they do not fit. */
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
 * Suffixes of a record's texts folded by `foldText`, like the searches; if too long, the first texts take precedence.
 * Terms are cut at code points: well-formed text can only match there, and half a surrogate pair cannot be stored.
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

/** N-grams of one to three characters at a position. */
function gramsAt(characters: readonly string[], start: number): string[] {
  const lengths = Array.from({ length: Math.min(gramLength, characters.length - start) }, (_, index) => index + 1);
  return lengths.map((length) => sliceAt(characters, start, length));
}

/** Fields stored beside a record's name, for sorting and searching by index. NAME sorts by `nameLower`. */
export type NameSearchFields = ReturnType<typeof nameSearchFields>;

export function nameSearchFields(name: string) {
  const nameLower = foldText(name);
  return { nameLower, nameTerms: suffixesOf(nameLower) };
}

/** Fields that only indexes of products need. */
export type ProductTerms = ReturnType<typeof productTermsOf>;

/**
 * Search terms of a product, whose name and categories another program may have omitted. If they exceed the limit, the
 * name precedes the categories, its start its end, and the main category the others; what is left out cannot be found.
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
 * A hash of a category and four characters of a name: MongoDB cannot index two arrays in one index, and a text would be
 * longer. Hashes may collide, so results must be verified.
 */
export function categoryGram(category: string, stretch: string): number {
  return hashOf(`${stretch}${category}`) | 0;
}

/** FNV-1a, 32 bits over UTF-16 units, starting from 0. Not cryptographic: collisions can be constructed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** True if the n-gram index alone answers the search. */
export function isGram(text: string): boolean {
  return Array.from(text).length <= gramLength;
}

/** True if the suffix index alone answers the search. */
export function isWindow(text: string): boolean {
  return Array.from(text).length <= suffixLength;
}

/** The text's n-grams, all of which are in any text that contains it. */
export function gramsOfText(text: string, length = gramLength): string[] {
  return slices(Array.from(text), length, 1);
}

/** Windows of at most 16 characters that cover the text; any text that contains it has a suffix starting with each. */
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
