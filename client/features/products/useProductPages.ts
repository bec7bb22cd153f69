import { NetworkStatus } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ProductsDocument } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { logFailure } from '../../lib/logFailure';
import { nextStep } from './nextStep';
import { listVariables, type ProductFilters } from './productFilters';
import { saveHistoryRows, readHistoryRows } from './historyRows';

const noProducts = { nodes: [], totalCount: 0, totalCountIsExact: true, hiddenAbovePrice: 0 };

/** How much of one list has been loaded. */
interface Progress {
  list: string;
  /** Rows to load without further request. */
  target: number;
  failed: boolean;
}

/** A failed query shows as an empty list (section 8). */
function useRetryWhenOnline(failed: boolean, retry: () => void) {
  useEffect(() => {
    if (!failed) return undefined;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed, retry]);
}

/** After a reload loads as many rows as before; in an effect, because the server has rendered the first page. */
function useRestoredProgress(list: string, reach: (list: string, target: number) => void) {
  const first = useRef(list);
  useEffect(() => {
    const target = readHistoryRows();
    if (target > constants.pageSize) reach(first.current, target);
  }, [reach]);
}

/** The list page by page; while another list loads, the previous one stays visible. */
export function useProductPages(filters: ProductFilters) {
  const variables = listVariables(filters);
  const { data, previousData, networkStatus, error, fetchMore, refetch } = useQuery(ProductsDocument, { variables });
  const list = JSON.stringify(variables);
  const [stored, setStored] = useState<Progress>({ list, target: constants.pageSize, failed: false });
  // Never fewer than requested before: during a reload the end of the first page may be scrolled to.
  const reach = useCallback(
    (of: string, rows: number) =>
      setStored((last) => ({ list: of, target: last.list === of ? Math.max(last.target, rows) : rows, failed: false })),
    [],
  );
  useRestoredProgress(list, reach);
  const progress = stored.list === list ? stored : { list, target: constants.pageSize, failed: false };
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
  const requested = useRef('');
  // Both a request for more rows and a short page (decision 41) end here, once for each cursor.
  useEffect(() => {
    const place = `${list} ${after}`;
    if (step !== 'fill' || requested.current === place) return;
    requested.current = place;
    const first = Math.min(Math.max(constants.pageSize, target - rows), constants.largestPage);
    fetchMore({ variables: { after, first } }).catch((failure: unknown) => {
      requested.current = '';
      logFailure('Failed to load more products', failure);
      setStored({ list, target, failed: true });
    });
  }, [step, list, after, target, rows, fetchMore]);
  useEffect(() => {
    if (rows > constants.pageSize) saveHistoryRows(rows);
  }, [list, rows]);

  return {
    ...(shown ?? noProducts),
    /** False after a failed query, which shows as an empty list. */
    known: shown !== undefined,
    firstLoad: loading && !shown,
    refreshing: loading && shown !== undefined,
    hasMore: after !== null,
    loadingMore: loadingMore || step === 'fill',
    loadMore: useCallback(() => reach(list, rows + constants.pageSize), [reach, list, rows]),
    loadsAutomatically: step === 'onScroll',
  };
}
