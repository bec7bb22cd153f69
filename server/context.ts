import type { Logger } from 'pino';
import type { Identity } from './auth/identity';
import type { Viewer } from './auth/viewer';
import type { SagaParts } from './checkout/sagaParts';
import type { MessageReader } from './mail/readMessage';
import type { Loaders, Repositories } from './collections/repositories';
import type { ShopSettings } from './settings/shopSettings';
import type { UserDocument } from './users/users.repository';

/** The signed-in person of a request: the verified token and, once registered, their record. */
export interface SignedIn {
  readonly viewer: Viewer;
  readonly record: UserDocument | null;
  /** The ID token as it came; createAccessToken hands it back. */
  readonly accessToken: string;
}

/** What every resolver and service receives; made anew for each request. */
export interface Context {
  readonly requestId: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly repositories: Repositories;
  readonly identity: Pick<Identity, 'checkRevoked' | 'disableAccount'>;
  readonly loaders: Loaders;
  /** E-mails that become admin at their first verified sign-in (decision 11), lower case. */
  readonly adminEmails: readonly string[];
  /** Whether only people with a verified e-mail may become admin. */
  readonly requireVerifiedEmail: boolean;
  /** How many products one person may have in the catalogue. */
  readonly maxProductsPerUser: number;
  /** How long messages of the contact page are kept. */
  readonly contactRetentionDays: number;
  /** As they are now, or at most a second ago where another process has changed them. */
  readonly shopSettings: () => Promise<ShopSettings>;
  readonly now: () => Date;
  /** What purchases are carried out with. */
  readonly saga: Omit<SagaParts, 'repositories' | 'now' | 'log'>;
  readonly mail: {
    /** False: no SMTP server is set, and messages stay in the outbox. */
    readonly isSent: boolean;
    /** Whether buyers read the messages of their order beside it: in a demo shop that sends none. */
    readonly isShownToBuyers: boolean;
    readonly read: MessageReader;
  };
  /** The caller as rate limits see it. */
  readonly client: string;
  /** With which a guest shows that a checkout is theirs (X-Checkout-Token); null without one. */
  readonly checkoutToken: string | null;
  /**
   * Who the request's Idempotency-Key belongs to, and the key; null without one. Records made under it get ids that follow
   * from it, so that a retry after a lost answer cannot make a second one.
   */
  readonly idempotencyKey: string | null;
  /** Resolves to null for an anonymous request; rejects with the KioskError that a bad token, a deleted account or an outage deserves. */
  readonly signedIn: () => Promise<SignedIn | null>;
}
