export const maximumPhotoLength = 2_048;
const ownSite = 'https://kiosk.invalid';
/** Several URLs entered as one; after a slash or an equals sign, a URL may contain another. */
const holdsAnother = /[^/=?&#:]https?:\/\/|[,;|](?:\/\/|www\.)/i;

/**
 * The normalized URL, or null for anything but an http(s) URL or a path of the shop's own site (decision 18).
 * Backslashes and whitespace are rejected before parsing, since URL parsers silently rewrite them.
 */
export function photoAddress(text: string): string | null {
  if (text.length > maximumPhotoLength || /[\s\\\p{C}]/u.test(text)) return null;
  if (holdsAnother.test(text)) return null;
  const isPath = text.startsWith('/') && !text.startsWith('//');
  if (!isPath && !/^https?:\/\/[^/]/i.test(text)) return null;
  const url = URL.canParse(text, ownSite) ? new URL(text, ownSite) : null;
  if (!url || url.username !== '' || url.password !== '' || url.hostname === '') return null;
  const normal = isPath ? url.href.slice(ownSite.length) : url.href;
  // Escaping makes it longer, and '/.//host' becomes the URL of another site.
  return normal.length <= maximumPhotoLength && !(isPath && normal.startsWith('//')) ? normal : null;
}
