import { useCallback, useEffect, useRef, useState } from 'react';
import { logFailure } from '../lib/logFailure';

interface Source {
  /** Which list: another one starts at its first page. */
  list: string;
  /** Rows that are here so far, from the first one on. */
  loaded: number;
  /** Where the next ones start; null at the end of the list. */
  after: string | null;
  load: (after: string) => Promise<unknown>;
  size: number;
}

interface Position {
  list: string;
  page: number;
  failed: boolean;
}

/** Which rows the page has: the last page that has any, where the list has become shorter or is still loading. */
export function rowsOfPage(page: number, loaded: number, size: number): { start: number; end: number } {
  const shown = Math.min(page, Math.max(0, Math.ceil(loaded / size) - 1));
  return { start: shown * size, end: Math.min(loaded, (shown + 1) * size) };
}

/**
 * Pages of a list that grows by cursors: Previous is here already, Next is loaded when it is not. A page that came back
 * short, or lost a row, is filled up by itself (decision 41).
 */
export function useTablePages({ list, loaded, after, load, size }: Source) {
  const [kept, setKept] = useState<Position>({ list, page: 0, failed: false });
  const { page, failed } = kept.list === list ? kept : { page: 0, failed: false };
  const needsMore = loaded < (page + 1) * size && after !== null;
  const filling = needsMore && !failed;
  const asked = useRef('');
  useEffect(() => {
    const place = `${list} ${after}`;
    if (!filling || after === null || asked.current === place) return;
    asked.current = place;
    load(after).catch((failure: unknown) => {
      asked.current = '';
      logFailure('Failed to load more rows', failure);
      setKept({ list, page, failed: true });
    });
  }, [filling, list, after, page, load]);

  const { start, end } = rowsOfPage(page, loaded, size);
  const at = start / size;
  const go = useCallback((to: number) => setKept({ list, page: to, failed: false }), [list]);
  return {
    start,
    end,
    filling,
    failed: failed && needsMore,
    hasPrevious: at > 0,
    hasNext: loaded > end || after !== null,
    next: () => go(at + 1),
    previous: () => go(Math.max(0, at - 1)),
    retry: () => go(page),
  };
}

export type TablePages = ReturnType<typeof useTablePages>;
