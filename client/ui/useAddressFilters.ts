import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useFollowing } from './useFollowing';

type Read<Filters> = (address: URLSearchParams) => Filters;

/** The browser's own address is ahead of the router's, which follows in a transition and only tells that there is news. */
const filtersNow = <Filters>(read: Read<Filters>, _news?: URLSearchParams) =>
  read(new URLSearchParams(window.location.search));

/** A list's filters in the address, so that Back and a reload keep them; what arrives late joins what was chosen meanwhile. */
export function useAddressFilters<Filters extends object>(
  read: Read<Filters>,
  write: (filters: Filters) => URLSearchParams,
) {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => filtersNow(read, params), [read, params]);
  // The controls must not wait for the transition either.
  const [filters, setFilters] = useFollowing(address);
  const change = useCallback(
    (next: Partial<Filters>) => {
      const all = { ...filtersNow(read), ...next };
      setFilters(all);
      setParams(write(all), { replace: true, preventScrollReset: true });
    },
    [read, write, setFilters, setParams],
  );
  return [filters, change] as const;
}
