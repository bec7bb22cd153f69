/** Reads a file's bytes one after the other. */
export class ByteReader {
  constructor(
    private readonly buffer: Buffer,
    public at = 0,
  ) {}

  bytes(length: number): Buffer {
    const start = this.at;
    this.at += length;
    return this.buffer.subarray(start, this.at);
  }

  text(length: number): string {
    return this.bytes(length).toString('latin1');
  }

  uint8(): number {
    return this.bytes(1).readUInt8();
  }

  uint16(): number {
    return this.bytes(2).readUInt16BE();
  }

  int16(): number {
    return this.bytes(2).readInt16BE();
  }

  uint32(): number {
    return this.bytes(4).readUInt32BE();
  }

  /** Seven bits a byte; the last one has no eighth (WOFF2, 4.1). */
  base128(): number {
    let value = 0;
    for (;;) {
      const byte = this.uint8();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }

  /** Small numbers in a byte (WOFF2, 6.1). */
  short255(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 255) return this.uint8() + 253;
    if (code === 254) return this.uint8() + 506;
    return code;
  }
}
