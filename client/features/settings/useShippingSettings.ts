import { useMutation, useQuery } from '@apollo/client/react';
import { SaveShippingSettingsDocument, ShippingSettingsDocument } from '../../__generated__/lazyOperations';
import { idempotencyKeyHeader } from '../../lib/idempotency';
import { savedShipping, type ShippingContent, toShippingInput } from './shippingContent';
import { type Saved, useSettingsEdits } from './useSettingsEdits';

export function useShippingSettings() {
  const query = useQuery(ShippingSettingsDocument, { fetchPolicy: 'cache-and-network' });
  const [saveSettings] = useMutation(SaveShippingSettingsDocument);
  const settings = query.data && savedShipping(query.data.shippingSettings);

  async function write(next: Saved<ShippingContent>, key: string): Promise<Saved<ShippingContent>> {
    const { data } = await saveSettings({
      variables: { input: toShippingInput(next) },
      context: { headers: idempotencyKeyHeader(key) },
      // What shoppers and checkouts were told may be another answer by now.
      update: (cache, { data: answer }) => {
        const shippingSettings = answer?.saveShippingSettings?.shippingSettings;
        if (shippingSettings) cache.writeQuery({ query: ShippingSettingsDocument, data: { shippingSettings } });
        for (const fieldName of ['delivery', 'cartSummary']) cache.evict({ id: 'ROOT_QUERY', fieldName });
      },
    });
    if (!data?.saveShippingSettings) throw new Error('The shop gave no answer');
    return savedShipping(data.saveShippingSettings.shippingSettings);
  }

  async function reload(): Promise<Saved<ShippingContent>> {
    const { data } = await query.refetch();
    if (!data) throw new Error('The shop gave no answer');
    return savedShipping(data.shippingSettings);
  }

  const edits = useSettingsEdits({ settings, write, reload, savedWords: 'Shipping saved' });
  return { settings, loadError: query.error, retry: () => void query.refetch().catch(() => undefined), edits };
}
