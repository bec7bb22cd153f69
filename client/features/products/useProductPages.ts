import { NetworkStatus } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ProductsDocument } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { logFailure } from '../../lib/logFailure';
import { nextStep } from './nextStep';
import { listVariables, type ProductFilters } from './productFilters';
import { keepRowsOfEntry, rowsOfEntry } from './rowsOfEntry';

const noProducts = { nodes: [], totalCount: 0, totalCountIsExact: true, hiddenAbovePrice: 0 };

/** How far one list has been asked for. */
interface Progress {
  list: string;
  /** Rows after which the page waits for the shopper. */
  target: number;
  failed: boolean;
}

/** A failed call shows as an empty list (section 8); the browser being back is the moment to try again by itself. */
function useRetryWhenOnline(failed: boolean, retry: () => void) {
  useEffect(() => {
    if (!failed) return undefined;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed, retry]);
}

/** As far as the first list had come before a reload: the page as it was drawn does not know. */
function useGoingOn(list: string, setKept: (progress: Progress) => void) {
  const first = useRef(list);
  useEffect(() => {
    const target = rowsOfEntry();
    if (target > constants.pageSize) setKept({ list: first.current, target, failed: false });
  }, [setKept]);
}

/** The list page by page; while another list loads, the one before it stays on the screen. */
export function useProductPages(filters: ProductFilters) {
  const variables = listVariables(filters);
  const { data, previousData, networkStatus, error, fetchMore, refetch } = useQuery(ProductsDocument, { variables });
  const list = JSON.stringify(variables);
  const [kept, setKept] = useState<Progress>({ list, target: constants.pageSize, failed: false });
  useGoingOn(list, setKept);
  const progress = kept.list === list ? kept : { list, target: constants.pageSize, failed: false };
  useEffect(() => logFailure('Failed to load the products', error), [error]);
  useRetryWhenOnline(
    error !== undefined,
    useCallback(() => void refetch().catch(() => undefined), [refetch]),
  );

  const loading = networkStatus === NetworkStatus.loading || networkStatus === NetworkStatus.setVariables;
  const loadingMore = networkStatus === NetworkStatus.fetchMore;
  const shown = (data ?? (error ? undefined : previousData))?.products;
  const rows = data?.products.nodes.length ?? 0;
  const after = data?.products.pageInfo.hasNextPage ? data.products.pageInfo.endCursor : null;

  const step = nextStep({ rows, hasNextPage: after !== null, ...progress });
  const { target } = progress;
  const asked = useRef('');
  // The shopper's word and a page that came back short (decision 41) both end here, once for each place in the list.
  useEffect(() => {
    const place = `${list} ${after}`;
    if (step !== 'fill' || asked.current === place) return;
    asked.current = place;
    const first = Math.min(Math.max(constants.pageSize, target - rows), constants.largestPage);
    fetchMore({ variables: { after, first } }).catch((failure: unknown) => {
      asked.current = '';
      logFailure('Failed to load more products', failure);
      setKept({ list, target, failed: true });
    });
  }, [step, list, after, target, rows, fetchMore]);
  useEffect(() => {
    if (rows > constants.pageSize) keepRowsOfEntry(rows);
  }, [list, rows]);

  return {
    ...(shown ?? noProducts),
    /** False where nothing is known, as after a failed call, which looks empty. */
    known: shown !== undefined,
    firstLoad: loading && !shown,
    refreshing: loading && shown !== undefined,
    hasMore: after !== null,
    loadingMore: loadingMore || step === 'fill',
    loadMore: useCallback(() => setKept({ list, target: rows + constants.pageSize, failed: false }), [list, rows]),
    loadsByItself: step === 'onScroll',
  };
}
