import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False only while React takes over HTML that was made ahead of time, which knows nothing of the moment. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
