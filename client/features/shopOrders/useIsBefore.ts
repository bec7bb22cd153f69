import { useEffect, useState } from 'react';

/** Whether a time is in the future; false without one. */
export function useIsBefore(moment: string | null): boolean {
  const [now, setNow] = useState(Date.now);
  const end = moment === null ? 0 : new Date(moment).getTime();
  const isBefore = end > now;
  useEffect(() => {
    if (!isBefore) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(end - Date.now(), 0) + 1);
    return () => clearTimeout(timer);
  }, [isBefore, end]);
  return isBefore;
}
