import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { logFailure } from '../../lib/logFailure';
import { apiErrorOf } from '../../lib/apiError';
import { toast } from '../../ui/toast';
import { deleteItem } from './deletions';
import { undo } from './undo';
import { type DeletedItem, offerUndo, useUndoOffers } from './undoOffers';
import type { Item } from './useItemPages';

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((each) => each !== id));

interface Reactions {
  onDeleted: (item: Item) => void;
  /** Another user has deleted it before. */
  onMissing: () => void;
}

export function useItemDeletion(viewer: string, { onDeleted, onMissing }: Reactions) {
  const client = useApolloClient();
  const offers = useUndoOffers(viewer).filter(({ removed, isInToast }) => !removed && !isInToast);
  const [asked, ask] = useState<Item>();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [lastDeletion, setLastDeletion] = useState<string>();

  const offer = (items: readonly DeletedItem[]) => setLastDeletion(offerUndo({ email: viewer, items }));

  async function confirm(item: Item): Promise<void> {
    ask(undefined);
    setBusy((ids) => new Set([...ids, item.id]));
    try {
      await deleteItem(client, item);
      onDeleted(item);
      offer([item]);
      toast('Product deleted successfully!', 'success');
    } catch (error) {
      logFailure('Failed to delete product', error);
      toast('Failed to delete product!', 'error');
      if (apiErrorOf(error)?.code === 'NOT_FOUND') onMissing();
    }
    setBusy((ids) => without(ids, item.id));
  }

  async function undoDeletion(key: string, onDone: () => void): Promise<void> {
    const { restored } = await undo(client, key);
    if (restored > 0) toast(restored === 1 ? 'Product restored' : `${restored} products restored`, 'success');
    onDone();
  }

  return { asked, ask, confirm, busy, offers, lastDeletion, offer, undo: undoDeletion };
}
