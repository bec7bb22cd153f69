import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useFollowing } from './useFollowing';

/**
 * What the address says, as state that runs ahead of the router and starts again from the address whenever that changes;
 * `read` must be the same function at every call.
 */
export function useFollowedAddress<T>(read: (search: URLSearchParams) => T) {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  // The browser's own address is ahead of the router's, which follows in a transition and only tells that there is news.
  const now = useCallback(() => read(new URLSearchParams(window.location.search)), [read]);
  // The server knows the router's only.
  const address = useMemo(() => (typeof window === 'undefined' ? read(params) : now()), [now, params, read]);
  // The controls must not wait for the transition either.
  const [value, setValue] = useFollowing(address);
  // Back before the router has followed leads to where it still is: for it there is no news.
  useEffect(() => {
    const follow = () => {
      if (window.location.pathname === pathname) setValue(now());
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [pathname, now, setValue]);
  return { value, setValue, now, setParams };
}
