import type { IncomingMessage } from 'node:http';
import { mayChangeAccounts } from './accountCalls';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Of questions and answers together: what callers choose the size of. */
export const maxKeptBytes = 4 * 1_024 * 1_024;
/** A slot of the map, an answer's object and the names of its headers. */
const overheadBytes = 2_000;

/** A string takes up to two bytes a character. */
function sizeOf(question: string, { headers, body }: Answer): number {
  const values = Object.values(headers).reduce((sum, value) => sum + 2 * String(value).length, 0);
  return 2 * question.length + values + body.length + overheadBytes;
}

/**
 * What the emulator has said of accounts, for as long as no call has passed that may have changed one: whoever is an admin is
 * looked up with every request, and every call that changes anything comes through here.
 */
export class KeptLookups {
  private readonly answers = new Map<string, Answer>();
  private bytes = 0;
  private changes = 0;
  private underWay = 0;

  /** Asks the emulator, unless the very same has been asked since the last change. */
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
    // What was asked twice at once is there already.
    if (size > maxKeptBytes || this.answers.has(question)) return;
    if (this.bytes + size > maxKeptBytes) this.empty();
    this.bytes += size;
    this.answers.set(question, answer);
  }

  private empty(): void {
    this.answers.clear();
    this.bytes = 0;
  }

  /** One that fails may have changed something all the same. */
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
  /** Where the emulator is: after a restart it is another one. */
  readonly upstream: string;
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** As the owner of all accounts. Whoever asks by a token is told for as long as that is good, and no longer. */
function isByUid({ path, headers, body }: Call): boolean {
  return path.endsWith('/accounts:lookup') && headers.authorization !== undefined && !body.includes('idToken');
}

/** All that the emulator looks at, and the origin, which is in the answer's headers. */
function textOf({ upstream, method, url, headers, body }: Call): string {
  const { authorization, origin } = headers;
  const type = headers['content-type'];
  return JSON.stringify([upstream, method, url, authorization, origin, type, body.toString('latin1')]);
}
