import { useSyncExternalStore } from 'react';

const root = () => document.documentElement;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(root(), { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme whose colours the sheets give at this moment, for what reads them once and keeps them. */
export const usePaintedTheme = (): string => useSyncExternalStore(subscribe, () => root().dataset.theme ?? 'light');
