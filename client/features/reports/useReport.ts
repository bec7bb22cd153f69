import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { SalesReportDocument, ToReorderDocument, type ToReorderQuery } from '../../__generated__/lazyOperations';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { problemOf, type ReportParams } from './reportParams';

/** The previous report stays while another one loads. */
export function useReport({ from, to, by }: ReportParams) {
  const skip = problemOf({ from, to, by }) !== undefined;
  const query = useQuery(SalesReportDocument, {
    variables: { from, to, by },
    fetchPolicy: 'cache-and-network',
    skip,
  });
  useRoleRefresh(query.error);
  const report = query.data ?? query.previousData;
  return {
    report: query.error || skip ? undefined : report?.salesReport,
    isLoading: query.loading,
    error: query.error,
    retry: () => void query.refetch().catch(() => undefined),
  };
}

const maxToReorder = 5;

/** The server searches only so far for a page: it may be short, or empty, before the end of the list. */
export function useToReorder() {
  const { data, error, refetch, fetchMore } = useQuery(ToReorderDocument, {
    variables: { first: maxToReorder },
    fetchPolicy: 'cache-and-network',
  });
  const [hasFailed, setFailed] = useState(false);
  const levels = data?.stockLevels;
  const missing = maxToReorder - (levels?.nodes.length ?? 0);
  const after = levels && missing > 0 && levels.pageInfo.hasNextPage ? levels.pageInfo.endCursor : null;
  useEffect(() => {
    if (after === null || hasFailed) return;
    const variables = { first: missing, after };
    fetchMore({
      variables,
      updateQuery: (before, { fetchMoreResult }) => joined(before, fetchMoreResult, after),
    }).catch(() => setFailed(true));
  }, [after, missing, hasFailed, fetchMore]);
  return {
    rows: levels?.nodes ?? [],
    isSearching: after !== null || !levels,
    hasMore: levels?.pageInfo.hasNextPage === true,
    hasFailed: hasFailed || (!levels && error !== undefined),
    retry: () => {
      setFailed(false);
      if (!levels) void refetch().catch(() => undefined);
    },
  };
}

/** Once, if the same page is read twice. */
function joined(before: ToReorderQuery, next: ToReorderQuery, after: string): ToReorderQuery {
  const { nodes, pageInfo } = before.stockLevels;
  if (pageInfo.endCursor !== after) return before;
  return { ...next, stockLevels: { ...next.stockLevels, nodes: [...nodes, ...next.stockLevels.nodes] } };
}
