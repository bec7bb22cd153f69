import { useSyncExternalStore } from 'react';

const root = () => document.documentElement;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(root(), { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The colour scheme in effect, for components that resolve CSS variables only once. */
export const useAppliedTheme = (): string => useSyncExternalStore(subscribe, () => root().dataset.theme ?? 'light');
