import { useQuery } from '@apollo/client/react';
import { OrderDocument } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { tokenHeaders } from './tokenHeaders';

/** Unknown, another's and a wrong token are one answer. */
export function useOrder(number: string, token: string | undefined) {
  const { data, loading, error, refetch } = useQuery(OrderDocument, {
    variables: { number },
    fetchPolicy: 'no-cache',
    notifyOnNetworkStatusChange: true,
    context: { headers: tokenHeaders(token) },
  });
  const isMissing = (data && !data.order) || apiErrorOf(error)?.code === 'NOT_FOUND';
  return {
    order: data?.order ?? undefined,
    isLoading: loading,
    isMissing,
    hasFailed: error !== undefined && !isMissing,
    retry: () => void refetch().catch(() => undefined),
  };
}
