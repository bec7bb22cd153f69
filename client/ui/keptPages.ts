import type { ApolloCache } from '@apollo/client';

/** Pages of one kind of list that stay in memory; an older one is asked for again when somebody goes back to it. */
const mostPages = 10;

const kept = new WeakMap<ApolloCache, Map<string, readonly object[]>>();

/** Keeps what somebody who walks thousands of pages holds in memory to the last ones that were looked at. */
export function keepPage(cache: ApolloCache, fieldName: string, args: object): void {
  const lists = kept.get(cache) ?? new Map<string, readonly object[]>();
  kept.set(cache, lists);
  const key = JSON.stringify(args);
  const others = (lists.get(fieldName) ?? []).filter((each) => JSON.stringify(each) !== key);
  const all = [...others, args];
  lists.set(fieldName, all.slice(-mostPages));
  const gone = all.slice(0, -mostPages);
  if (gone.length === 0) return;
  for (const each of gone) cache.evict({ id: 'ROOT_QUERY', fieldName, args: { ...each } });
  cache.gc();
}
