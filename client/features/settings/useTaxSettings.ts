import { SaveTaxSettingsDocument, TaxSettingsDocument } from '../../__generated__/lazyOperations';
import { savedTaxes, toTaxInput } from './taxContent';
import { useStoredSettings } from './useStoredSettings';

export const useTaxSettings = () =>
  useStoredSettings({
    query: TaxSettingsDocument,
    mutation: SaveTaxSettingsDocument,
    fetchPolicy: 'cache-and-network',
    read: ({ taxSettings }) => savedTaxes(taxSettings),
    toInput: toTaxInput,
    dataOf: ({ saveTaxSettings }) => ({ taxSettings: saveTaxSettings.taxSettings }),
    // Shoppers' prices and checkouts are outdated.
    outdated: ['delivery', 'cartSummary'],
    words: { saved: 'Taxes saved', failed: 'Failed to save the tax settings' },
  });
