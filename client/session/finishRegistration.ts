// Registers the text of `RegisterUser`, which nothing else may have loaded yet.
import '../__generated__/lazyOperations';
import { type Auth, updateProfile } from 'firebase/auth';
import { queryTexts } from '../lib/queryTexts';
import { callGraphQL } from './apiLink';
import type { UnfinishedRegistration } from './unfinishedRegistration';

/**
 * Makes the record of an account whose registration was cut off; nothing if somebody else is signed in, or if the shop
 * refuses what was typed. Rejects where another attempt may succeed.
 */
export async function finishRegistration(auth: Auth, input: UnfinishedRegistration): Promise<void> {
  await auth.authStateReady();
  const user = auth.currentUser;
  if (user?.email !== input.email.toLowerCase()) return;
  const [operationName, query] = ['RegisterUser', queryTexts.get('RegisterUser')];
  const source = { token: (options?: { refresh: boolean }) => user.getIdToken(options?.refresh) };
  const body = JSON.stringify({ operationName, query, variables: { input } });
  const [error] = (await callGraphQL(source, body)).errors ?? [];
  if (error?.extensions?.['code'] === 'BAD_USER_INPUT') return;
  if (error) throw new Error(error.message);
  if (!user.displayName) await updateProfile(user, { displayName: input.name });
}
