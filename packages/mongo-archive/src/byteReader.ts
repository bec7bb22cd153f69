/** Reads byte ranges of given lengths from a stream. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private bytes: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(stream: AsyncIterable<Buffer>) {
    this.source = stream[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.fill(1));
  }

  /** Undefined when fewer bytes remain. */
  async peek(length: number): Promise<Buffer | undefined> {
    return (await this.fill(length)) ? this.bytes.subarray(this.at, this.at + length) : undefined;
  }

  /** Like `peek`, and consumes the bytes. */
  async read(length: number): Promise<Buffer | undefined> {
    const bytes = await this.peek(length);
    if (bytes) this.at += length;
    return bytes;
  }

  private async fill(length: number): Promise<boolean> {
    if (this.bytes.length - this.at >= length) return true;
    const pieces = [this.bytes.subarray(this.at)];
    let available = this.bytes.length - this.at;
    while (available < length) {
      const { value, done } = await this.source.next();
      if (done) break;
      pieces.push(value);
      available += value.length;
    }
    this.bytes = Buffer.concat(pieces);
    this.at = 0;
    return available >= length;
  }
}
