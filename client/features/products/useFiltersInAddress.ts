import { useCallback } from 'react';
import { useFollowedAddress } from '../../ui/useFollowedAddress';
import { filtersFromSearch, type ProductFilters, searchFromFilters } from './productFilters';

/** `goesOn`: more of the change before it, which needs no step of its own in the history. */
export type ChangeFilters = (change: Partial<ProductFilters>, goesOn?: boolean) => void;

/** Filters live in the address; a step of its own in the history for each choice, none for each typed letter. */
export function useFiltersInAddress() {
  const { value: filters, setValue: setFilters, now, setParams } = useFollowedAddress(filtersFromSearch);
  const change: ChangeFilters = useCallback(
    (next, goesOn = false) => {
      const before = now();
      const all = { ...before, ...next };
      setFilters(all);
      const search = searchFromFilters(all);
      if (search.toString() === searchFromFilters(before).toString()) return;
      setParams(search, {
        replace: goesOn || (next.search !== undefined && Object.keys(next).length === 1),
        preventScrollReset: true,
      });
    },
    [now, setFilters, setParams],
  );
  return [filters, change] as const;
}
