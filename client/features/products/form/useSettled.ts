import { useEffect, useState } from 'react';

const pause = 400;

/** What a value is once it has stayed the same for a moment: nothing is loaded for an address that is half typed. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
