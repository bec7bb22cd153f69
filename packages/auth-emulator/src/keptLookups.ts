import type { IncomingMessage } from 'node:http';
import { mayChangeAccounts } from './accountCalls';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const maxLookups = 1_000;

/**
 * What the emulator has said of accounts, for as long as no call has passed that may have changed one: whoever is an admin is
 * looked up with every request, and every call that changes anything comes through here.
 */
export class KeptLookups {
  private readonly answers = new Map<string, Answer>();
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
      if (this.answers.size >= maxLookups) this.answers.clear();
      this.answers.set(question, answer);
    }
    return answer;
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
    this.answers.clear();
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
