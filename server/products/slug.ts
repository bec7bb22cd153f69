export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const maximumSlugLength = 200;
const maximumDerivedLength = 80;

/** The slug of a name (decision 17): letters without their marks, everything else a hyphen. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const slug = (words ?? []).join('-').slice(0, maximumDerivedLength).replace(/-$/, '');
  return slug || 'product';
}

/**
 * The slugs to try, in order: a small number first, because people read it, then a large one, so that the thousandth
 * 'Mug' does not cost a thousand attempts.
 */
export function* slugCandidates(base: string, random: () => number = Math.random): Generator<string> {
  yield base;
  for (let number = 2; number <= 5; number += 1) yield `${base}-${number}`;
  for (let attempt = 0; attempt < 20; attempt += 1) yield `${base}-${100_000 + Math.floor(random() * 900_000)}`;
}
