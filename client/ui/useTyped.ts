import { useCallback, useEffect, useRef } from 'react';
import { useFollowing } from './useFollowing';

const pause = 300;

/**
 * What somebody is typing or dragging, passed on after a pause or when they say so (`settle`), unless they `drop` it; a value that changes
 * elsewhere (a chip, Back) shows at once.
 */
export function useTyped<T>(value: T, onSettled: (value: T) => void) {
  const [typed, setTyped] = useFollowing(value);
  const waiting = useRef<{ timer: number; next: T }>(undefined);
  const report = useRef(onSettled);
  useEffect(() => {
    report.current = onSettled;
  });
  const drop = useCallback(() => {
    window.clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
  }, []);
  useEffect(() => drop, [value, drop]);

  const settle = useCallback(() => {
    const settled = waiting.current;
    drop();
    if (settled) report.current(settled.next);
  }, [drop]);
  const type = useCallback(
    (next: T) => {
      setTyped(next);
      window.clearTimeout(waiting.current?.timer);
      waiting.current = { next, timer: window.setTimeout(settle, pause) };
    },
    [setTyped, settle],
  );
  return [typed, type, settle, drop] as const;
}
