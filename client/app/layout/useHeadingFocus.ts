import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The field used, by key or pointer, since the last navigation. */
function useFieldInUse(): RefObject<EventTarget | null> {
  const field = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = (event: KeyboardEvent | PointerEvent) => {
      const asks = event instanceof KeyboardEvent && event.key === 'Enter';
      field.current = !asks && event.target instanceof HTMLInputElement ? event.target : null;
    };
    addEventListener('keydown', note, true);
    addEventListener('pointerdown', note, true);
    return () => {
      removeEventListener('keydown', note, true);
      removeEventListener('pointerdown', note, true);
    };
  }, []);
  return field;
}

/**
 * Focuses the main heading of a new page, once it is rendered; not of the first page, nor while the user types in a field
 * that they have used since the navigation.
 */
export function useHeadingFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const inUse = useFieldInUse();
  // In a layout effect: text typed immediately after the navigation must reach its field.
  useLayoutEffect(() => {
    const page = main.current;
    if (last.current === pathname || !page) return undefined;
    last.current = pathname;
    if (document.activeElement === inUse.current) return undefined;
    const focus = () => {
      const heading = page.querySelector('h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
      return heading !== null;
    };
    if (focus()) return undefined;
    page.focus({ preventScroll: true });
    const watch = new MutationObserver(() => {
      // The user has focused something else meanwhile.
      if (document.activeElement !== page || focus()) watch.disconnect();
    });
    watch.observe(page, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [main, pathname, inUse]);
}
