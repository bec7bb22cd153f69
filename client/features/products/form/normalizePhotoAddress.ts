/** Addresses are often copied without their scheme: a host name and a path, or one that begins with www. */
const withoutScheme = /^(?:www\.[^\s/:@]+\.[^\s/:@]+|[a-z\d-]+(?:\.[a-z\d-]+)+\/)/i;

export const normalizePhotoAddress = (text: string): string => {
  const address = text.trim();
  return withoutScheme.test(address) ? `https://${address}` : address;
};
