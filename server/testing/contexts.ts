import type { Context } from '../context';
import type { Viewer } from '../auth/viewer';
import { createSaga } from '../checkout/createSaga';
import { messageReader } from '../mail/readMessage';
import { loadSignedIn } from '../users/loadSignedIn';
import { createLoaders, type Repositories } from '../collections/repositories';
import { withAdmin } from '../users/adminRules';
import { webhookContext } from '../webhooks/webhookContext';
import { silentLog } from './silentLog';

/** Ahead of every clock: a database expires documents by its own clock, even during a slow test. */
export const testTime = new Date('2096-03-01T12:00:00.000Z');

/** A viewer with fixed values: uid 'ada' has the verified e-mail ada@kiosk.test. */
export function viewerNamed(uid: string, overrides: Partial<Viewer> = {}): Viewer {
  const email = overrides.email === undefined ? `${uid}@kiosk.test` : overrides.email;
  const seconds = testTime.getTime() / 1_000;
  return {
    uid,
    email,
    emailVerified: true,
    token: {
      uid,
      email,
      emailVerified: overrides.emailVerified ?? true,
      authTime: seconds,
      issuedAt: seconds,
      signInProvider: 'password',
    },
    ...overrides,
  };
}

type ContextOverrides = Partial<Omit<Context, 'repositories' | 'signedIn'>>;

function contextOf(repositories: Repositories, viewer: Viewer | null, overrides: ContextOverrides): Context {
  const shared = {
    requestId: overrides.requestId ?? 'test',
    log: overrides.log ?? silentLog,
    repositories,
    adminEmails: overrides.adminEmails ?? [],
    requireVerifiedEmail: overrides.requireVerifiedEmail ?? false,
    maxProductsPerUser: overrides.maxProductsPerUser ?? 1_000,
    contactRetentionDays: overrides.contactRetentionDays ?? 365,
    now: overrides.now ?? (() => testTime),
  };
  return {
    ...shared,
    identity: {
      checkRevoked: () => Promise.resolve(),
      disableAccount: () => Promise.resolve(null),
      hasAccount: () => Promise.resolve(false),
    },
    loaders: createLoaders(repositories),
    shopSettings: () => repositories.shopSettings.get(),
    saga: createSaga({ repositories, publicUrl: () => 'http://127.0.0.1:1', now: shared.now }),
    webhooks: webhookContext({ firebase: null, webhooks: { privateAddresses: true, keys: [] } }, repositories.shopKey),
    mail: {
      ...{ isSent: false, isShownToBuyers: true, contactEmail: null },
      read: messageReader({ repositories, publicUrl: () => 'http://127.0.0.1:1' }),
    },
    client: '127.0.0.1',
    checkoutToken: null,
    bearsApiKey: false,
    idempotencyKey: null,
    // Read again each time, as in each request.
    signedIn: () =>
      viewer ? loadSignedIn({ ...shared, viewer, accessToken: `token of ${viewer.uid}` }) : Promise.resolve(null),
    ...overrides,
  };
}

export function asAnonymous(repositories: Repositories, overrides: ContextOverrides = {}): Context {
  return contextOf(repositories, null, overrides);
}

export function asViewer(repositories: Repositories, viewer: Viewer, overrides: ContextOverrides = {}): Context {
  return contextOf(repositories, viewer, overrides);
}

/** A registered user. */
export async function asUser(
  repositories: Repositories,
  uid: string,
  overrides: ContextOverrides = {},
): Promise<Context> {
  const viewer = viewerNamed(uid);
  const { email, emailVerified } = viewer;
  if (email === null) throw new Error('a registered user has an e-mail');
  const isStored = await repositories.users.upsert({
    uid,
    name: uid,
    email,
    emailVerified,
    photoURL: '',
    createdAt: testTime,
  });
  if (!isStored) throw new Error(`${email} is taken`);
  return contextOf(repositories, viewer, overrides);
}

/** A registered admin. */
export async function asAdmin(
  repositories: Repositories,
  uid: string,
  overrides: ContextOverrides = {},
): Promise<Context> {
  const context = await asUser(repositories, uid, overrides);
  await repositories.admins.change((admins) => withAdmin(admins, uid));
  return context;
}
