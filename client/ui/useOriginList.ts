import { useLocation } from 'react-router-dom';
import { useHydrated } from './useHydrated';

/** The search parameters of the list from which the page was opened, its link's `state.list`; '' for none and until hydration. */
export function useOriginList(): string {
  const { list } = (useLocation().state ?? {}) as { list?: unknown };
  const hydrated = useHydrated();
  return hydrated && typeof list === 'string' ? list : '';
}
