import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { firstPosition, positionFromParams, paramsWithPosition, type PagePosition } from './pagePosition';
import { useUrlState } from './useUrlState';

interface Trail {
  /** The positions of the previous pages; empty for an opened link. */
  trail?: readonly PagePosition[];
}

interface ListState<Filters> {
  filters: Filters;
  place: PagePosition;
}

/** Maps a list's filters to URL parameters and back; both functions must be stable. */
interface FilterCodec<Filters> {
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
export function useListParams<Filters extends object>({ read, write, typed }: FilterCodec<Filters>) {
  const trail = (useLocation().state as Trail | null)?.trail ?? [];
  const readListState = useCallback(
    (search: URLSearchParams): ListState<Filters> => ({ filters: read(search), place: positionFromParams(search) }),
    [read],
  );
  const { value, setValue: setListed, now, setParams } = useUrlState(readListState);
  const { filters, place } = value;
  const goTo = useCallback(
    (next: ListState<Filters>, steps: readonly PagePosition[], replace = false) => {
      setListed(next);
      setParams(paramsWithPosition(write(next.filters), next.place), {
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
        { filters: { ...now().filters, ...next }, place: firstPosition },
        [],
        typed !== undefined && next[typed] !== undefined && Object.keys(next).length === 1,
      ),
    [goTo, now, typed],
  );
  const back = (replace: boolean) =>
    goTo({ filters, place: trail.at(-1) ?? firstPosition }, trail.slice(0, -1), replace);
  return {
    filters,
    change,
    place,
    next: (to: PagePosition) => goTo({ filters, place: to }, [...trail, place]),
    previous: () => back(false),
    /** The page has no rows any more: goes back to the previous one. */
    lost: () => back(true),
    first: useCallback(() => goTo({ ...now(), place: firstPosition }, [], true), [goTo, now]),
  };
}

export type ListParams = Omit<ReturnType<typeof useListParams<object>>, 'filters' | 'change'>;
