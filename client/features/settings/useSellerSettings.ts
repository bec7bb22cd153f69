import { useState } from 'react';
import { SaveSellerSettingsDocument, SellerSettingsDocument } from '../../__generated__/lazyOperations';
import { savedSeller, toSellerInput } from './sellerContent';
import { useStoredSettings } from './useStoredSettings';

export function useSellerSettings() {
  /** The form's key: changes after a save or a cancellation, but not when another admin has saved. */
  const [round, setRound] = useState(0);
  const resetForm = () => setRound((last) => last + 1);
  const { edits, ...stored } = useStoredSettings({
    query: SellerSettingsDocument,
    mutation: SaveSellerSettingsDocument,
    fetchPolicy: 'network-only',
    read: ({ sellerSettings }) => savedSeller(sellerSettings),
    toInput: toSellerInput,
    dataOf: ({ saveSellerSettings }) => ({ sellerSettings: saveSellerSettings.sellerSettings }),
    onWritten: resetForm,
    savedWords: 'Seller saved',
  });
  const { conflict } = edits;
  const shown = conflict && {
    ...conflict,
    keepTheirs: () => {
      conflict.keepTheirs();
      resetForm();
    },
  };
  return { ...stored, round, edits: { ...edits, conflict: shown } };
}
