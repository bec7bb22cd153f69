import type { ObjectId } from 'mongodb';
import type { Logger } from 'pino';
import type { Identity } from './auth/identity';
import type { Viewer } from './auth/viewer';
import type { SagaDeps } from './checkout/sagaDeps';
import type { MessageReader } from './mail/readMessage';
import type { Loaders, Repositories } from './collections/repositories';
import type { ShopSettings } from './settings/shopSettings';
import type { ApiKeyScope } from './policy';
import type { UserDocument } from './users/users.repository';
import type { AddressRules } from './webhooks/endpointUrl';
import type { SecretSource } from './webhooks/webhookSecrets';

/** The caller: a verified token and, once registered, the user record; or an API key. */
export interface SignedIn {
  readonly viewer: Viewer;
  readonly record: UserDocument | null;
  /** The ID token as sent, which createAccessToken returns. '' for an API key. */
  readonly accessToken: string;
  /** null: a person. */
  readonly apiKey: ApiKeyCaller | null;
}

/** An API key that acts for the shop within its scopes. */
export interface ApiKeyCaller {
  readonly id: ObjectId;
  readonly scopes: readonly ApiKeyScope[];
}

/** The context of resolvers and services, created per request. */
export interface Context {
  readonly requestId: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly repositories: Repositories;
  readonly identity: Pick<Identity, 'checkRevoked' | 'disableAccount' | 'hasAccount'>;
  readonly loaders: Loaders;
  /** E-mails that become admin at their first verified sign-in (decision 11), lower case. */
  readonly adminEmails: readonly string[];
  /** Whether admins must have a verified e-mail. */
  readonly requireVerifiedEmail: boolean;
  /** How many products a person may have in the catalogue. */
  readonly maxProductsPerUser: number;
  /** Retention of contact messages. */
  readonly contactRetentionDays: number;
  /** At most a second old if another process has changed them. */
  readonly shopSettings: () => Promise<ShopSettings>;
  readonly now: () => Date;
  /** The dependencies of purchases. */
  readonly saga: Omit<SagaDeps, 'repositories' | 'now' | 'log'>;
  /** Allowed webhook addresses, and the source of signing secrets. */
  readonly webhooks: { readonly rules: AddressRules; readonly secrets: SecretSource };
  readonly mail: {
    /** False: no SMTP server is configured, or OUTBOUND is off, and messages stay in the outbox. */
    readonly isSent: boolean;
    /** Whether buyers can read their order's messages on its page: in a demo shop without SMTP. */
    readonly isShownToBuyers: boolean;
    readonly read: MessageReader;
    /** The recipient of mails about contact messages; null: none. */
    readonly contactEmail: string | null;
  };
  /** The client for rate limits. */
  readonly client: string;
  /** A guest's proof of owning a checkout (X-Checkout-Token); null: none. */
  readonly checkoutToken: string | null;
  /**
   * The owner of the request's Idempotency-Key, and the key; null: none. Ids of new records are derived from it, so
   * that a retry cannot create a second one.
   */
  readonly idempotencyKey: string | null;
  /** Whether this call was executed before with the same key and runs again, since its response holds a secret and was not stored. */
  readonly wasDone?: boolean;
  /** Whether an API key was sent, valid or not. */
  readonly bearsApiKey: boolean;
  /** Resolves to null for an anonymous request; rejects with a KioskError for an invalid token, a deleted account or an outage. */
  readonly signedIn: () => Promise<SignedIn | null>;
}
