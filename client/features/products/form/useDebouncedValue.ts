import { useEffect, useState } from 'react';

const pause = 400;

/** A debounced value, so that nothing is loaded for a half-typed address. */
export function useDebouncedValue(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
