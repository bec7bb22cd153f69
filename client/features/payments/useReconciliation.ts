import { useMutation, useQuery } from '@apollo/client/react';
import type { ApolloCache } from '@apollo/client';
import {
  CheckReconciliationDocument,
  FixDifferenceDocument,
  ReconciliationDocument,
  type ReconciliationPartsFragment,
} from '../../__generated__/lazyOperations';
import { serverMessage } from '../../lib/serverMessage';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import { useMutationToast } from '../../ui/useMutationToast';

export type Reconciliation = ReconciliationPartsFragment;
export type Difference = Reconciliation['differences'][number];

/** Results have no id, so Apollo cannot normalize them. */
function store(cache: ApolloCache, reconciliation: Reconciliation | undefined): void {
  if (!reconciliation) return;
  const variables = { day: reconciliation.day };
  cache.writeQuery({ query: ReconciliationDocument, variables, data: { reconciliation } });
}

/** The last result of a day; null: none yet. It stays during a new check. */
export function useReconciliation(day: string) {
  const { data, error, refetch } = useQuery(ReconciliationDocument, {
    variables: { day },
    fetchPolicy: 'cache-and-network',
  });
  useRoleRefresh(error);
  const key = useIdempotencyKey();
  const [send, { loading: isChecking, error: checkError }] = useMutation(CheckReconciliationDocument, {
    update: (cache, result) => store(cache, result.data?.checkReconciliation?.reconciliation),
  });
  async function check(): Promise<void> {
    if (isChecking) return;
    const input = { day };
    // Failures are shown next to the result.
    await send({ variables: { input }, context: { headers: key.headers(input) } }).then(key.renew, key.afterFailure);
  }
  return {
    verdict: data?.reconciliation,
    error: data ? undefined : error,
    retry: () => void refetch().catch(() => undefined),
    check: () => void check(),
    isChecking,
    checkProblem: checkError && serverMessage(checkError, 'The day could not be checked'),
  };
}

const words = { done: 'The difference is fixed', failed: 'The difference could not be fixed' };

export function useFixDifference() {
  const call = useMutationToast();
  const [send, { loading: isFixing }] = useMutation(FixDifferenceDocument, {
    update: (cache, result) => store(cache, result.data?.fixDifference?.reconciliation),
  });
  const fix = ({ id }: Difference) => {
    const input = { id };
    void call(input, (context) => send({ variables: { input }, context }), words);
  };
  return { fix, isFixing };
}
