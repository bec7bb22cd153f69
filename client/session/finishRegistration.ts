// Registers the text of `RegisterUser`, which nothing else may have loaded yet.
import '../__generated__/lazyOperations';
import { type Auth, updateProfile } from 'firebase/auth';
import { queryTexts } from '../lib/queryTexts';
import { callGraphQL } from './apiLink';
import type { UnfinishedRegistration } from './unfinishedRegistration';

/** Makes the record of an account whose registration was cut off; nothing if somebody else is signed in. */
export async function finishRegistration(auth: Auth, input: UnfinishedRegistration): Promise<void> {
  await auth.authStateReady();
  const user = auth.currentUser;
  if (user?.email !== input.email.toLowerCase()) return;
  const [operationName, query] = ['RegisterUser', queryTexts.get('RegisterUser')];
  const source = { token: (options?: { refresh: boolean }) => user.getIdToken(options?.refresh) };
  await callGraphQL(source, JSON.stringify({ operationName, query, variables: { input } }), {}, true);
  if (!user.displayName) await updateProfile(user, { displayName: input.name });
}
