import { NetworkStatus } from '@apollo/client';
import { useCallback } from 'react';
import { constants } from '../lib/constants';
import { useTablePages } from './useTablePages';

interface Connection<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
}

interface Answer<Data> {
  data: Data | undefined;
  previousData?: Data | undefined;
  error?: unknown;
  networkStatus: NetworkStatus;
  fetchMore: (options: { variables: { after: string } }) => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

/**
 * What a table and its pager need to know about a query of a list whose pages the cache keeps as one; while another list
 * loads, the one before it stays on the screen.
 */
export function useTableList<Data extends object, Row>(
  { data, previousData, error, networkStatus, fetchMore, refetch }: Answer<Data>,
  variables: object,
  connection: (data: Data) => Connection<Row>,
) {
  const own = data && connection(data);
  const before = error || !previousData ? undefined : connection(previousData);
  const shown = own ?? before;
  const pages = useTablePages({
    list: JSON.stringify(variables),
    loaded: own?.nodes.length ?? 0,
    after: own?.pageInfo.hasNextPage ? own.pageInfo.endCursor : null,
    load: useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore]),
    size: constants.pageSize,
  });
  const rows = own ? own.nodes.slice(pages.start, pages.end) : before?.nodes.slice(0, constants.pageSize);
  return {
    rows: rows?.length === 0 && pages.filling ? undefined : rows,
    total: shown?.totalCount ?? 0,
    totalIsExact: shown?.totalCountIsExact ?? true,
    pages,
    error: shown ? undefined : error,
    refreshing: networkStatus === NetworkStatus.setVariables || pages.filling,
    retry: () => void refetch().catch(() => undefined),
  };
}
