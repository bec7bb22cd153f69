import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** A new page's main heading takes the focus, as soon as there is one; the first page keeps what the browser gave it. */
export function useHeadingFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    const page = main.current;
    if (last.current === pathname || !page) return undefined;
    last.current = pathname;
    const focus = () => {
      const heading = page.querySelector('h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
      return heading !== null;
    };
    if (focus()) return undefined;
    page.focus({ preventScroll: true });
    const watch = new MutationObserver(() => {
      // Whoever has moved on is not called back.
      if (document.activeElement !== page || focus()) watch.disconnect();
    });
    watch.observe(page, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [main, pathname]);
}
