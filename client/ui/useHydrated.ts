import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False during server rendering and hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
