import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { firstPlace, placeFromSearch, searchWithPlace, type TablePlace } from './tablePlace';
import { useFollowedAddress } from './useFollowedAddress';

interface Trail {
  /** The positions of the previous pages; empty for an opened link. */
  trail?: readonly TablePlace[];
}

interface Listed<Filters> {
  filters: Filters;
  place: TablePlace;
}

/** Maps a list's filters to URL parameters and back; both functions must be stable. */
interface Spelling<Filters> {
  read: (params: URLSearchParams) => Filters;
  write: (filters: Filters) => URLSearchParams;
  /** A text filter, whose changes replace the history entry. */
  typed?: keyof Filters;
}

/** Every history entry stores its trail. */
const maxTrail = 100;

/**
 * Filters and page position of a list in the URL, so that Back and reload restore them. Every choice and every page is a history
 * entry, typed letters are not.
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
        state: { trail: steps.slice(-maxTrail) } satisfies Trail,
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
    /** The page has no rows any more: goes back to the previous one. */
    lost: () => back(true),
    first: useCallback(() => goTo({ ...now(), place: firstPlace }, [], true), [goTo, now]),
  };
}

export type ListAddress = Omit<ReturnType<typeof useListAddress<object>>, 'filters' | 'change'>;
