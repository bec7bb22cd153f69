import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { logFailure } from '../../lib/logFailure';
import { refusalOf } from '../../lib/refusal';
import { toast } from '../../ui/toast';
import { deleteItem } from './deletions';
import type { Item } from './useItemPages';

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((each) => each !== id));

/** Deletes after the question. */
export function useItemDeletion(onDeleted: () => void, onGone: () => void) {
  const client = useApolloClient();
  const [asked, ask] = useState<Item>();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  async function confirm(item: Item): Promise<void> {
    ask(undefined);
    setBusy((ids) => new Set([...ids, item.id]));
    try {
      await deleteItem(client, item);
      onDeleted();
      toast('Product deleted successfully!', 'success');
    } catch (error) {
      logFailure('Failed to delete product', error);
      toast('Failed to delete product!', 'error');
      if (refusalOf(error)?.code === 'NOT_FOUND') onGone();
    }
    setBusy((ids) => without(ids, item.id));
  }

  return { asked, ask, confirm, busy };
}
