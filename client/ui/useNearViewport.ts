import { type RefObject, useEffect } from 'react';

interface Options {
  isEnabled: boolean;
  /** CSS pixels below the viewport. */
  margin: number;
  /** Must be stable: a new function observes anew. */
  onNear: () => void;
}

/** Calls back when an element is about to be scrolled into view. */
export function useNearViewport(element: RefObject<Element | null>, { isEnabled, margin, onNear }: Options): void {
  useEffect(() => {
    if (!element.current || !isEnabled) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      { rootMargin: `${margin}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isEnabled, margin, onNear]);
}
