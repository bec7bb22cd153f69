import { NetworkStatus } from '@apollo/client';
import { useCallback, useEffect, useState } from 'react';
import { useProductsQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { logFailure } from '../../lib/logFailure';
import { nextStep } from './nextStep';
import { type ProductFilters, toProductFilter } from './productFilters';

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

/** The list page by page; while another list loads, the one before it stays on the screen. */
export function useProductPages(filters: ProductFilters) {
  const variables = { filter: toProductFilter(filters), sort: filters.sort, first: constants.pageSize };
  const { data, previousData, networkStatus, error, fetchMore, refetch } = useProductsQuery({ variables });
  const list = JSON.stringify(variables);
  const [kept, setKept] = useState<Progress>({ list, target: constants.pageSize, failed: false });
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

  const readOn = useCallback(
    (target: number) => {
      fetchMore({ variables: { after } }).catch((failure: unknown) => {
        logFailure('Failed to load more products', failure);
        setKept({ list, target, failed: true });
      });
    },
    [after, fetchMore, list],
  );
  const step = nextStep({ rows, hasNextPage: after !== null, ...progress });
  // Decision 41: a search with filters may answer a short page; the client goes on by itself until it is full.
  useEffect(() => {
    if (step === 'fill' && !loadingMore) readOn(progress.target);
  }, [step, loadingMore, progress.target, readOn]);

  return {
    ...(shown ?? noProducts),
    firstLoad: loading && !shown,
    refreshing: loading && shown !== undefined,
    hasMore: after !== null,
    loadingMore: loadingMore || step === 'fill',
    loadMore: useCallback(() => {
      const target = rows + constants.pageSize;
      setKept({ list, target, failed: false });
      readOn(target);
    }, [list, readOn, rows]),
    loadsByItself: step === 'onScroll',
  };
}
