import type { Theme } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';
import { useMediaQuery } from './useMediaQuery';

/** How many times as large as drawn the page's words are. */
const textScale = (): number =>
  (parseFloat(getComputedStyle(document.documentElement).getPropertyValue('font-size')) || 16) / 16;

/** Nothing tells of another font size but what is measured in it. */
function watchText(listener: () => void): () => void {
  const probe = document.createElement('div');
  Object.assign(probe.style, { position: 'fixed', visibility: 'hidden', width: '1rem' });
  document.body.append(probe);
  const observer = new ResizeObserver(listener);
  observer.observe(probe);
  return () => {
    observer.disconnect();
    probe.remove();
  };
}

/** Larger words need more room: the query, of a window that is as much wider. Media queries do not know the page's own text. */
function useTextMediaQuery(queryOf: (theme: Theme) => string): boolean {
  const scale = useSyncExternalStore(watchText, textScale, () => 1);
  return useMediaQuery((theme) =>
    queryOf(theme).replace(/(max-width: ?)([\d.]+)/, (_, name: string, px: string) => `${name}${Number(px) * scale}`),
  );
}

/** Whether there is too little room for all columns of a table of the dashboard. */
export function useLacksRoom(isWide = false): boolean {
  const isNarrow = useTextMediaQuery(({ breakpoints }) => breakpoints.down(isWide ? 'wideTable' : 'table'));
  // From `md` on the dashboard's links stand beside the table.
  const isBesideLinks = useTextMediaQuery(({ breakpoints }) => breakpoints.between('md', 'tableBesideLinks'));
  return isNarrow || isBesideLinks;
}
