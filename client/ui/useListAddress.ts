import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { firstPlace, placeFromSearch, searchWithPlace, type TablePlace } from './tablePlace';
import { useFollowedAddress } from './useFollowedAddress';

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
  const trail = (useLocation().state as Trail | null)?.trail ?? [];
  const readListed = useCallback(
    (search: URLSearchParams): Listed<Filters> => ({ filters: read(search), place: placeFromSearch(search) }),
    [read],
  );
  const { value, setValue: setListed, now, setParams } = useFollowedAddress(readListed);
  const { filters, place } = value;
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
