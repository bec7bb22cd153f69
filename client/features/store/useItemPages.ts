import { NetworkStatus } from '@apollo/client';
import { useEffect, useRef, useState } from 'react';
import { type StoreItemRowFragment, type StoreItemsQuery, useStoreItemsQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { logFailure } from '../../lib/logFailure';
import { refusalOf } from '../../lib/refusal';
import { serverMessage } from '../../lib/serverMessage';
import type { TablePages } from '../../ui/useTablePages';
import { toItemFilter } from './itemFilter';
import type { useItemListAddress } from './useItemListAddress';

export type Item = StoreItemRowFragment;

const size = constants.pageSize;

/** A search that has read its budget answers fewer rows than were asked for (decision 41): the rest is put behind them. */
function withRest(page: StoreItemsQuery, { fetchMoreResult }: { fetchMoreResult: StoreItemsQuery }): StoreItemsQuery {
  const { nodes, pageInfo } = fetchMoreResult.storeItems;
  return { storeItems: { ...page.storeItems, pageInfo, nodes: [...page.storeItems.nodes, ...nodes] } };
}

/** One page of a person's items, or of everybody's (`email` null), as the address says. */
export function useItemPages(
  email: string | null,
  { state, next, previous, first }: Omit<ReturnType<typeof useItemListAddress>, 'change'>,
) {
  const { after, before } = state.place;
  const variables = { email, filter: toItemFilter(state), sort: state.sort, first: size, after };
  const list = JSON.stringify(variables);
  const { data, previousData, error, networkStatus, fetchMore, refetch } = useStoreItemsQuery({
    variables,
    // Others add and remove rows too.
    fetchPolicy: 'cache-and-network',
  });
  const [failedFill, setFailedFill] = useState('');
  // A page is filled once: a row that is deleted from it leaves a shorter page.
  const filled = useRef('');
  const own = data?.storeItems;
  const rows = own?.nodes.length ?? 0;
  const rest = own?.pageInfo.hasNextPage ? own.pageInfo.endCursor : null;
  const isReady = networkStatus === NetworkStatus.ready;
  useEffect(() => {
    if (!isReady || !own) return;
    if (rest === null || rows >= size) filled.current = list;
    const isShort = rest !== null && rows < size && (rows === 0 || filled.current !== list);
    if (!isShort || failedFill === list) return;
    fetchMore({ variables: { after: rest, first: size - rows }, updateQuery: withRest }).catch((failure: unknown) => {
      logFailure('Failed to load more rows', failure);
      setFailedFill(list);
    });
  }, [isReady, own, rest, rows, list, failedFill, fetchMore]);

  const isLost = refusalOf(error)?.field === 'after' || (isReady && rows === 0 && rest === null && before > 0);
  useEffect(() => {
    if (isLost) first();
  }, [isLost, first]);

  const filling = networkStatus === NetworkStatus.fetchMore || isLost;
  const shown = own ?? (error ? undefined : previousData?.storeItems);
  const nodes: readonly Item[] | undefined = shown?.nodes;
  const pages: TablePages = {
    start: before,
    end: before + (nodes?.length ?? 0),
    filling,
    failed: failedFill === list,
    hasPrevious: before > 0,
    hasNext: rest !== null,
    next: () => rest !== null && next({ after: rest, before: before + rows }),
    previous,
    retry: () => setFailedFill(''),
  };
  return {
    rows: nodes?.length === 0 && filling ? undefined : nodes,
    failure: error && !own ? serverMessage(error, 'Failed to load products') : undefined,
    refreshing: own === undefined && shown !== undefined,
    total: shown?.totalCount ?? 0,
    totalIsExact: shown?.totalCountIsExact ?? true,
    pages,
    reload: () => void refetch().catch(() => undefined),
  };
}
