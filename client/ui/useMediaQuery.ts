import { type Theme, useTheme } from '@mui/material/styles';
import { useCallback, useSyncExternalStore } from 'react';

/** Like MUI's hook, which costs half a kilobyte of the first load. False during server rendering and hydration. */
export function useMediaQuery(queryOf: (theme: Theme) => string): boolean {
  const query = queryOf(useTheme()).replace('@media ', '');
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
