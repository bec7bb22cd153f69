import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly head: string;
  /** The kind of failure; null for a good response. */
  readonly failure: string | null;
}

const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('0\r\n\r\n');
const errors = Buffer.from('"errors":');

/**
 * One keep-alive HTTP connection with one request at a time. It does little more than read the response: a client that
 * costs more than the server would measure itself.
 */
export class Connection {
  private readonly socket: Socket;
  private readonly onAnswer: (answer: Answer) => void;
  private rest: Buffer | null = null;
  private head = '';
  private bodyAt = 0;
  /** 0: the head is not complete; Infinity: chunked encoding. */
  private expected = 0;
  private closed = false;

  constructor(port: number, onAnswer: (answer: Answer) => void, onOpen: () => void) {
    this.onAnswer = onAnswer;
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => this.read(chunk));
    this.socket.once('connect', onOpen);
    this.socket.on('error', (error: NodeJS.ErrnoException) => this.fail(error.code ?? error.message));
    this.socket.once('close', () => this.fail('closed'));
  }

  send(request: Buffer): void {
    this.socket.write(request);
  }

  close(): void {
    this.closed = true;
    this.socket.destroy();
  }

  private fail(reason: string): void {
    if (this.closed) return;
    this.close();
    this.onAnswer({ status: 0, head: '', failure: reason });
  }

  private read(chunk: Buffer): void {
    const data = this.rest === null ? chunk : Buffer.concat([this.rest, chunk]);
    if (this.expected === 0) this.readHead(data);
    if (this.expected === 0 || !this.isWhole(data)) {
      this.rest = data;
      return;
    }
    const status = Number(this.head.slice(9, 12));
    const good = status >= 200 && status < 300;
    const failure = good ? (data.includes(errors, this.bodyAt) ? 'errors' : null) : String(status);
    this.rest = null;
    this.expected = 0;
    this.onAnswer({ status, head: this.head, failure });
  }

  private readHead(data: Buffer): void {
    const end = data.indexOf(endOfHead);
    if (end < 0) return;
    this.head = data.toString('latin1', 0, end);
    this.bodyAt = end + endOfHead.length;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.head)?.[1];
    const unsaid = /^\S+ 204\b/.test(this.head) ? this.bodyAt : Infinity;
    this.expected = length === undefined ? unsaid : this.bodyAt + Number(length);
  }

  private isWhole(data: Buffer): boolean {
    // JSON contains no CRLF.
    return this.expected === Infinity
      ? data.subarray(-endOfChunks.length).equals(endOfChunks)
      : data.length >= this.expected;
  }
}
