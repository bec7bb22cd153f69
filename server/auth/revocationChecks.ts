import { createBoundedCache } from '../cache/boundedCache';
import type { IdToken } from './idToken';

/** An account's state at the identity provider. */
export interface Account {
  readonly disabled: boolean;
  readonly providers: readonly string[];
  /** Unix milliseconds: earlier sessions are revoked. */
  readonly validSince: number;
}

interface Seen {
  readonly account: Account | null;
  readonly askedAt: number;
}

const sizeOfSeen = (seen: Seen) => 200 + 2 * JSON.stringify(seen).length;
const withoutProviderRecord = new Set(['anonymous', 'custom']);

/**
 * Whether tokens are still valid, by provider responses at most `seconds` old. A token issued after a response
 * invalidates it: the sign-in since then may have revoked earlier sessions.
 */
export class RevocationChecks {
  private readonly ask: (uid: string) => Promise<Account | null>;
  private readonly maxAgeMs: number;
  private readonly clock: () => number;
  private readonly seen = createBoundedCache<Seen>('accounts', sizeOfSeen);
  private readonly asking = new Map<string, Promise<Account | null>>();
  /** Fresh checks that arrive during a request share one more request, sent after all of them. */
  private readonly waiting = new Map<string, Promise<Account | null>>();

  constructor(ask: (uid: string) => Promise<Account | null>, seconds: number, clock: () => number) {
    this.ask = ask;
    this.maxAgeMs = seconds * 1000;
    this.clock = clock;
  }

  async isGood(token: IdToken, fresh: boolean): Promise<boolean> {
    const account = fresh ? await this.askAfter(token.uid) : await this.recent(token);
    return account !== null && isStillGood(token, account);
  }

  forget(uid: string): void {
    this.seen.delete(uid);
    // A response in flight may be outdated.
    this.asking.delete(uid);
  }

  private async recent(token: IdToken): Promise<Account | null> {
    const seen = this.seen.get(token.uid);
    const isRecent = seen && this.clock() - seen.askedAt < this.maxAgeMs;
    if (isRecent && token.issuedAt < Math.floor(seen.askedAt / 1000)) return seen.account;
    return this.asking.get(token.uid) ?? this.askNow(token.uid);
  }

  private askAfter(uid: string): Promise<Account | null> {
    const asking = this.asking.get(uid);
    if (!asking) return this.askNow(uid);
    const waiting = this.waiting.get(uid);
    if (waiting) return waiting;
    const next = asking.finally(() => this.waiting.delete(uid)).then(() => this.askNow(uid));
    this.waiting.set(uid, next);
    return next;
  }

  private askNow(uid: string): Promise<Account | null> {
    const askedAt = this.clock();
    const asking: Promise<Account | null> = this.ask(uid)
      .then((account) => {
        if (this.asking.get(uid) === asking) this.seen.set(uid, { account, askedAt });
        return account;
      })
      .finally(() => {
        if (this.asking.get(uid) === asking) this.asking.delete(uid);
      });
    this.asking.set(uid, asking);
    return asking;
  }
}

function isStillGood(token: IdToken, account: Account): boolean {
  if (account.disabled || token.authTime * 1000 < account.validSince) return false;
  // An account taken over by its e-mail's owner loses its original password, and the tokens of that password.
  const provider = token.signInProvider;
  return provider === null || withoutProviderRecord.has(provider) || account.providers.includes(provider);
}
