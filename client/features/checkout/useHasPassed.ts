import { useEffect, useState, useSyncExternalStore } from 'react';

/** Timers with a longer delay fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

/** Whether a time has passed; false without one. */
export function useHasPassed(at: number | null): boolean {
  const [passed, setPassed] = useState<number>();
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setTimeout(() => setPassed(at), Math.min(Math.max(at - Date.now(), 0), maxTimerMs));
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && passed === at;
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
