import { hashOf } from '../hash';
import { foldText } from '../text/foldText';

/** How many characters of each suffix are stored: longer texts are narrowed by their windows and then verified. */
export const suffixLength = 16;
export const gramLength = 3;
/** Of the stretches that are told apart by category: long enough that few products of a category have one. */
export const categoryGramLength = 4;

/**
 * Of a text as `foldText` leaves it, which is what is looked for, too. Terms are cut at code points: well-formed texts can only match
 * there, and half a character cannot be stored.
 */
export function suffixesOf(folded: string): string[] {
  const characters = Array.from(folded);
  const suffixes = new Set(characters.map((_, start) => characters.slice(start, start + suffixLength).join('')));
  return [...suffixes].sort();
}

function gramsOf(folded: string): string[] {
  const characters = Array.from(folded);
  const grams = new Set<string>();
  characters.forEach((_, start) => {
    for (let length = 1; length <= gramLength && start + length <= characters.length; length += 1) {
      grams.add(characters.slice(start, start + length).join(''));
    }
  });
  return [...grams].sort();
}

/** What is stored beside a record's name so that lists and searches find an index. */
export interface NameSearchFields {
  /** What NAME sorts by and searches look into: the name as `foldText` leaves it. */
  nameLower: string;
  nameTerms: string[];
}

export function nameSearchFields(name: string): NameSearchFields {
  const nameLower = foldText(name);
  return { nameLower, nameTerms: suffixesOf(nameLower) };
}

/** What only the indexes of products need. */
export interface ProductTerms {
  nameTerms: string[];
  nameGrams: string[];
  /** For each category and each four characters of the name (see `categoryGram`). */
  categoryGrams: number[];
}

/** Of a product whose name and categories some other program may have left out. */
export function productTermsOf(product: { readonly name?: unknown; readonly categories?: unknown }): ProductTerms {
  const name = foldText(typeof product.name === 'string' ? product.name : '');
  const categories = [product.categories].flat().filter((category) => typeof category === 'string');
  const stretches = gramsOfText(name, categoryGramLength);
  const numbers = categories.flatMap((category) => stretches.map((stretch) => categoryGram(category, stretch)));
  return { nameTerms: suffixesOf(name), nameGrams: gramsOf(name), categoryGrams: [...new Set(numbers)] };
}

/**
 * A number for a category and four characters of a name: no index of MongoDB takes two lists of a record, nor is a text as short. Now
 * and then two have the same, so that what is found by it has to be looked at.
 */
export function categoryGram(category: string, stretch: string): number {
  return hashOf(`${stretch}${category}`) | 0;
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
