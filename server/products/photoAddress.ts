export const maximumPhotoLength = 2_048;
const ownSite = 'https://kiosk.invalid';
/** Several addresses that were typed as one; behind a slash or an equals sign one address may well hold another. */
const holdsAnother = /[^/=?&#:]https?:\/\//i;

/**
 * The address in normal form, or null for anything but an http(s) URL or a path of the shop's own site (decision 18).
 * Backslashes and whitespace are refused before parsing, because URL parsers quietly read them as something else.
 */
export function photoAddress(text: string): string | null {
  if (text.length > maximumPhotoLength || /[\s\\\p{C}]/u.test(text)) return null;
  if (holdsAnother.test(text)) return null;
  const isPath = text.startsWith('/') && !text.startsWith('//');
  if (!isPath && !/^https?:\/\/[^/]/i.test(text)) return null;
  const url = URL.canParse(text, ownSite) ? new URL(text, ownSite) : null;
  if (!url || url.username !== '' || url.password !== '' || url.hostname === '') return null;
  const normal = isPath ? url.href.slice(ownSite.length) : url.href;
  // Escaping makes it longer, and '/.//host' becomes another site's address.
  return normal.length <= maximumPhotoLength && !(isPath && normal.startsWith('//')) ? normal : null;
}
