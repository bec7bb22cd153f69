import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useFollowing } from '../../ui/useFollowing';
import {
  changeItemList,
  firstPlace,
  itemListFromSearch,
  type ItemListState,
  type PagePlace,
  searchFromItemList,
} from './itemListAddress';

interface Trail {
  /** The pages that were gone through to this one; a link that was opened has none. */
  trail?: readonly PagePlace[];
}

/** The browser's own address is ahead of the router's, which follows in a transition. */
const stateNow = (_news?: URLSearchParams) => itemListFromSearch(new URLSearchParams(window.location.search));

/** What is listed lives in the address: Back and reload keep it. A step in the history for each choice, none for each letter. */
export function useItemListAddress() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const trail = (location.state as Trail | null)?.trail ?? [];
  const address = useMemo(() => stateNow(params), [params]);
  const [state, setState] = useFollowing(address);
  const goTo = useCallback(
    (next: ItemListState, steps: readonly PagePlace[], replace = false) => {
      setState(next);
      setParams(searchFromItemList(next), {
        replace,
        preventScrollReset: true,
        state: { trail: steps } satisfies Trail,
      });
    },
    [setState, setParams],
  );
  const change = useCallback(
    (next: Partial<ItemListState>) => goTo(changeItemList(stateNow(), next), [], next.search !== undefined),
    [goTo],
  );
  return {
    state,
    change,
    next: (place: PagePlace) => goTo({ ...state, place }, [...trail, state.place]),
    previous: () => goTo({ ...state, place: trail.at(-1) ?? firstPlace }, trail.slice(0, -1)),
    first: useCallback(() => goTo({ ...stateNow(), place: firstPlace }, [], true), [goTo]),
  };
}
