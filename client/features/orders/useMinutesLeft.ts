import { useEffect, useState } from 'react';
import { minutesUntil } from './orderStatusLabels';

/** Whole minutes until a time, counting down; 0 without one. */
export function useMinutesLeft(until: string | null): number {
  const [now, setNow] = useState(Date.now);
  const minutes = until === null ? 0 : minutesUntil(until, now);
  useEffect(() => {
    if (until === null || minutes === 0) return undefined;
    // At the next full minute.
    const wait = new Date(until).getTime() - (minutes - 1) * 60_000 - Date.now();
    const timer = setTimeout(() => setNow(Date.now()), Math.max(wait, 0) + 1);
    return () => clearTimeout(timer);
  }, [until, minutes, now]);
  return minutes;
}
