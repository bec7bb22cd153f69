const maximumDerivedLength = 80;

/** The slug that the server derives from a name when none is given; a test holds the two equal (decision 17). */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFC')
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const slug = (words ?? []).join('-').slice(0, maximumDerivedLength).replace(/-$/, '');
  return slug || 'product';
}

export const isSlug = (text: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && text.length <= 200;
