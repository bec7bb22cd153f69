import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useSyncedState } from './useSyncedState';

/**
 * State parsed from the URL. It is ahead of the router, which updates in a transition, and resets when the URL changes.
 * `read` must be a stable function.
 */
export function useUrlState<T>(read: (search: URLSearchParams) => T) {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  // The browser's URL is ahead of the router's, which updates in a transition.
  const now = useCallback(() => read(new URLSearchParams(window.location.search)), [read]);
  // During server rendering only the router's URL exists.
  const fromUrl = useMemo(() => (typeof window === 'undefined' ? read(params) : now()), [now, params, read]);
  // Controls must not wait for the transition.
  const [value, setValue] = useSyncedState(fromUrl);
  // Back before the transition has ended returns to the router's current URL, without a notification.
  useEffect(() => {
    const sync = () => {
      if (window.location.pathname === pathname) setValue(now());
    };
    window.addEventListener('popstate', sync);
    return () => window.removeEventListener('popstate', sync);
  }, [pathname, now, setValue]);
  return { value, setValue, now, setParams };
}
