import { useSyncExternalStore } from 'react';
import { useMediaQuery } from './useMediaQuery';

/** The ratio of the page's font size to the designed one. */
const textScale = (): number =>
  (parseFloat(getComputedStyle(document.documentElement).getPropertyValue('font-size')) || 16) / 16;

/** Font size changes have no event; a measured element detects them. */
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

/** Media queries ignore the page's own text size: the same query for a window that is as much wider as the text is larger. */
const scaleQuery = (query: string, scale: number): string =>
  query.replace(/(max-width: ?)([\d.]+)/, (_, name: string, px: string) => `${name}${Number(px) * scale}`);

/** Whether a dashboard table has too little room for all columns. */
export function useLacksRoom(isWide = false): boolean {
  const scale = useSyncExternalStore(watchText, textScale, () => 1);
  const isNarrow = useMediaQuery(({ breakpoints }) =>
    scaleQuery(breakpoints.down(isWide ? 'wideTable' : 'table'), scale),
  );
  // From `md` the dashboard's links stand beside the table.
  const isBesideLinks = useMediaQuery(({ breakpoints }) =>
    scaleQuery(breakpoints.between('md', 'tableBesideLinks'), scale),
  );
  return isNarrow || isBesideLinks;
}
