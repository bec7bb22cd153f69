const maxDerivedLength = 80;

/** Letters and digits of any script in Latin letters, in lower case. */
export type Romanize = (letters: string) => string;

/** The slug that the server derives from a name; a test compares both. */
export function slugOf(name: string, romanize: Romanize): string {
  const latin = (character: string) =>
    /[\p{L}\p{M}\p{N}]/u.test(character) ? romanize(character) : character.normalize('NFKD').toLowerCase();
  const words = Array.from(name, latin)
    .join('')
    .match(/[a-z0-9]+/g);
  const slug = (words ?? []).join('-').slice(0, maxDerivedLength).replace(/-$/, '');
  return slug || 'product';
}

export const isSlug = (text: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && text.length <= 200;
