import { useMutation } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { MarkContactMessagesReadDocument, UnreadContactMessagesDocument } from '../../__generated__/lazyOperations';
import { logFailure } from '../../lib/logFailure';

interface Readable {
  readonly id: string;
  readonly isUnread: boolean;
}

/** Marks the shown messages as read on the server. Returns the ids of those that were unread, which stay marked while the page is open. */
export function useMarkAsRead(shown: readonly Readable[]): ReadonlySet<string> {
  const [newlyRead, setNewlyRead] = useState<ReadonlySet<string>>(new Set());
  const [mark] = useMutation(MarkContactMessagesReadDocument, { refetchQueries: [UnreadContactMessagesDocument] });
  const ids = shown.filter(({ isUnread }) => isUnread).map(({ id }) => id);
  if (ids.some((id) => !newlyRead.has(id))) setNewlyRead(new Set([...newlyRead, ...ids]));
  const unread = ids.join();
  useEffect(() => {
    if (unread === '') return;
    mark({ variables: { input: { ids: unread.split(',') } } }).catch((error: unknown) =>
      logFailure('Failed to mark the messages as read', error),
    );
  }, [mark, unread]);
  return newlyRead;
}
