import { keepsOrder } from './fieldOrder';
import { decode, type Doc } from './values';

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const checksumPresent = 1;
const moreToCome = 2;
export const maxMessageBytes = 48_000_000;

/** A request: its command document, and the documents of its sequences as unchanged bytes. */
export interface WireRequest {
  requestId: number;
  legacy: boolean;
  /** The client expects no reply (an unacknowledged write). */
  silent: boolean;
  command: Doc;
  /** The fields of the command, or of a nested document, are in an order that JavaScript objects cannot represent. */
  isReordered: boolean;
  sequences: Map<string, Uint8Array[]>;
}

export class WireError extends Error {}

function readCString(message: Buffer, at: number): { text: string; next: number } {
  const end = message.indexOf(0, at);
  if (end < 0) throw new WireError('unterminated name in a message');
  return { text: message.toString('utf8', at, end), next: end + 1 };
}

function readDocument(message: Buffer, at: number, limit: number): Buffer {
  if (at + 5 > limit) throw new WireError('a document goes beyond the end of its message');
  const size = message.readInt32LE(at);
  if (size < 5 || at + size > limit) throw new WireError('a document goes beyond the end of its message');
  return message.subarray(at, at + size);
}

function readSequence(message: Buffer, at: number, end: number): { name: string; documents: Uint8Array[] } {
  const { text, next } = readCString(message, at);
  const documents: Uint8Array[] = [];
  let position = next;
  while (position < end) {
    const document = readDocument(message, position, end);
    documents.push(document);
    position += document.length;
  }
  return { name: text, documents };
}

function parseMessage(message: Buffer): WireRequest {
  const flags = message.readUInt32LE(16);
  const limit = message.length - (flags & checksumPresent ? 4 : 0);
  const sequences = new Map<string, Uint8Array[]>();
  let command: Doc | undefined;
  let isReordered = false;
  let at = 20;
  while (at < limit) {
    const kind = message[at];
    if (kind === 0) {
      const document = readDocument(message, at + 1, limit);
      command = decode(document);
      isReordered = !keepsOrder(document);
      at += 1 + document.length;
    } else if (kind === 1) {
      if (at + 5 > limit) throw new WireError('a section goes beyond the end of its message');
      const size = message.readInt32LE(at + 1);
      if (size < 5 || at + 1 + size > limit) throw new WireError('a section goes beyond the end of its message');
      const { name, documents } = readSequence(message, at + 5, at + 1 + size);
      sequences.set(name, documents);
      at += 1 + size;
    } else throw new WireError(`unknown section kind ${String(kind)}`);
  }
  if (!command) throw new WireError('a message without a command');
  return {
    requestId: message.readInt32LE(4),
    legacy: false,
    silent: (flags & moreToCome) !== 0,
    command,
    isReordered,
    sequences,
  };
}

function parseQuery(message: Buffer): WireRequest {
  const { text, next } = readCString(message, 20);
  const document = readDocument(message, next + 8, message.length);
  const command = decode(document);
  const database = text.split('.')[0] ?? 'admin';
  return {
    requestId: message.readInt32LE(4),
    legacy: true,
    silent: false,
    command: { ...command, $db: database },
    isReordered: !keepsOrder(document),
    sequences: new Map(),
  };
}

export function parseRequest(message: Buffer): WireRequest {
  const opcode = message.readInt32LE(12);
  if (opcode === opMsg) return parseMessage(message);
  if (opcode === opQuery) return parseQuery(message);
  throw new WireError(`unsupported opcode ${opcode}`);
}

let nextRequestId = 1;

export function formatReply(request: Pick<WireRequest, 'requestId' | 'legacy'>, body: Uint8Array[]): Buffer {
  const bodyLength = body.reduce((sum, part) => sum + part.length, 0);
  const prefix = request.legacy ? 36 : 21;
  const reply = Buffer.allocUnsafe(prefix + bodyLength);
  reply.writeInt32LE(reply.length, 0);
  reply.writeInt32LE(nextRequestId++ & 0x7fffffff, 4);
  reply.writeInt32LE(request.requestId, 8);
  reply.writeInt32LE(request.legacy ? opReply : opMsg, 12);
  reply.writeInt32LE(request.legacy ? 8 : 0, 16);
  if (request.legacy) {
    reply.fill(0, 20, 32);
    reply.writeInt32LE(1, 32);
  } else reply[20] = 0;
  let at = prefix;
  for (const part of body) {
    reply.set(part, at);
    at += part.length;
  }
  return reply;
}

const maxSmallChunks = 64;
const smallChunkBytes = 1024;

/** Splits a stream of bytes into messages. */
export class MessageReader {
  private chunks: Buffer[] = [];
  private size = 0;

  /** Throws on a message longer than `most`. */
  push(chunk: Buffer, most = maxMessageBytes): Buffer[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    // Copy small chunks into one buffer instead of keeping each of them.
    if (this.chunks.length > maxSmallChunks && this.size < this.chunks.length * smallChunkBytes)
      this.chunks = [Buffer.concat(this.chunks)];
    const messages: Buffer[] = [];
    for (;;) {
      const length = this.peekLength(most);
      if (length === undefined || this.size < length) return messages;
      const all = this.chunks.length === 1 ? (this.chunks[0] ?? chunk) : Buffer.concat(this.chunks);
      messages.push(all.subarray(0, length));
      this.chunks = all.length > length ? [all.subarray(length)] : [];
      this.size = all.length - length;
    }
  }

  private peekLength(most: number): number | undefined {
    if (this.size < 16) return undefined;
    if ((this.chunks[0]?.length ?? 0) < 16) this.chunks = [Buffer.concat(this.chunks)];
    const length = this.chunks[0]?.readInt32LE(0) ?? 0;
    if (length < 16 || length > most) throw new WireError(`message length ${length} is out of range`);
    return length;
  }
}
