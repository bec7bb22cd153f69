import { canonicalEmail } from '../auth/canonicalEmail';
import type { Repositories } from '../database/repositories';
import { withAdmin } from './adminRules';

/** Makes a registered person admin by hand (decision 11); says in one sentence what it did. */
export async function makeAdmin(
  { users, admins }: Pick<Repositories, 'users' | 'admins'>,
  text: string,
): Promise<string> {
  const email = canonicalEmail(text);
  if (email === null) throw new Error(`'${text}' is not an e-mail address.`);
  const user = await users.findByEmail(email);
  if (!user) throw new Error(`Nobody is registered as ${email}: sign in to the shop with it first.`);
  if (user.role === 'admin') return `${email} is an admin already.`;
  await admins.change((before) => withAdmin(before, user._id));
  return `${email} is an admin now.`;
}
