import { useCallback } from 'react';
import { useUrlState } from '../../ui/useUrlState';
import { filtersFromSearch, type ProductFilters, searchFromFilters } from './productFilters';

/** `isContinued`: replaces the history entry of the previous change. */
export type ChangeFilters = (change: Partial<ProductFilters>, isContinued?: boolean) => void;

/** Filters in the URL. Every choice is a history entry; typing is not. */
export function useUrlFilters() {
  const { value: filters, setValue: setFilters, now, setParams } = useUrlState(filtersFromSearch);
  const change: ChangeFilters = useCallback(
    (next, isContinued = false) => {
      const before = now();
      const all = { ...before, ...next };
      setFilters(all);
      const search = searchFromFilters(all);
      if (search.toString() === searchFromFilters(before).toString()) return;
      setParams(search, {
        replace: isContinued || (next.search !== undefined && Object.keys(next).length === 1),
        preventScrollReset: true,
      });
    },
    [now, setFilters, setParams],
  );
  return [filters, change] as const;
}
