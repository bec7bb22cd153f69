import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const delayMs = 300;

interface InputState<T> {
  readonly value: T;
  readonly draft: T;
  /** Reported, but not reflected in the value yet. */
  readonly reported?: { readonly value: T } | undefined;
  /** Counts external changes of the value. */
  readonly resets: number;
}

/** The source lags: when a report comes back as its value, more may have been typed. */
function follow<T>(typing: InputState<T>, value: T): InputState<T> {
  const { reported, resets } = typing;
  if (Object.is(typing.value, value)) return typing;
  if (reported && Object.is(reported.value, value)) return { ...typing, value, reported: undefined };
  return { value, draft: value, resets: resets + 1 };
}

/**
 * A debounced value: changes are reported after a pause or by `flush`, unless cancelled. A `value` that changes elsewhere (a chip,
 * Back) shows at once.
 */
export function useDebouncedInput<T>(value: T, onChange: (value: T) => void) {
  const [stored, setTyping] = useState<InputState<T>>({ value, draft: value, resets: 0 });
  const typing = follow(stored, value);
  if (typing !== stored) setTyping(typing);
  const { draft, resets } = typing;
  const pending = useRef<{ timer: number; next: T }>(undefined);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  const cancel = useCallback(() => {
    window.clearTimeout(pending.current?.timer);
    pending.current = undefined;
  }, []);
  // In a layout effect: a passive one would discard text typed since.
  useLayoutEffect(() => cancel, [resets, cancel]);

  const flush = useCallback(() => {
    const flushed = pending.current;
    cancel();
    if (!flushed) return;
    setTyping((before) => ({ ...before, reported: { value: flushed.next } }));
    report.current(flushed.next);
  }, [cancel]);
  const change = useCallback(
    (next: T) => {
      setTyping((before) => ({ ...before, draft: next }));
      window.clearTimeout(pending.current?.timer);
      pending.current = { next, timer: window.setTimeout(flush, delayMs) };
    },
    [flush],
  );
  return [draft, change, flush, cancel] as const;
}
