import { createHash } from 'node:crypto';
import type { Context } from '../context';
import { isSameSecret } from '../text/isSameSecret';
import { ownerIfSignedIn } from './authorize';
import { linkTokenOf } from './linkToken';

/** The buyer of a purchase: a person, or a guest by the hash of a token. */
interface Bought {
  readonly buyerUid: string | null;
  readonly tokenHash: string | null;
}

/** The stored hash of a guest's token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Whether the token is from a guest's mail about an order, whoever owns it now. */
export const isMailLink = async ({ repositories }: Context, order: string, token: string | null): Promise<boolean> =>
  token !== null && isSameSecret(hashOfToken(token), hashOfToken(await linkTokenOf(repositories.shopKey, order)));

/** Whether the caller is the buyer, or has the guest's token. */
export async function isBuyer(context: Context, bought: Bought, token: string | null): Promise<boolean> {
  const { buyerUid, tokenHash } = bought;
  if (buyerUid !== null) return (await ownerIfSignedIn(context))?.viewer.uid === buyerUid;
  return tokenHash !== null && token !== null && isSameSecret(tokenHash, hashOfToken(token));
}
