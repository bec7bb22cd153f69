import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const storageKey = 'kiosk-scroll';
/** Pages are expected to stop growing within this time. */
const restoreTimeoutMs = 5000;

function remembered(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/** Scrolls as far as the page allows, and further as it grows, until the position is reached or the user scrolls. */
function scrollBackTo(target: number): () => void {
  const scroll = () => {
    window.scrollTo({ top: target, behavior: 'instant' });
    return window.scrollY >= target - 1;
  };
  if (scroll()) return () => undefined;
  const growth = new ResizeObserver(() => {
    if (scroll()) stop();
    else wait();
  });
  const gestures = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(stop, restoreTimeoutMs);
  }
  function stop() {
    growth.disconnect();
    clearTimeout(timer);
    for (const gesture of gestures) removeEventListener(gesture, stop);
  }
  wait();
  growth.observe(document.body);
  for (const gesture of gestures) addEventListener(gesture, stop, { passive: true });
  return stop;
}

function targetOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Scroll positions per history entry: Back and reload restore them, a new page begins at its top. */
export function useScrollMemory(): void {
  const { key, pathname, search, hash } = useLocation();
  // The initial entry of every document has the same key.
  const place = `${key} ${pathname}${search}`;
  const type = useNavigationType();
  const positions = useRef<Map<string, number>>(undefined);
  const lastPath = useRef(pathname);

  useEffect(() => {
    const take = () => void (history.scrollRestoration = 'manual');
    take();
    const keep = () => {
      // The server's markup is complete before this script: the browser restores the position itself.
      history.scrollRestoration = 'auto';
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...(positions.current ?? [])].slice(-50)));
      } catch {
        // Without storage a reload begins at the top.
      }
    };
    addEventListener('pagehide', keep);
    addEventListener('pageshow', take);
    return () => {
      removeEventListener('pagehide', keep);
      removeEventListener('pageshow', take);
    };
  }, []);

  useLayoutEffect(() => {
    const isOpened = positions.current === undefined;
    positions.current ??= remembered();
    const known = positions.current;
    const samePath = lastPath.current === pathname;
    lastPath.current = pathname;
    const note = () => known.set(place, window.scrollY);
    addEventListener('scroll', note, { passive: true });
    let stop = () => {};
    const before = known.get(place);
    if (type === 'POP' && before !== undefined) stop = scrollBackTo(before);
    else {
      // In a fresh document the user may have scrolled before this script ran.
      if (!isOpened && hash !== '') targetOf(hash)?.scrollIntoView();
      else if (!samePath) window.scrollTo({ top: 0, behavior: 'instant' });
      // A position without a scroll has no scroll event, and other events come too late for an immediate navigation.
      note();
    }
    return () => {
      stop();
      removeEventListener('scroll', note);
    };
  }, [place, pathname, hash, type]);
}
