import { type RefObject, useEffect } from 'react';

/**
 * Takes the focus over when what had it is gone with a change of `state`: whoever works by keyboard goes on from here.
 * Whoever has moved on meanwhile is not called back.
 */
export function useFocusCaught(element: RefObject<HTMLElement | null>, state: string | undefined): void {
  useEffect(() => {
    if (state !== undefined && document.activeElement === document.body) element.current?.focus();
  }, [element, state]);
}
