import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { OwnRecordDocument, type OwnRecordQuery, RegisterUserDocument } from '../__generated__/lazyOperations';
import { cleanName } from '../lib/cleanName';
import { constants } from '../lib/constants';
import type { Session } from './createSession';
import type { ChooseDemoAccount, FirebaseSession, ProviderUser } from './firebaseSession';
import { rememberSession } from './remember';
import { useSession } from './SessionProvider';
import { loadSettings } from './settings';

interface Parts {
  session: Session;
  client: ApolloClient;
}

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  photoURL: string;
}

const namelessName = 'No Name';
const maxNameLength = 100;

/** A provider's name as the shop takes it. */
function registrableName(displayName: string): string {
  const name = cleanName(
    displayName
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, maxNameLength)
      .replace(/[\ud800-\udbff]$/, ''),
  );
  return name.length < constants.nameMinimumLength ? namelessName : name;
}

/** The e-mail of an account that the provider has created but the shop has not registered. */
let unfinishedEmail: string | undefined;

async function saveRecord(client: ApolloClient, input: { name: string; email: string; photoURL?: string }) {
  await client.mutate({ mutation: RegisterUserDocument, variables: { input } });
}

/** An account without a record in the shop is not registered: signs out, and the next sign-in completes the registration. */
async function signOutOnFailure(firebase: FirebaseSession, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await firebase.signOut().catch(() => undefined);
    throw error;
  }
}

async function ownRecord(client: ApolloClient): Promise<OwnRecordQuery['me']> {
  const context = { needsCaller: true };
  const { data } = await client.query({ query: OwnRecordDocument, fetchPolicy: 'no-cache', context });
  return data?.me ?? null;
}

/** Whether the provider has another e-mail, which is proven: the record follows it. */
const hasMoved = (record: { readonly email: string | null }, { email, emailVerified }: ProviderUser): boolean =>
  emailVerified && record.email !== email.toLowerCase();

/** Completes an unfinished registration, or a change of the e-mail, at the next sign-in (decision 7). */
async function completeRegistration(client: ApolloClient, firebase: FirebaseSession): Promise<void> {
  const user = await firebase.current();
  if (!user) return;
  const record = await ownRecord(client);
  if (record && !hasMoved(record, user)) return;
  await saveRecord(client, { name: record?.name ?? registrableName(user.displayName), email: user.email });
}

function signIn({ session, client }: Parts, email: string, password: string, remember: boolean): Promise<void> {
  return session.changeUser(async (firebase) => {
    await firebase.signIn(email, password);
    rememberSession(remember);
    // Not awaited: the next sign-in retries.
    void completeRegistration(client, firebase).catch(() => undefined);
  });
}

function register({ session, client }: Parts, { name, email, password, photoURL }: NewAccount): Promise<void> {
  return session.changeUser(async (firebase) => {
    firebase.rememberRegistration({ name, email, photoURL });
    try {
      if (unfinishedEmail === email) await firebase.signIn(email, password);
      else await firebase.createAccount(email, password);
      unfinishedEmail = email;
      rememberSession(true);
      await signOutOnFailure(firebase, async () => {
        await firebase.setName(name);
        await saveRecord(client, { name, email, photoURL });
      });
    } finally {
      firebase.forgetRegistration();
    }
    unfinishedEmail = undefined;
    // The account works without a verified e-mail (decision 6).
    void firebase.mail.sendVerification().catch(() => undefined);
  });
}

/** False when the user has cancelled. */
function signInWithGoogle({ session, client }: Parts, choose: ChooseDemoAccount, remember: boolean): Promise<boolean> {
  return session.changeUser(async (firebase) => {
    if (!(await firebase.signInWithGoogle(choose))) return false;
    rememberSession(remember);
    await signOutOnFailure(firebase, async () => {
      const user = await firebase.current();
      if (!user) throw new Error('Google reported no user');
      const { email, displayName, photoURL } = user;
      const record = await ownRecord(client);
      const known = record?.name;
      const given = registrableName(displayName);
      const name = known !== undefined && known !== namelessName ? known : given;
      const isSaved = known === name && (photoURL === '' || record?.photoURL === photoURL);
      // Only then: registrations from one network address are limited.
      if (!isSaved || !record || hasMoved(record, user))
        await saveRecord(client, { name, email, ...(photoURL && { photoURL }) });
      // The emulator's Google sign-in resets the name to the original one, over the one changed in My Profile.
      if (known === name && name !== given) {
        await firebase.changeProfile({ displayName: name, photoURL }).catch(() => undefined);
      }
    });
    return true;
  });
}

/** Not with the emulator, whose dialog needs nothing. A failure shows when the user signs in. */
async function prepareGoogle(session: Session): Promise<void> {
  const { authEmulatorUrl } = await loadSettings();
  if (authEmulatorUrl === null) await (await session.provider()).prepareGoogle();
}

export function useAccount() {
  const session = useSession();
  const parts = { session, client: useApolloClient() };
  return {
    signIn: (email: string, password: string, remember: boolean) => signIn(parts, email, password, remember),
    register: (account: NewAccount) => register(parts, account),
    prepareGoogle: () => void prepareGoogle(session).catch(() => undefined),
    signInWithGoogle: (choose: ChooseDemoAccount, remember: boolean) => signInWithGoogle(parts, choose, remember),
  };
}
