/** FNV-1a, 32 bits of UTF-16 units, from 0. Not for secrets: others can make texts with the same hash. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
