import { useQuery } from '@apollo/client/react';
import { useCallback } from 'react';
import { OrderDocument } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { tokenHeaders } from './tokenHeaders';

/** One response for unknown, foreign and wrong token. In an account: the link is valid, and the order's owner signs in. */
export function useOrder(number: string, token: string | undefined) {
  const { data, previousData, loading, error, refetch } = useQuery(OrderDocument, {
    variables: { number },
    fetchPolicy: 'no-cache',
    notifyOnNetworkStatusChange: true,
    context: { headers: tokenHeaders(token), needsCaller: true },
  });
  const refusal = apiErrorOf(error);
  const isNotFound = (data && !data.order) || refusal?.code === 'NOT_FOUND';
  const isInAccount = isNotFound && refusal?.field === 'token';
  // The page reads it again unasked: without an answer what was read stays.
  const order = data?.order ?? previousData?.order ?? undefined;
  return {
    order,
    isLoading: loading,
    isInAccount,
    isMissing: isNotFound && !isInAccount,
    hasFailed: error !== undefined && !isNotFound && !order,
    /** Ends when the answer is there, or will not come. */
    reload: useCallback(async (): Promise<void> => {
      await refetch().catch(() => undefined);
    }, [refetch]),
  };
}
