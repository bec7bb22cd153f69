const polynomialHigh = 0xc96c5795;
const polynomialLow = 0xd7870f42;

const highTable = new Int32Array(256);
const lowTable = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let high = 0;
  let low = byte;
  for (let bit = 0; bit < 8; bit++) {
    const isOdd = low & 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (isOdd) {
      high ^= polynomialHigh;
      low ^= polynomialLow;
    }
  }
  highTable[byte] = high;
  lowTable[byte] = low;
}

/**
 * CRC-64 of ECMA-182 as mongodump computes it (also called CRC-64/XZ), in 32-bit halves: BigInt would be many times
 * slower.
 */
export class Crc64 {
  private high = -1;
  private low = -1;

  update(bytes: Uint8Array): void {
    let high = this.high;
    let low = this.low;
    for (let i = 0; i < bytes.length; i++) {
      const at = (low ^ (bytes[i] ?? 0)) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ (lowTable[at] ?? 0);
      high = (high >>> 8) ^ (highTable[at] ?? 0);
    }
    this.high = high;
    this.low = low;
  }

  /** Signed, like BSON's 64-bit integers. */
  get value(): bigint {
    return BigInt.asIntN(64, (BigInt(~this.high >>> 0) << 32n) | BigInt(~this.low >>> 0));
  }
}
