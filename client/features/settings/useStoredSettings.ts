import type { TypedDocumentNode, WatchQueryFetchPolicy } from '@apollo/client';
import { useMutation, useQuery } from '@apollo/client/react';
import { idempotencyKeyHeader } from '../../lib/idempotency';
import { type Saved, useSettingsEdits } from './useSettingsEdits';

interface Options<Content, Data, Answer, Input> {
  query: TypedDocumentNode<Data, Record<string, never>>;
  mutation: TypedDocumentNode<Answer, { input: Input }>;
  fetchPolicy: WatchQueryFetchPolicy & ('cache-and-network' | 'network-only');
  read: (data: Data) => Saved<Content>;
  toInput: (next: Saved<Content>) => Input;
  /** The query's new result. */
  dataOf: (answer: Answer) => Data;
  /** Queries whose results may have changed. */
  outdated?: readonly string[];
  onWritten?: () => void;
  savedWords: string;
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
  onWritten,
  savedWords,
}: Options<Content, Data, Answer, Input>) {
  const query = useQuery(document, { fetchPolicy });
  const [saveSettings] = useMutation(mutation);
  const settings = query.data && read(query.data);

  async function write(next: Saved<Content>, key: string): Promise<Saved<Content>> {
    const { data } = await saveSettings({
      variables: { input: toInput(next) },
      context: { headers: idempotencyKeyHeader(key) },
      update: (cache, { data: answer }) => {
        if (answer) cache.writeQuery({ query: document, data: dataOf(answer) });
        for (const fieldName of outdated) cache.evict({ id: 'ROOT_QUERY', fieldName });
      },
    });
    if (!data) throw new Error('The shop gave no answer');
    onWritten?.();
    return read(dataOf(data));
  }

  async function reload(): Promise<Saved<Content>> {
    const { data } = await query.refetch();
    if (!data) throw new Error('The shop gave no answer');
    return read(data);
  }

  const edits = useSettingsEdits({ settings, write, reload, savedWords });
  return { settings, loadError: query.error, retry: () => void query.refetch().catch(() => undefined), edits };
}
