import { romanize } from '../text/romanize';

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const maximumSlugLength = 200;
/** How many former slugs stay valid. */
export const maximumFormerSlugs = 100;
const maximumDerivedLength = 80;

/** Derives a slug from a name: romanized letters and digits, everything else becomes a hyphen; 'product' if nothing remains. */
export function slugOf(name: string): string {
  const words = Array.from(name.normalize('NFC'), latin)
    .join('')
    .match(/[a-z0-9]+/g);
  const slug = (words ?? []).join('-').slice(0, maximumDerivedLength).replace(/-$/, '');
  return slug || 'product';
}

/** Symbols are decomposed ('№' becomes 'no'), since transliteration would spell out their names, such as those of emoji. */
const latin = (character: string): string =>
  /[\p{L}\p{M}\p{N}]/u.test(character) ? romanize(character) : character.normalize('NFKD').toLowerCase();

/**
 * Slugs to try, in order: small numbers first, for readability, then large ones, so that the thousandth 'Mug' does not
 * need a thousand attempts.
 */
export function* slugCandidates(base: string, random: () => number = Math.random): Generator<string> {
  yield base;
  for (let number = 2; number <= 5; number += 1) yield `${base}-${number}`;
  for (let attempt = 0; attempt < 20; attempt += 1) yield `${base}-${100_000 + Math.floor(random() * 900_000)}`;
}
