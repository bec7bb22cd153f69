import { useMutation, useQuery } from '@apollo/client/react';
import { SaveTaxSettingsDocument, TaxSettingsDocument } from '../../__generated__/lazyOperations';
import { idempotencyKeyHeader } from '../../lib/idempotency';
import { savedTaxes, type TaxContent, toTaxInput } from './taxContent';
import { type Saved, useSettingsEdits } from './useSettingsEdits';

export function useTaxSettings() {
  const query = useQuery(TaxSettingsDocument, { fetchPolicy: 'cache-and-network' });
  const [saveSettings] = useMutation(SaveTaxSettingsDocument);
  const settings = query.data && savedTaxes(query.data.taxSettings);

  async function write(next: Saved<TaxContent>, key: string): Promise<Saved<TaxContent>> {
    const { data } = await saveSettings({
      variables: { input: toTaxInput(next) },
      context: { headers: idempotencyKeyHeader(key) },
      // What shoppers and checkouts were told may be another answer by now.
      update: (cache, { data: answer }) => {
        const taxSettings = answer?.saveTaxSettings?.taxSettings;
        if (taxSettings) cache.writeQuery({ query: TaxSettingsDocument, data: { taxSettings } });
        for (const fieldName of ['delivery', 'cartSummary']) cache.evict({ id: 'ROOT_QUERY', fieldName });
      },
    });
    if (!data?.saveTaxSettings) throw new Error('The shop gave no answer');
    return savedTaxes(data.saveTaxSettings.taxSettings);
  }

  async function reload(): Promise<Saved<TaxContent>> {
    const { data } = await query.refetch();
    if (!data) throw new Error('The shop gave no answer');
    return savedTaxes(data.taxSettings);
  }

  const edits = useSettingsEdits({ settings, write, reload, savedWords: 'Taxes saved' });
  return { settings, loadError: query.error, retry: () => void query.refetch().catch(() => undefined), edits };
}
