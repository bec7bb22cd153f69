import { NetworkStatus } from '@apollo/client';
import { useCallback, useEffect, useRef } from 'react';
import { useProductsQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { logFailure } from '../../lib/logFailure';
import { type ProductFilters, toProductFilter } from './productFilters';

const noProducts = { nodes: [], totalCount: 0, totalCountIsExact: true, hiddenAbovePrice: 0 };

/** The list page by page; while another list loads, the one before it stays on the screen. */
export function useProductPages(filters: ProductFilters) {
  const variables = { filter: toProductFilter(filters), sort: filters.sort, first: constants.pageSize };
  const { data, previousData, networkStatus, error, fetchMore } = useProductsQuery({ variables });
  const wanted = JSON.stringify(variables);
  const asked = useRef({ wanted, pages: 1 });
  useEffect(() => logFailure('Failed to load the products', error), [error]);

  const loading = networkStatus === NetworkStatus.loading || networkStatus === NetworkStatus.setVariables;
  const loadingMore = networkStatus === NetworkStatus.fetchMore;
  const list = (data ?? (error ? undefined : previousData))?.products;
  const after = data?.products.pageInfo.hasNextPage ? data.products.pageInfo.endCursor : null;

  const loadMore = useCallback(() => {
    if (!after) return;
    if (asked.current.wanted !== wanted) asked.current = { wanted, pages: 1 };
    asked.current.pages += 1;
    fetchMore({ variables: { after } }).catch((failure: unknown) =>
      logFailure('Failed to load more products', failure),
    );
  }, [after, fetchMore, wanted]);

  // A search with filters may answer a short page (decision 41): the page goes on by itself until it is full.
  const short = after !== null && data !== undefined && data.products.nodes.length < constants.pageSize;
  useEffect(() => {
    if (short && !loadingMore) loadMore();
  }, [short, loadingMore, loadMore]);

  return {
    ...(list ?? noProducts),
    firstLoad: loading && !list,
    refreshing: loading && list !== undefined,
    hasMore: after !== null,
    loadingMore,
    loadMore,
    mayLoadByItself: () => asked.current.wanted !== wanted || asked.current.pages < constants.automaticPages,
  };
}
