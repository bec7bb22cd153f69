/** The checksum in front of the document in each record. */
export const checksumBytes = 4;

/** The key prefix of a collection or an index, followed by `extra` free bytes for the rest of the key. */
export function numberPrefix(number: number, extra = 0): Buffer {
  const prefix = Buffer.alloc(4 + extra);
  prefix.writeUInt32BE(number);
  return prefix;
}
