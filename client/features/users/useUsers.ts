import { NetworkStatus } from '@apollo/client';
import { useCallback } from 'react';
import { type UsersQuery, useUsersQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { useTablePages } from '../../ui/useTablePages';

export type UserRow = UsersQuery['users']['nodes'][number];

const noRows: UserRow[] = [];

/** One page of the list; while another list loads, the one before it stays on the screen. */
export function useUsers() {
  const variables = { first: constants.pageSize };
  const { data, previousData, error, networkStatus, fetchMore, refetch } = useUsersQuery({
    variables,
    // Others change it too.
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? (error ? undefined : previousData))?.users;
  const nodes = shown?.nodes ?? noRows;
  const pages = useTablePages({
    list: JSON.stringify(variables),
    loaded: data?.users.nodes.length ?? 0,
    after: data?.users.pageInfo.hasNextPage ? data.users.pageInfo.endCursor : null,
    load: useCallback((after: string) => fetchMore({ variables: { after } }), [fetchMore]),
    size: constants.pageSize,
  });
  const hasNone = nodes.length === 0 && pages.filling;
  return {
    rows: shown && !hasNone ? nodes.slice(pages.start, data ? pages.end : constants.pageSize) : undefined,
    total: shown?.totalCount ?? 0,
    totalIsExact: shown?.totalCountIsExact ?? true,
    pages,
    failed: error !== undefined && !shown,
    refreshing: networkStatus === NetworkStatus.setVariables || pages.filling,
    retry: () => void refetch().catch(() => undefined),
  };
}
