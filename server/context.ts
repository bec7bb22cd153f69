import type { ObjectId } from 'mongodb';
import type { Logger } from 'pino';
import type { Identity } from './auth/identity';
import type { Viewer } from './auth/viewer';
import type { SagaParts } from './checkout/sagaParts';
import type { MessageReader } from './mail/readMessage';
import type { Loaders, Repositories } from './collections/repositories';
import type { ShopSettings } from './settings/shopSettings';
import type { ApiKeyScope } from './policy';
import type { UserDocument } from './users/users.repository';
import type { AddressRules } from './webhooks/endpointUrl';
import type { SecretSource } from './webhooks/webhookSecrets';

/** The signed-in person of a request: the verified token and, once registered, their record; or an API key. */
export interface SignedIn {
  readonly viewer: Viewer;
  readonly record: UserDocument | null;
  /** The ID token as it came; createAccessToken hands it back. '' of an API key. */
  readonly accessToken: string;
  /** null: a person calls. */
  readonly apiKey: ApiKeyCaller | null;
}

/** An API key that calls: for the shop, in what its scopes name. */
export interface ApiKeyCaller {
  readonly id: ObjectId;
  readonly scopes: readonly ApiKeyScope[];
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
  /** Where webhooks may be sent to, and what they are signed with. */
  readonly webhooks: { readonly rules: AddressRules; readonly secrets: SecretSource };
  readonly mail: {
    /** False: no SMTP server is set, or OUTBOUND is off, and messages stay in the outbox. */
    readonly isSent: boolean;
    /** Whether buyers read the messages of their order beside it: in a demo shop that sends none. */
    readonly isShownToBuyers: boolean;
    readonly read: MessageReader;
    /** Who is told of messages of the contact page; null: nobody. */
    readonly contactEmail: string | null;
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
  /** Whether the same call under the same key was done before and runs again, since its answer showed a secret and is not stored. */
  readonly wasDone?: boolean;
  /** Whether the request came with an API key, known or not. */
  readonly bearsApiKey: boolean;
  /** Resolves to null for an anonymous request; rejects with the KioskError that a bad token, a deleted account or an outage deserves. */
  readonly signedIn: () => Promise<SignedIn | null>;
}
