import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFollowing } from '../../ui/useFollowing';
import { filtersFromSearch, type ProductFilters, searchFromFilters } from './productFilters';

/** The browser's own address is ahead of the router's, which follows in a transition and only tells that there is news. */
const filtersNow = () => filtersFromSearch(new URLSearchParams(window.location.search));
/** The server knows the router's only. */
const filtersAfter = (news: URLSearchParams) =>
  typeof window === 'undefined' ? filtersFromSearch(news) : filtersNow();

/** Filters live in the address; a step of its own in the history for each choice, none for each typed letter. */
export function useFiltersInAddress() {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => filtersAfter(params), [params]);
  // The controls must not wait for the transition either.
  const [filters, setFilters] = useFollowing(address);
  // Back before the router has followed leads to where it still is: for it there is no news.
  useEffect(() => {
    const { pathname } = window.location;
    const follow = () => {
      if (window.location.pathname === pathname) setFilters(filtersNow());
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [setFilters]);
  const change = useCallback(
    (next: Partial<ProductFilters>) => {
      const before = filtersNow();
      const all = { ...before, ...next };
      setFilters(all);
      const search = searchFromFilters(all);
      if (search.toString() === searchFromFilters(before).toString()) return;
      setParams(search, {
        replace: next.search !== undefined && Object.keys(next).length === 1,
        preventScrollReset: true,
      });
    },
    [setFilters, setParams],
  );
  return [filters, change] as const;
}
