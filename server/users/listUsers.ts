import type { UserSort } from '../__generated__/resolvers';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { decodeCursor, fingerprint, type Position } from '../database/cursor';
import { isWindow } from '../database/searchTerms';
import { readRareText } from '../database/textIndex';
import { pageInput, parseInput } from '../graphql/input';
import { boundedCount, countLimit, keyed, once, pageOf, type Listing } from '../listing';
import {
  batchOf,
  countMatching,
  listSource,
  readMatching,
  type MatchingQuestion,
  type RowSource,
} from '../matchingList';
import { foldText } from '../text/foldText';
import { userFilterInput } from './users.input';
import type { Role, UserDocument, UserOrder } from './users.repository';

export type UserListing = Listing<UserDocument>;
/** Read once for a list. */
type Roles = Context['repositories']['admins']['get'];

interface ListUsersInput {
  readonly filter?: unknown;
  readonly sort?: UserSort | undefined;
  readonly first: number;
  readonly after?: string | null | undefined;
}

const orders: Record<UserSort, UserOrder> = {
  NEWEST: { field: 'createdAt', direction: -1 },
  OLDEST: { field: 'createdAt', direction: 1 },
  NAME: { field: 'nameLower', direction: 1 },
  EMAIL: { field: 'emailKey', direction: 1 },
};

/** People whom a text can mean are read whole up to this many; of a more frequent text a page fills quickly in list order. */
const fewPeople = 500;

export async function listUsers(context: Context, input: ListUsersInput): Promise<UserListing> {
  await authorize(context, 'users');
  const { first, after } = parseInput(pageInput, { first: input.first, after: input.after });
  const filter = parseInput(userFilterInput, input.filter);
  const sort = input.sort ?? 'NEWEST';
  const question = fingerprint(['users', sort, filter]);
  const position = after ? decodeCursor(after, question, /^.{1,128}$/u) : null;
  const order = orders[sort];
  const { users } = context.repositories;
  const roles = once(context.repositories.admins.get);
  const matching = once(() => matchingUsers(context, { ...filter, roles }, order));
  const isWhole = filter.search === '' && filter.role === null;
  const count = async () => {
    if (isWhole) return boundedCount(await users.countUpTo(countLimit + 1));
    if (filter.search === '' && filter.role === 'user')
      return boundedCount(await countOthersThanAdmins(context, roles));
    return countMatching(await matching());
  };
  return {
    page: once(async () => {
      if (!isWhole) return readMatching(await matching(), { first, after: position, question });
      const found = await users.readInOrder(order, position && storedPosition(position, order), first + 1, roles);
      return pageOf(placed(found, order), { first, hasPreviousPage: position !== null, question });
    }),
    count: once(() => context.loaders.count(['users', filter], count)),
  };
}

/** Up to one more than a count is exact to: all people less the admins, instead of a look at each. */
async function countOthersThanAdmins({ repositories: { users } }: Context, roles: Roles): Promise<number> {
  const { uids } = await roles();
  const [all, known] = await Promise.all([users.countUpTo(countLimit + 1 + uids.length), users.findKnown([...uids])]);
  return all - known.length;
}

interface PeopleQuestion {
  readonly roles: Roles;
  readonly text: string;
  readonly role: Role | null;
}

/** So many more are counted, because those of a role are told from the others by who is an admin. */
const mostAdmins = 100;
const termsFields = ['nameTerms', 'emailTerms'] as const;
type TermsCount = (field: (typeof termsFields)[number], window: string) => Promise<number>;

async function matchingUsers(
  context: Context,
  { search: text, role, roles }: { search: string; role: Role | null; roles: Roles },
  order: UserOrder,
): Promise<MatchingQuestion<UserDocument>> {
  const { users } = context.repositories;
  // Once for choosing how to read the page and for the count, which asks for more.
  const count = keyed((field: (typeof termsFields)[number], window: string) =>
    users.countByWindow(field, window, countLimit + 1 + mostAdmins),
  );
  const asked = { roles, text, role };
  const few = await fewUsers(context, asked, count);
  return {
    source: few ? listSource(placed(few, order), order) : orderedUsers(context, order, roles),
    matches: (user) =>
      (role === null || user.role === role) &&
      (foldText(user.name).includes(text) || foldText(user.email ?? '').includes(text)),
    countByDatabase: (limit) => (few ? Promise.resolve(null) : countFrequent(asked, limit, count)),
  };
}

/** More than the limit, admins left out, have the text in their names, or in their e-mails: that is all a count tells. */
async function countFrequent(
  { roles, text, role }: PeopleQuestion,
  limit: number,
  count: TermsCount,
): Promise<number | null> {
  if (!isWindow(text)) return null;
  const most = Math.max(...(await Promise.all(termsFields.map((field) => count(field, text)))));
  if (most < limit) return null;
  const leftOut = role === null ? 0 : (await roles()).uids.length;
  return most - leftOut >= limit ? limit : null;
}

/** The people among whom all matches are, when they are few: the admins, or whom the indexes of the text name. */
async function fewUsers(
  { repositories: { users } }: Context,
  { roles, text, role }: PeopleQuestion,
  count: TermsCount,
): Promise<UserDocument[] | null> {
  if (role === 'admin') return users.findByUids([...(await roles()).uids], roles);
  if (text === '') return null;
  const found = await Promise.all(
    termsFields.map((field) =>
      readRareText(text, fewPeople, {
        count: (window) => count(field, window),
        find: (window, limit) => users.findByWindow(field, window, limit, roles),
      }),
    ),
  );
  if (!found.every((rare) => rare !== null)) return null;
  return [...new Map(found.flat().map((user) => [user._id, user])).values()];
}

function orderedUsers({ repositories: { users } }: Context, order: UserOrder, roles: Roles): RowSource<UserDocument> {
  return async (after, { documents }) => {
    const found = await users.readInOrder(order, after && storedPosition(after, order), documents, roles);
    return batchOf(placed(found, order), found.length, found.length < documents);
  };
}

function placed(users: readonly UserDocument[], order: UserOrder) {
  return users.map((node) => ({ node, position: { key: keyOf(node, order), id: node._id } }));
}

function keyOf({ createdAt, name, email }: UserDocument, { field }: UserOrder): Position['key'] {
  if (field === 'createdAt') return createdAt.getTime();
  return field === 'nameLower' ? foldText(name) : (email ?? '');
}

function storedPosition({ key, id }: Position, { field }: UserOrder) {
  return { key: field === 'createdAt' ? new Date(key) : key, id };
}
