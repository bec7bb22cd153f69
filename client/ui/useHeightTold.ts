import { type RefObject, useLayoutEffect } from 'react';

/** Tells the sheets how high something is, as a variable of the whole page, for as long as it is there. */
export function useHeightTold(element: RefObject<HTMLElement | null>, variable: `--${string}`): void {
  useLayoutEffect(() => {
    const told = element.current;
    if (!told) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(variable, `${told.offsetHeight}px`));
    observer.observe(told);
    return () => {
      observer.disconnect();
      style.removeProperty(variable);
    };
  }, [element, variable]);
}
