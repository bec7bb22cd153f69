import type { IncomingMessage } from 'node:http';
import { mayChangeAccounts } from './accountCalls';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Limit for requests and responses together, whose size callers choose. */
export const maxKeptBytes = 4 * 1_024 * 1_024;
/** Estimate for a map entry, a response object and the names of its headers. */
const overheadBytes = 2_000;

/** Counts two bytes for each character of a string. */
function sizeOf(question: string, { headers, body }: Answer): number {
  const values = Object.values(headers).reduce((sum, value) => sum + 2 * String(value).length, 0);
  return 2 * question.length + values + body.length + overheadBytes;
}

/**
 * Caches account lookups until a call that may change an account. Every request to the shop looks up whether its user
 * is an admin, and every change passes through this proxy.
 */
export class KeptLookups {
  private readonly answers = new Map<string, Answer>();
  private bytes = 0;
  private changes = 0;
  private underWay = 0;

  /** Forwards the call unless its response is cached since the last change. */
  async ask(call: Call, forward: () => Promise<Answer>): Promise<Answer> {
    if (mayChangeAccounts(call.method, call.path)) return this.change(forward);
    const question = isByUid(call) ? textOf(call) : null;
    const kept = question === null ? undefined : this.answers.get(question);
    if (kept) return kept;
    const changes = this.changes;
    const answer = await forward();
    if (question !== null && answer.status === 200 && changes === this.changes && this.underWay === 0) {
      this.keep(question, answer);
    }
    return answer;
  }

  private keep(question: string, answer: Answer): void {
    const size = sizeOf(question, answer);
    // A concurrent call has already cached the same request.
    if (size > maxKeptBytes || this.answers.has(question)) return;
    if (this.bytes + size > maxKeptBytes) this.empty();
    this.bytes += size;
    this.answers.set(question, answer);
  }

  private empty(): void {
    this.answers.clear();
    this.bytes = 0;
  }

  /** A failed call may still have changed an account. */
  private async change(forward: () => Promise<Answer>): Promise<Answer> {
    this.underWay += 1;
    this.forget();
    try {
      return await forward();
    } finally {
      this.underWay -= 1;
      this.forget();
    }
  }

  private forget(): void {
    this.changes += 1;
    this.empty();
  }
}

interface Call {
  /** The emulator's address; it changes with a restart. */
  readonly upstream: string;
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A lookup with the owner key. Lookups by ID token are not cached, because tokens expire. */
function isByUid({ path, headers, body }: Call): boolean {
  return path.endsWith('/accounts:lookup') && headers.authorization !== undefined && !body.includes('idToken');
}

/** All parts of the request that the emulator reads, and the origin, which the response headers repeat. */
function textOf({ upstream, method, url, headers, body }: Call): string {
  const { authorization, origin } = headers;
  const type = headers['content-type'];
  return JSON.stringify([upstream, method, url, authorization, origin, type, body.toString('latin1')]);
}
