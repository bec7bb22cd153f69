import type { Context } from '../context';
import { readRareText } from '../database/textIndex';
import { once } from '../listing';
import { foldText } from '../text/foldText';

/** People whose items are asked for by their uids. */
const fewPeople = 100;
/** People by whom items are counted when more have the text in their e-mail: a few items of each make the count. */
const countedPeople = [500, 1_500];

/** The owners whom a search text means by their e-mail. */
export interface SearchedOwners {
  /** All of them when they are few, otherwise null. */
  readonly few: () => Promise<readonly string[] | null>;
  /** Of a text of at most 16 characters: different people of them, in larger and larger groups, for a count that may end before they do. */
  readonly groups: () => AsyncGenerator<string[], void, void>;
  readonly test: () => Promise<(uid: string) => boolean | Promise<boolean>>;
}

export function searchedOwners({ repositories: { users }, loaders }: Context, text: string): SearchedOwners {
  const read = (limit: number) =>
    readRareText(text, limit, {
      count: (window, most) => users.countByWindow('emailTerms', window, most),
      find: (window, most) => users.findEmailsByWindow(window, most),
    });
  const few = once(async () => {
    const found = await read(fewPeople);
    return found && found.filter(({ email }) => foldText(email ?? '').includes(text)).map(({ _id }) => _id);
  });
  return {
    few,
    async *groups() {
      const seen = new Set<string>();
      for (const most of countedPeople) {
        const uids = (await users.findUidsByWindow(text, most)).filter((uid) => !seen.has(uid));
        for (const uid of uids) seen.add(uid);
        if (uids.length > 0) yield uids;
      }
    },
    async test() {
      const uids = await few();
      // Where few people's e-mails hold it nobody has to be looked up for each row.
      if (uids) return (uid) => uids.includes(uid);
      return async (uid) => foldText((await loaders.personByUid.load(uid))?.email ?? '').includes(text);
    },
  };
}
