import { useQuery } from '@apollo/client/react';
import { SalesReportDocument, ToReorderDocument } from '../../__generated__/lazyOperations';
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

export function useToReorder() {
  const { data, error, refetch } = useQuery(ToReorderDocument, {
    variables: { first: maxToReorder },
    fetchPolicy: 'cache-and-network',
  });
  return { levels: data?.stockLevels, error, retry: () => void refetch().catch(() => undefined) };
}
