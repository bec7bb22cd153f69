const ownSite = 'https://kiosk.invalid';
/** Several addresses typed as one; after a slash or an equals sign an address may legitimately contain another. */
const containsAnotherUrl = /[^/=?&#:]https?:\/\/|[,;|](?:\/\/|www\.)/i;
const maxLength = 2_048;

/** An http(s) URL or a path of the shop's own site (decision 18); a test compares it with the server's rule. */
export function isPhotoAddress(text: string): boolean {
  if (text.length > maxLength || /[\s\\\p{C}]/u.test(text)) return false;
  if (containsAnotherUrl.test(text)) return false;
  const isPath = text.startsWith('/') && !text.startsWith('//');
  if (!isPath && !/^https?:\/\/[^/]/i.test(text)) return false;
  const url = URL.canParse(text, ownSite) ? new URL(text, ownSite) : null;
  if (!url || url.username !== '' || url.password !== '' || url.hostname === '') return false;
  const normal = isPath ? url.href.slice(ownSite.length) : url.href;
  return normal.length <= maxLength && !(isPath && normal.startsWith('//'));
}
