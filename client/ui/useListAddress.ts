import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { firstPlace, placeFromSearch, searchWithPlace, type TablePlace } from './tablePlace';
import { useFollowing } from './useFollowing';

interface Trail {
  /** The pages that were gone through to this one; a link that was opened has none. */
  trail?: readonly TablePlace[];
}

interface Listed<Filters> {
  filters: Filters;
  place: TablePlace;
}

/** How a list's filters stand in the address; both must be the same function at every call. */
interface Spelling<Filters> {
  read: (params: URLSearchParams) => Filters;
  write: (filters: Filters) => URLSearchParams;
  /** The filter that is typed: no step in the history for each letter. */
  typed?: keyof Filters;
}

/** Each entry of the history holds its own trail. */
const longestTrail = 100;

/**
 * What is listed, and which page of it, lives in the address: Back and reload keep both. A step in the history for each
 * choice and each page, none for each letter.
 */
export function useListAddress<Filters extends object>({ read, write, typed }: Spelling<Filters>) {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const trail = (location.state as Trail | null)?.trail ?? [];
  // The browser's own address is ahead of the router's, which follows in a transition and only tells that there is news.
  const now = useCallback(
    (_news?: URLSearchParams): Listed<Filters> => {
      const search = new URLSearchParams(window.location.search);
      return { filters: read(search), place: placeFromSearch(search) };
    },
    [read],
  );
  const address = useMemo(() => now(params), [now, params]);
  // The controls must not wait for the transition either.
  const [{ filters, place }, setListed] = useFollowing(address);
  const { pathname } = location;
  useEffect(() => {
    // The router may come back to where it was without having drawn what was in between.
    const follow = () => {
      if (window.location.pathname === pathname) setListed(now());
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [pathname, now, setListed]);
  const goTo = useCallback(
    (next: Listed<Filters>, steps: readonly TablePlace[], replace = false) => {
      setListed(next);
      setParams(searchWithPlace(write(next.filters), next.place), {
        replace,
        preventScrollReset: true,
        state: { trail: steps.slice(-longestTrail) } satisfies Trail,
      });
    },
    [write, setListed, setParams],
  );
  const change = useCallback(
    (next: Partial<Filters>) =>
      goTo(
        { filters: { ...now().filters, ...next }, place: firstPlace },
        [],
        typed !== undefined && next[typed] !== undefined && Object.keys(next).length === 1,
      ),
    [goTo, now, typed],
  );
  const back = (replace: boolean) => goTo({ filters, place: trail.at(-1) ?? firstPlace }, trail.slice(0, -1), replace);
  return {
    filters,
    change,
    place,
    next: (to: TablePlace) => goTo({ filters, place: to }, [...trail, place]),
    previous: () => back(false),
    /** The page is gone: the one before it stands in its place. */
    lost: () => back(true),
    first: useCallback(() => goTo({ ...now(), place: firstPlace }, [], true), [goTo, now]),
  };
}

export type ListAddress = Omit<ReturnType<typeof useListAddress<object>>, 'filters' | 'change'>;
