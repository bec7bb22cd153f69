import type { ApolloCache } from '@apollo/client';

/** Cached pages per list field; older ones are fetched again on Back. */
const maxPages = 10;

const visitedPages = new WeakMap<ApolloCache, Map<string, readonly object[]>>();

/** Bounds the memory of Apollo's cache: evicts all but the last visited pages of a list. */
export function limitCachedPages(cache: ApolloCache, fieldName: string, args: object): void {
  const lists = visitedPages.get(cache) ?? new Map<string, readonly object[]>();
  visitedPages.set(cache, lists);
  const key = JSON.stringify(args);
  const others = (lists.get(fieldName) ?? []).filter((each) => JSON.stringify(each) !== key);
  const all = [...others, args];
  lists.set(fieldName, all.slice(-maxPages));
  const evicted = all.slice(0, -maxPages);
  if (evicted.length === 0) return;
  for (const each of evicted) cache.evict({ id: 'ROOT_QUERY', fieldName, args: { ...each } });
  cache.gc();
}
