import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import {
  CreateFulfillmentsDocument,
  ShopOrderCountDocument,
  ShopOrdersDocument,
  BulkUndoFulfillmentsDocument,
} from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { logFailure } from '../../lib/logFailure';
import { noAnswer } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { showToast, type Toast } from '../../ui/toast';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import { isStillCharged } from './shopOrder';
import { describeResults, type OrderResult, refusedOf, type Shipment, shipmentsOf, undoMsOf } from './shipResults';

/** The server's limit per request, and one request has one undo. */
export const maxPerRequest = 50;

/** Every order may require a capture first. */
const timeoutMs = 60_000;

type Offer = Pick<Toast, 'duration'> & Required<Pick<Toast, 'action'>>;

function fail(error: unknown, fallback: string, retry?: () => void): void {
  showToast({
    ...{ message: serverMessage(error, fallback), kind: 'error', duration: constants.toast.error },
    ...(retry && { action: { label: 'Try again', run: retry } }),
  });
}

/** Ships all open pieces of the selected orders, with an undo while the server allows it. */
export function useMarkShipped(onAnswer: (refused: readonly string[]) => void) {
  const client = useApolloClient();
  const key = useIdempotencyKey();
  const [running, setRunning] = useState<number>();
  const [answers, setAnswers] = useState(0);
  const [report, setReport] = useState<{ words: string; refused: readonly OrderResult[] }>();

  function showReport(done: string, results: readonly OrderResult[], offer?: Offer): void {
    const refused = refusedOf(results);
    const { words, reason, names } = describeResults(done, results);
    setReport(refused.length > 0 ? { words, refused } : undefined);
    setAnswers((before) => before + 1);
    showToast({
      message: reason === undefined ? words : `${words}: ${reason}`,
      ...(names !== undefined && { detail: names }),
      kind: refused.length === results.length ? 'error' : 'success',
      duration: constants.toast.error,
      ...offer,
    });
  }

  /** The table shows its own load errors. */
  const refetch = () =>
    client.refetchQueries({ include: [ShopOrdersDocument, ShopOrderCountDocument] }).then(
      () => undefined,
      () => undefined,
    );

  async function undo(fulfillments: Shipment[]): Promise<void> {
    try {
      const { data } = await client.mutate({
        mutation: BulkUndoFulfillmentsDocument,
        variables: { input: { fulfillments } },
        context: { timeoutMs },
      });
      const results = data?.undoFulfillments?.results ?? [];
      const isAnyCharged = results.some(({ order }) => order && isStillCharged(order));
      showReport(isAnyCharged ? 'undone (what was charged stays charged)' : 'undone', results);
    } catch (error) {
      logFailure('Failed to undo shipments', error);
      fail(error, 'Failed to undo the shipments', () => void undo(fulfillments));
    }
    await refetch();
  }

  async function start(numbers: readonly string[]): Promise<void> {
    setReport(undefined);
    setRunning(numbers.length);
    const { headers, isRetry } = key.requestOf(numbers, undefined);
    try {
      const { data } = await client.mutate({
        mutation: CreateFulfillmentsDocument,
        variables: { input: { numbers: [...numbers] } },
        context: { headers, timeoutMs },
      });
      key.renew();
      const results = data?.createFulfillments?.results ?? [];
      // The answer to an earlier try is of then, and so is the time in which it can be undone.
      const duration = isRetry ? null : undoMsOf(results);
      const run = () => void undo(shipmentsOf(results));
      showReport('shipped', results, duration === null ? undefined : { duration, action: { label: 'Undo', run } });
      onAnswer(refusedOf(results).map(({ number }) => number));
    } catch (error) {
      logFailure('Failed to mark orders shipped', error);
      key.afterFailure(error);
      fail(error, `${noAnswer} Press again: no order is shipped twice.`);
    }
    setRunning(undefined);
    await refetch();
  }

  return { running, answers, report, start, dismiss: () => setReport(undefined) };
}
