import type { TypedDocumentNode, WatchQueryFetchPolicy } from '@apollo/client';
import { useMutation, useQuery } from '@apollo/client/react';
import { requireData } from '../../lib/noAnswer';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import { type Saved, type Stored, useSettingsEdits } from './useSettingsEdits';

interface Options<Content, Data, Answer, Input> {
  query: TypedDocumentNode<Data, Record<string, never>>;
  mutation: TypedDocumentNode<Answer, { input: Input }>;
  fetchPolicy: WatchQueryFetchPolicy & ('cache-and-network' | 'network-only');
  read: (data: Data) => Stored<Content>;
  toInput: (next: Saved<Content>) => Input;
  /** The query's new result. */
  dataOf: (answer: Answer) => Data;
  /** Queries whose results may have changed. */
  outdated?: readonly string[];
  /** The toasts' messages. */
  words: { saved: string; failed: string };
}

/** One subject of the settings: fetched, saved as a whole, fetched again. */
export function useStoredSettings<Content, Data, Answer, Input>({
  query: document,
  mutation,
  fetchPolicy,
  read,
  toInput,
  dataOf,
  outdated = [],
  words,
}: Options<Content, Data, Answer, Input>) {
  const query = useQuery(document, { fetchPolicy });
  const [saveSettings] = useMutation(mutation);
  const key = useIdempotencyKey();
  const settings = query.data && read(query.data);

  async function write(next: Saved<Content>): Promise<Saved<Content>> {
    const input = toInput(next);
    const { data } = await saveSettings({
      variables: { input },
      context: { headers: key.headers(input) },
      update: (cache, { data: answer }) => {
        if (answer) cache.writeQuery({ query: document, data: dataOf(answer) });
        for (const fieldName of outdated) cache.evict({ id: 'ROOT_QUERY', fieldName });
      },
    }).catch((error: unknown) => {
      key.afterFailure(error);
      throw error;
    });
    const stored = dataOf(requireData(data));
    key.renew();
    return read(stored);
  }

  async function reload(): Promise<Saved<Content>> {
    const { data } = await query.refetch();
    return read(requireData(data));
  }

  const edits = useSettingsEdits({ settings, write, reload, words });
  return { settings, loadError: query.error, retry: () => void query.refetch().catch(() => undefined), edits };
}
