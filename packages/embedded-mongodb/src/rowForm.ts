/** In front of the document in each record. */
export const checksumBytes = 4;

/** What the keys of a collection, or of an index, begin with; `extra` bytes are left for the rest of a key. */
export function numberPrefix(number: number, extra = 0): Buffer {
  const prefix = Buffer.alloc(4 + extra);
  prefix.writeUInt32BE(number);
  return prefix;
}
