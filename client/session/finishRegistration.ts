import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { type Auth, updateProfile, type User } from 'firebase/auth';
// Registers the texts of the operations, which nothing else may have loaded yet.
import type { OwnRecordQuery, RegisterUserMutation } from '../__generated__/lazyOperations';
import '../__generated__/lazyOperations';
import { isFinalRefusal } from '../lib/isFinalRefusal';
import { requireData } from '../lib/noAnswer';
import { queryTexts } from '../lib/queryTexts';
import { callGraphQL } from './apiLink';
import type { UnfinishedRegistration } from './unfinishedRegistration';

async function call<Data>(user: User, operationName: string, variables: object = {}): Promise<Data> {
  const source = { token: (options?: { refresh: boolean }) => user.getIdToken(options?.refresh) };
  const body = JSON.stringify({ operationName, query: queryTexts.get(operationName), variables });
  const result = await callGraphQL(source, body);
  if (result.errors) throw new CombinedGraphQLErrors(result);
  return result.data as Data;
}

async function findOrMakeRecord(user: User, input: UnfinishedRegistration): Promise<{ readonly name: string }> {
  // The shop may have stored it before the page was closed, and it may have been changed since.
  const { me } = await call<OwnRecordQuery>(user, 'OwnRecord');
  if (me) return me;
  const { registerUser } = await call<RegisterUserMutation>(user, 'RegisterUser', { input });
  return requireData(registerUser).user;
}

/**
 * Makes the record of an account whose registration was cut off; nothing if somebody else is signed in, or if the shop
 * refuses it for good. Rejects where another attempt may succeed.
 */
export async function finishRegistration(auth: Auth, input: UnfinishedRegistration): Promise<void> {
  await auth.authStateReady();
  const user = auth.currentUser;
  if (user?.email !== input.email.toLowerCase()) return;
  try {
    const { name } = await findOrMakeRecord(user, input);
    if (!user.displayName) await updateProfile(user, { displayName: name });
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
  }
}
