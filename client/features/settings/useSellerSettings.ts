import { SaveSellerSettingsDocument, SellerSettingsDocument } from '../../__generated__/lazyOperations';
import { savedSeller, toSellerInput } from './sellerContent';
import { useStoredSettings } from './useStoredSettings';

export const useSellerSettings = () =>
  useStoredSettings({
    query: SellerSettingsDocument,
    mutation: SaveSellerSettingsDocument,
    fetchPolicy: 'network-only',
    read: ({ sellerSettings }) => savedSeller(sellerSettings),
    toInput: toSellerInput,
    dataOf: ({ saveSellerSettings }) => ({ sellerSettings: saveSellerSettings.sellerSettings }),
    words: { saved: 'Seller saved', failed: 'Failed to save the seller' },
  });
