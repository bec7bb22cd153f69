import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useFollowing } from './useFollowing';

const delayMs = 300;

/**
 * A debounced value: changes are reported after a pause or by `flush`, unless cancelled. A `value` that changes elsewhere (a chip,
 * Back) shows at once.
 */
export function useTyped<T>(value: T, onChange: (value: T) => void) {
  const [draft, setDraft] = useFollowing(value);
  const pending = useRef<{ timer: number; next: T }>(undefined);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  const cancel = useCallback(() => {
    window.clearTimeout(pending.current?.timer);
    pending.current = undefined;
  }, []);
  // With the commit: a passive effect would cancel what was typed since.
  useLayoutEffect(() => cancel, [value, cancel]);

  const flush = useCallback(() => {
    const flushed = pending.current;
    cancel();
    if (flushed) report.current(flushed.next);
  }, [cancel]);
  const change = useCallback(
    (next: T) => {
      setDraft(next);
      window.clearTimeout(pending.current?.timer);
      pending.current = { next, timer: window.setTimeout(flush, delayMs) };
    },
    [setDraft, flush],
  );
  return [draft, change, flush, cancel] as const;
}
