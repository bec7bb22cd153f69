import type { UserSort } from '../__generated__/resolvers';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { pageInput, parseInput } from '../graphql/input';
import { filterLimits, nameSearch, type TextSearch } from '../lists/chooseAccessPath';
import { listingOf, once, type ListArguments, type Listing } from '../lists/connection';
import type { SortOrder } from '../lists/position';
import { countMatching, pageRequest, readPage, type List } from '../lists/readList';
import { foldText } from '../text/foldText';
import { userFilterInput, type UserFilter } from './users.input';
import { projection, withRoleOf, type UserProfile, type UserDocument } from './users.repository';

export type UserListing = Listing<UserDocument>;

const orders: Readonly<Record<UserSort, SortOrder>> = {
  NEWEST: { field: 'createdAt', direction: -1, hasTextIds: true },
  OLDEST: { field: 'createdAt', direction: 1, hasTextIds: true },
  NAME: { field: 'nameLower', direction: 1, hasTextIds: true },
  EMAIL: { field: 'emailKey', direction: 1, hasTextIds: true },
};

/** Uids in Firebase's format. */
const uids = /^.{1,128}$/u;

export async function listUsers(context: Context, input: ListArguments<UserSort>): Promise<UserListing> {
  await authorize(context, 'users');
  const page = parseInput(pageInput, input);
  const filter = parseInput(userFilterInput, input.filter);
  const sort = input.sort ?? 'NEWEST';
  const request = pageRequest(page, ['users', sort, filter], uids);
  const { repositories, loaders } = context;
  const admins = once(async () => (await repositories.admins.get()).uids);
  const list = once(async () =>
    userList(repositories, filter, filter.role === null ? [] : await admins(), orders[sort]),
  );
  return listingOf<UserDocument>({
    async read() {
      const found = await readPage(await list(), request);
      const adminUids = await admins();
      return { ...found, rows: found.rows.map((user) => withRoleOf(user, adminUids)) };
    },
    countRows: async () => countMatching(await list()),
    countOnce: (count) => loaders.count(['users', filter], count),
  });
}

function userList(
  { users }: Context['repositories'],
  { search: text, role }: UserFilter,
  admins: readonly string[],
  order: SortOrder,
): List<UserProfile> {
  const ofRole = { _id: { [role === 'admin' ? '$in' : '$nin']: admins } };
  const part = {
    reader: users.list,
    projection: { ...projection, [order.field]: 1 },
    conditions: role === null ? {} : ofRole,
    mostlyMatches: role === 'user',
    search: text === '' ? null : searchOf(text),
  };
  const matches = ({ name, email }: UserProfile) => [name, email ?? ''].some((each) => foldText(each).includes(text));
  return { order, parts: [part], matches, limits: filterLimits };
}

/** Only an e-mail's terms are stored folded, so it is compared here. */
function searchOf(text: string): TextSearch {
  const { test, terms } = nameSearch(text);
  return { text, test: null, terms: [...terms, { field: 'emailTerms', test: () => ({ $nor: [test] }) }] };
}
