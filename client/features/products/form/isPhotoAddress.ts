const ownSite = 'https://kiosk.invalid';
/** Several addresses that were typed as one; behind a slash or an equals sign one address may well hold another. */
const holdsAnother = /[^/=?&#:]https?:\/\//i;
const maximumLength = 2_048;

/** An http(s) URL or a path of the shop's own site (decision 18); a test holds it equal to the server's rule. */
export function isPhotoAddress(text: string): boolean {
  if (text.length > maximumLength || /[\s\\\p{C}]/u.test(text)) return false;
  if (holdsAnother.test(text)) return false;
  const isPath = text.startsWith('/') && !text.startsWith('//');
  if (!isPath && !/^https?:\/\/[^/]/i.test(text)) return false;
  const url = URL.canParse(text, ownSite) ? new URL(text, ownSite) : null;
  if (!url || url.username !== '' || url.password !== '' || url.hostname === '') return false;
  const normal = isPath ? url.href.slice(ownSite.length) : url.href;
  return normal.length <= maximumLength && !(isPath && normal.startsWith('//'));
}
