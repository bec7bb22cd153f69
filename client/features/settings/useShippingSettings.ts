import { SaveShippingSettingsDocument, ShippingSettingsDocument } from '../../__generated__/lazyOperations';
import { savedShipping, toShippingInput } from './shippingContent';
import { useStoredSettings } from './useStoredSettings';

export const useShippingSettings = () =>
  useStoredSettings({
    query: ShippingSettingsDocument,
    mutation: SaveShippingSettingsDocument,
    fetchPolicy: 'cache-and-network',
    read: ({ shippingSettings }) => savedShipping(shippingSettings),
    toInput: toShippingInput,
    dataOf: ({ saveShippingSettings }) => ({ shippingSettings: saveShippingSettings.shippingSettings }),
    // Shoppers' delivery settings and checkouts are outdated.
    outdated: ['delivery', 'cartSummary'],
    words: { saved: 'Shipping saved', failed: 'Failed to save the shipping settings' },
  });
