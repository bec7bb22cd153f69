import { type RefObject, useEffect } from 'react';

interface Options {
  /** False: nothing is watched for. */
  watch: boolean;
  /** How far below the screen counts as near, in CSS pixels. */
  margin: number;
  /** The same function while nothing else changes: every new one is told anew. */
  onNear: () => void;
}

/** Tells when an element is about to be scrolled into view. */
export function useNearScreen(element: RefObject<Element | null>, { watch, margin, onNear }: Options): void {
  useEffect(() => {
    if (!element.current || !watch) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      { rootMargin: `${margin}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, watch, margin, onNear]);
}
