import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Whether the component's page is still the one asked for, for what ends later: nobody is redirected after leaving. */
export function useIsCurrentPage(): () => boolean {
  const { pathname } = useLocation();
  const ownPath = useRef<string>(undefined);
  // Other effects are cleaned up only after the next page is shown.
  useLayoutEffect(() => {
    ownPath.current = window.location.pathname;
    return () => {
      ownPath.current = undefined;
    };
  }, [pathname]);
  // While the next page loads, this one is shown at the next one's address.
  return useCallback(() => ownPath.current === window.location.pathname, []);
}
