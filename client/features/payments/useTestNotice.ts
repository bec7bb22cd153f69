import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import {
  PaymentNoticesDocument,
  ProviderPaymentsDocument,
  SendTestNoticeDocument,
  type TestNoticeWay,
} from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { useMutationToast } from '../../ui/useMutationToast';
import { testWays } from './paymentLabels';
import type { AttemptRow } from './usePaymentLists';

/** A late notice is delayed by 8 seconds. */
const lateMs = 9_000;
const noAttempts: ReadonlySet<string> = new Set();

/** Duplicates, delays or loses a notice of the test provider; then refetches both lists. */
export function useTestNotice() {
  const client = useApolloClient();
  const [mutate] = useMutation(SendTestNoticeDocument);
  const call = useMutationToast();
  const [busy, setBusy] = useState(noAttempts);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function readAgain(): void {
    client
      .refetchQueries({ include: [PaymentNoticesDocument, ProviderPaymentsDocument] })
      .catch((error: unknown) => logFailure('Failed to read the payments again', error));
  }

  async function send({ id: paymentId }: AttemptRow, way: TestNoticeWay): Promise<void> {
    if (busy.size > 0) return;
    setBusy(new Set([paymentId]));
    const input = { paymentId, way };
    const words = { done: testWays.find(([each]) => each === way)?.[2] ?? '', failed: 'The notice could not be sent' };
    const sent = await call(input, (context) => mutate({ variables: { input }, context }), words);
    setBusy(noAttempts);
    if (!sent) return;
    readAgain();
    if (way !== 'LATE') return;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(readAgain, lateMs);
  }

  return { send: (row: AttemptRow, way: TestNoticeWay) => void send(row, way), busy };
}
