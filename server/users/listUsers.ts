import type { UserSort } from '../__generated__/resolvers';
import { authorize } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, fingerprint, type Position } from '../database/cursor';
import { isWindow } from '../database/searchTerms';
import { readRareText } from '../database/textIndex';
import { pageInput, parseInput } from '../input';
import { boundedCount, countLimit, once, pageOf, type Listing } from '../listing';
import { countMatching, listSource, readMatching, type MatchingQuestion, type RowSource } from '../matchingList';
import { userFilterInput } from './users.input';
import type { Role, UserDocument, UserOrder } from './users.repository';

export type UserListing = Listing<UserDocument>;

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
  const matching = once(() => matchingUsers(context, filter, order));
  const isWhole = filter.search === '' && filter.role === null;
  return {
    page: once(async () => {
      if (!isWhole) return readMatching(await matching(), { first, after: position, question });
      const found = await users.readInOrder(order, position && storedPosition(position, order), first + 1);
      return pageOf(placed(found, order), { first, hasPreviousPage: position !== null, question });
    }),
    count: once(async () => {
      if (isWhole) return boundedCount(await users.countUpTo(countLimit + 1));
      if (filter.search === '' && filter.role === 'user') return boundedCount(await countOthersThanAdmins(context));
      return countMatching(await matching());
    }),
  };
}

/** Up to one more than a count is exact to: all people less the admins, instead of a look at each. */
async function countOthersThanAdmins({ repositories: { users, admins } }: Context): Promise<number> {
  const { uids } = await admins.get();
  const [all, known] = await Promise.all([users.countUpTo(countLimit + 1 + uids.length), users.findEmails([...uids])]);
  return all - known.length;
}

async function matchingUsers(
  context: Context,
  { search, role }: { search: string; role: Role | null },
  order: UserOrder,
): Promise<MatchingQuestion<UserDocument>> {
  const text = search.toLowerCase();
  const matches = (user: UserDocument) =>
    (role === null || user.role === role) &&
    (user.name.toLowerCase().includes(text) || (user.email ?? '').includes(text));
  const few = await fewUsers(context, text, role);
  return {
    source: few ? listSource(placed(few, order), order) : orderedUsers(context, order),
    matches,
    countByIndex: (limit) => (few ? Promise.resolve(null) : countFrequent(context, { text, role }, limit)),
  };
}

/** More than the limit, admins left out, have the text in their names, or in their e-mails: that is all a count tells. */
async function countFrequent(
  { repositories: { users, admins } }: Context,
  { text, role }: { text: string; role: Role | null },
  limit: number,
): Promise<number | null> {
  if (!isWindow(text)) return null;
  const leftOut = role === null ? 0 : (await admins.get()).uids.length;
  const counts = await Promise.all(
    (['nameTerms', 'emailTerms'] as const).map((field) => users.countByWindow(field, text, limit + leftOut)),
  );
  return Math.max(...counts) - leftOut >= limit ? limit : null;
}

/** The people among whom all matches are, when they are few: the admins, or whom the indexes of the text name. */
async function fewUsers(
  { repositories: { users, admins } }: Context,
  text: string,
  role: Role | null,
): Promise<UserDocument[] | null> {
  if (role === 'admin') return users.findByUids([...(await admins.get()).uids]);
  if (text === '') return null;
  const found = new Map<string, UserDocument>();
  for (const field of ['nameTerms', 'emailTerms'] as const) {
    const rare = await readRareText(text, fewPeople, {
      count: (window, limit) => users.countByWindow(field, window, limit),
      find: (window, limit) => users.findByWindow(field, window, limit),
    });
    if (!rare) return null;
    for (const user of rare) found.set(user._id, user);
  }
  return [...found.values()];
}

function orderedUsers({ repositories: { users } }: Context, order: UserOrder): RowSource<UserDocument> {
  return async (after, limit) => {
    const found = await users.readInOrder(order, after && storedPosition(after, order), limit);
    return { rows: placed(found, order), documents: found.length, isLast: found.length < limit };
  };
}

function placed(users: readonly UserDocument[], order: UserOrder) {
  return users.map((node) => ({ node, position: { key: keyOf(node, order), id: node._id } }));
}

function keyOf({ createdAt, name, email }: UserDocument, { field }: UserOrder): Position['key'] {
  if (field === 'createdAt') return createdAt.getTime();
  return field === 'nameLower' ? name.toLowerCase() : (email ?? '');
}

function storedPosition({ key, id }: Position, { field }: UserOrder) {
  return { key: field === 'createdAt' ? new Date(key) : key, id };
}
