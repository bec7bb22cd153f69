import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False only while React takes over HTML that the server has drawn, which knows nothing of the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
