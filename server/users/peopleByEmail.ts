import type { Context } from '../context';
import { rarestOf } from '../lists/chooseAccessPath';
import { windowRange } from '../lists/ranges';
import { foldText } from '../text/foldText';
import { windowsOfText } from '../text/searchTerms';

/** Limit for enumerating people by uid. */
const maxNamedPeople = 100;

/** The people whose e-mail matches a search text. */
export interface PeopleByEmail {
  /** All of them if they are few, otherwise null. */
  readonly uids: readonly string[] | null;
  readonly includes: (uid: string) => boolean | Promise<boolean>;
}

export async function peopleByEmail(
  { repositories: { users }, loaders }: Context,
  text: string,
): Promise<PeopleByEmail> {
  const hasText = ({ email }: { readonly email?: string | null }) => foldText(email ?? '').includes(text);
  const ranges = windowsOfText(text).map((window) => windowRange(users.list.indexes, 'emailTerms', window, {}));
  const { range, count } = await rarestOf(users.list, ranges, maxNamedPeople + 1);
  if (count > maxNamedPeople) {
    return { uids: null, includes: async (uid) => hasText((await loaders.personByUid.load(uid)) ?? {}) };
  }
  const asked = { filter: range.filter, limit: maxNamedPeople + 1, projection: { email: 1 } };
  const uids = count === 0 ? [] : (await users.list.find(asked)).filter(hasText).map(({ _id }) => _id);
  return { uids, includes: (uid) => uids.includes(uid) };
}
