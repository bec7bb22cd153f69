import { romanize } from '../text/romanize';

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const maximumSlugLength = 200;
/** Former slugs that a product is still found by. */
export const maximumFormerSlugs = 100;
const maximumDerivedLength = 80;

/** The slug of a name: its letters and digits in Latin ones, everything else a hyphen; 'product' where nothing remains. */
export function slugOf(name: string): string {
  const words = Array.from(name.normalize('NFC'), latin)
    .join('')
    .match(/[a-z0-9]+/g);
  const slug = (words ?? []).join('-').slice(0, maximumDerivedLength).replace(/-$/, '');
  return slug || 'product';
}

/** Signs as they decompose, for '№' is 'no'; transliterated they would be names, such as those of emoji. */
const latin = (character: string): string =>
  /[\p{L}\p{M}\p{N}]/u.test(character) ? romanize(character) : character.normalize('NFKD').toLowerCase();

/**
 * The slugs to try, in order: a small number first, because people read it, then a large one, so that the thousandth
 * 'Mug' does not cost a thousand attempts.
 */
export function* slugCandidates(base: string, random: () => number = Math.random): Generator<string> {
  yield base;
  for (let number = 2; number <= 5; number += 1) yield `${base}-${number}`;
  for (let attempt = 0; attempt < 20; attempt += 1) yield `${base}-${100_000 + Math.floor(random() * 900_000)}`;
}
