import { type RefObject, useEffect } from 'react';

/**
 * Focuses `element` when a change of `state` has removed the focused element, so that keyboard users can go on from there.
 * Does nothing if the user has moved the focus meanwhile. undefined, or a count of 0: nothing has been done yet.
 */
export function useFocusFallback(element: RefObject<HTMLElement | null>, state: string | number | undefined): void {
  useEffect(() => {
    if (state !== undefined && state !== 0 && document.activeElement === document.body) element.current?.focus();
  }, [element, state]);
}
