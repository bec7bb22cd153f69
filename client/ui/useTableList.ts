import { NetworkStatus } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { constants } from '../lib/constants';
import { logFailure } from '../lib/logFailure';
import { apiErrorOf } from '../lib/apiError';
import { limitCachedPages } from './cachedPages';
import type { ListParams } from './useListParams';

interface Connection {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  /** Missing if the server does not count them. */
  readonly totalCount?: number;
  readonly totalCountIsExact?: boolean;
}

interface More<Data> {
  variables: { after: string; first: number };
  updateQuery: (page: Data, more: { fetchMoreResult: Data }) => Data;
}

interface ListQueryResult<Data> {
  data: Data | undefined;
  previousData?: Data | undefined;
  error?: unknown;
  networkStatus: NetworkStatus;
  fetchMore: (options: More<Data>) => Promise<unknown>;
  refetch: () => Promise<unknown>;
}

const size = constants.pageSize;

/**
 * A search that has used up its read budget returns a short page (decision 41): fetches the rest once. Rows deleted later leave
 * a shorter page; an empty one is filled again.
 */
function useFillPage(
  list: string,
  page: { isReady: boolean; rows: number; rest: string | null },
  load: (after: string, first: number) => Promise<unknown>,
) {
  const { isReady, rows, rest } = page;
  const [failed, setFailed] = useState('');
  const filled = useRef('');
  const loader = useRef(load);
  useEffect(() => {
    loader.current = load;
  });
  useEffect(() => {
    if (!isReady) return;
    if (rest === null || rows >= size) filled.current = list;
    const isShort = rest !== null && rows < size && (rows === 0 || filled.current !== list);
    if (!isShort || failed === list) return;
    loader.current(rest, size - rows).catch((failure: unknown) => {
      logFailure('Failed to load more rows', failure);
      setFailed(list);
    });
  }, [isReady, rest, rows, list, failed]);
  return { failed: failed === list, retry: () => setFailed('') };
}

/**
 * State of one page of a list for DataTable and Pager. While another page or list loads, the previous rows stay visible.
 */
export function useTableList<Field extends string, Data extends Record<Field, Connection>>(
  field: Field,
  { data, previousData, error, networkStatus, fetchMore, refetch }: ListQueryResult<Data>,
  variables: object,
  { place, next, previous, lost, first }: ListParams,
) {
  const { cache } = useApolloClient();
  const list = JSON.stringify(variables);
  const current = data?.[field];
  const rows = current?.nodes.length ?? 0;
  const rest = current?.pageInfo.hasNextPage ? current.pageInfo.endCursor : null;
  const isReady = networkStatus === NetworkStatus.ready;
  const fill = useFillPage(list, { isReady: isReady && current !== undefined, rows, rest }, (after, count) =>
    fetchMore({
      variables: { after, first: count },
      updateQuery: (page, { fetchMoreResult }) => {
        const { nodes, pageInfo } = fetchMoreResult[field];
        return { ...page, [field]: { ...page[field], pageInfo, nodes: [...page[field].nodes, ...nodes] } };
      },
    }),
  );
  useEffect(() => limitCachedPages(cache, field, JSON.parse(list) as object), [cache, field, list]);

  const isRefused = apiErrorOf(error)?.field === 'after';
  const isGone = isReady && current !== undefined && rows === 0 && rest === null && place.before > 0;
  const leave = useRef({ lost, first });
  useEffect(() => {
    leave.current = { lost, first };
  });
  useEffect(() => {
    if (isRefused) leave.current.first();
    else if (isGone) leave.current.lost();
  }, [isRefused, isGone, list]);

  const filling = networkStatus === NetworkStatus.fetchMore || isRefused || isGone;
  const shown = current ?? (error ? undefined : previousData?.[field]);
  const nodes: Data[Field]['nodes'] | undefined = shown?.nodes;
  return {
    rows: nodes?.length === 0 && filling ? undefined : nodes,
    error: current ? undefined : error,
    /** The rows shown are of the previous list. */
    refreshing: current === undefined && shown !== undefined,
    total: shown?.totalCount ?? place.before + rows,
    totalIsExact: shown?.totalCountIsExact ?? rest === null,
    pages: {
      start: place.before,
      end: place.before + (nodes?.length ?? 0),
      filling,
      failed: fill.failed,
      hasPrevious: place.before > 0,
      hasNext: rest !== null,
      next: () => rest !== null && next({ after: rest, before: place.before + rows }),
      previous,
      retry: fill.retry,
    },
    reload: () => void refetch().catch(() => undefined),
  };
}

export type TableList<Row> = Omit<ReturnType<typeof useTableList>, 'rows' | 'error'> & {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
};
