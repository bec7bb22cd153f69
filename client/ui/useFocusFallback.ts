import { type RefObject, useEffect } from 'react';

/**
 * Focuses `element` when a change of `state` has removed the focused element, so that keyboard users can go on from there.
 * Does nothing if the user has moved the focus meanwhile.
 */
export function useFocusFallback(element: RefObject<HTMLElement | null>, state: string | undefined): void {
  useEffect(() => {
    if (state !== undefined && document.activeElement === document.body) element.current?.focus();
  }, [element, state]);
}
