/** How many characters of each suffix are stored: longer texts are narrowed by their windows and then verified. */
export const suffixLength = 16;
export const gramLength = 3;

/**
 * Case is folded by toLowerCase() on both sides, the rule of the specification's client-side filter. Terms are cut at
 * code points: well-formed texts can only match there, and half a character cannot be stored.
 */
export function searchTermsOf(name: string): { grams: string[]; suffixes: string[] } {
  const characters = Array.from(name.toLowerCase());
  const grams = new Set<string>();
  const suffixes = new Set<string>();
  characters.forEach((_, start) => {
    for (let length = 1; length <= gramLength && start + length <= characters.length; length += 1) {
      grams.add(characters.slice(start, start + length).join(''));
    }
    suffixes.add(characters.slice(start, start + suffixLength).join(''));
  });
  return { grams: [...grams].sort(), suffixes: [...suffixes].sort() };
}

/** What a search by suffixes alone needs of a text that it looks into. */
export function suffixesOf(text: string): string[] {
  return searchTermsOf(text).suffixes;
}

/** What is stored beside a record's name so that lists and searches find an index. */
export interface NameSearchFields {
  /** What NAME sorts by. */
  nameLower: string;
  nameTerms: string[];
}

export function nameSearchFields(name: string): NameSearchFields {
  return { nameLower: name.toLowerCase(), nameTerms: suffixesOf(name) };
}

/** What only the indexes of products need of a name. */
export interface ProductTerms {
  nameTerms: string[];
  nameGrams: string[];
}

export function productTermsOf(name: string): ProductTerms {
  const { suffixes, grams } = searchTermsOf(name);
  return { nameTerms: suffixes, nameGrams: grams };
}

/** True when the gram index alone answers the text. */
export function isGram(text: string): boolean {
  return Array.from(text).length <= gramLength;
}

/** True when the suffix index alone answers the text. */
export function isWindow(text: string): boolean {
  return Array.from(text).length <= suffixLength;
}

/** The 3-grams of a text; whatever contains the text has all of them. */
export function gramsOfText(text: string): string[] {
  return slices(Array.from(text), gramLength, 1);
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
