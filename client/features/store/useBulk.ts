import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { type BulkProductAction, BulkUpdateProductsDocument } from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';
import { noAnswer } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { type BulkOutcome, type BulkResult, type Chosen, chunksOf } from './bulk';
import { dropItem } from './deletions';

async function updateChunk(
  client: ApolloClient,
  chunk: readonly Chosen[],
  action: BulkProductAction,
): Promise<BulkOutcome[]> {
  const { data } = await client.mutate({
    mutation: BulkUpdateProductsDocument,
    variables: { input: { ids: chunk.map(({ id }) => id), action } },
    context: { timeoutMs: 60_000 },
    // Apollo normalizes changed rows by itself.
    update: (cache, { data: result }) => {
      if (action !== 'DELETE') return;
      for (const { storeItem } of result?.bulkUpdateProducts.results ?? []) if (storeItem) dropItem(cache, storeItem);
    },
  });
  const errors = new Map(data?.bulkUpdateProducts.results.map(({ id, error }) => [id, error]));
  return chunk.map(({ id, name }) => ({ id, name, error: errors.get(id) ?? null }));
}

const notAnswered = `${noAnswer} Look at the list before trying it again.`;
const notTried = 'Not tried, because the one before failed.';

export interface BulkRun {
  action: BulkProductAction;
  done: number;
  total: number;
}

/** Sequential; stops at the first chunk without a response. */
export function useBulk(onEnd: (result: BulkResult) => void) {
  const client = useApolloClient();
  const [run, setRun] = useState<BulkRun>();
  const [result, setResult] = useState<BulkResult>();

  async function start(action: BulkProductAction, chosen: readonly Chosen[]): Promise<void> {
    const outcomes: BulkOutcome[] = [];
    setResult(undefined);
    setRun({ action, done: 0, total: chosen.length });
    for (const chunk of chunksOf(chosen)) {
      try {
        outcomes.push(...(await updateChunk(client, chunk, action)));
      } catch (failure) {
        logFailure('Failed to update products', failure);
        outcomes.push(...chunk.map((item) => ({ ...item, error: serverMessage(failure, notAnswered) })));
        outcomes.push(...chosen.slice(outcomes.length).map((item) => ({ ...item, error: notTried })));
        break;
      }
      setRun({ action, done: outcomes.length, total: chosen.length });
    }
    const ended = { action, outcomes };
    setRun(undefined);
    setResult(ended);
    onEnd(ended);
  }

  return { run, result, start, dismiss: () => setResult(undefined) };
}
