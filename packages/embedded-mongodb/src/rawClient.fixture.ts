import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { Binary, deserialize, serialize, type Document } from 'bson';
import { messageOf } from './rawMessages.fixture';

const derived = new Map<string, Buffer>();

function saltedPassword(password: string, salt: string, iterations: number): Buffer {
  const key = `${password} ${salt} ${iterations}`;
  const saltedKey = derived.get(key) ?? pbkdf2Sync(password, Buffer.from(salt, 'base64'), iterations, 32, 'sha256');
  derived.set(key, saltedKey);
  return saltedKey;
}

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();

/** A SCRAM-SHA-256 client written from RFC 5802, so that tests can alter each message. */
export class ScramClient {
  private serverKey: Buffer = Buffer.alloc(0);
  private signed = '';

  constructor(
    readonly user: string,
    private readonly password: string,
    readonly nonce = randomBytes(18).toString('base64'),
  ) {}

  first(): string {
    return `n,,n=${this.user},r=${this.nonce}`;
  }

  last(serverFirst: string, withoutProof = `c=biws,r=${/r=([^,]+)/.exec(serverFirst)?.[1] ?? ''}`): string {
    const [, salt = '', iterations = ''] = /,s=([^,]+),i=(\d+)$/.exec(serverFirst) ?? [];
    const salted = saltedPassword(this.password, salt, Number(iterations));
    const clientKey = hmac(salted, 'Client Key');
    this.serverKey = hmac(salted, 'Server Key');
    this.signed = `${this.first().slice(3)},${serverFirst},${withoutProof}`;
    const signature = hmac(createHash('sha256').update(clientKey).digest(), this.signed);
    const proof = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0)));
    return `${withoutProof},p=${proof.toString('base64')}`;
  }

  /** The expected server signature in the reply to the last message. */
  expected(): string {
    return `v=${hmac(this.serverKey, this.signed).toString('base64')}`;
  }
}

export const binary = (text: string): Binary => new Binary(Buffer.from(text));
export const textOf = (reply: Document): string => String((reply['payload'] as Binary | undefined)?.toString('utf8'));

/** A connection on which tests send any bytes. */
export class RawClient {
  private received = Buffer.alloc(0);
  private waiting: (() => void) | undefined;
  private closed = false;

  private constructor(readonly socket: Socket) {
    const wake = () => this.waiting?.();
    const end = () => {
      this.closed = true;
      wake();
    };
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      wake();
    });
    socket.on('error', end).on('end', end).on('close', end);
  }

  static connect(uri: string): RawClient {
    const port = Number(new URL(uri).port);
    return new RawClient(connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }));
  }

  static async authenticated(uri: string): Promise<RawClient> {
    const { username, password } = new URL(uri);
    const client = RawClient.connect(uri);
    const reply = await client.authenticate(new ScramClient(username, password));
    if (reply?.['ok'] !== 1) throw new Error(`not authenticated: ${JSON.stringify(reply)}`);
    return client;
  }

  send(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** The next message, or null if the connection ended without one. */
  async answer(): Promise<Buffer | null> {
    for (;;) {
      const length = this.received.length >= 16 ? this.received.readInt32LE(0) : Infinity;
      if (this.received.length >= length) {
        const message = this.received.subarray(0, length);
        this.received = this.received.subarray(length);
        return message;
      }
      if (this.closed) return null;
      await new Promise<void>((resolve) => (this.waiting = resolve));
    }
  }

  async reply(): Promise<Document | null> {
    const message = await this.answer();
    // The documents of an OP_REPLY or an OP_MSG.
    return message && deserialize(message.subarray(message.readInt32LE(12) === 1 ? 36 : 21), { promoteBuffers: false });
  }

  ask(command: Document): Promise<Document | null> {
    this.send(messageOf(serialize({ ...command, $db: (command['$db'] as unknown) ?? 'admin' })));
    return this.reply();
  }

  start(payload: string, options: Document = {}): Promise<Document | null> {
    const skip = { skipEmptyExchange: true };
    return this.ask({ saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: binary(payload), options: skip, ...options });
  }

  continue(conversationId: unknown, payload: string): Promise<Document | null> {
    return this.ask({ saslContinue: 1, conversationId, payload: binary(payload) });
  }

  async authenticate(scram: ScramClient): Promise<Document | null> {
    const started = await this.start(scram.first());
    if (started?.['ok'] !== 1) return started;
    return this.continue(started['conversationId'], scram.last(textOf(started)));
  }

  async untilClosed(): Promise<void> {
    while (!this.closed) await new Promise<void>((resolve) => (this.waiting = resolve));
  }

  close(): void {
    // A reset leaves no port in TIME_WAIT, of which thousands of connections would exhaust the range.
    this.socket.resetAndDestroy();
  }
}
