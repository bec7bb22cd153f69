import type { AnswerCache } from '../cache/answerCache';
import type { ShopSettings } from './shopSettings';
import type { ShopSettingsRepository } from './shopSettings.repository';

interface CachedSettings {
  readonly settings: ShopSettings;
  readonly bytes: number;
}

/** Purchases read the settings in each step while they rarely change, so they are cached like public responses. */
export function createSettingsReader(
  answers: AnswerCache,
  { get }: Pick<ShopSettingsRepository, 'get'>,
): () => Promise<ShopSettings> {
  const cached = answers<CachedSettings>({ name: 'shopSettings' });
  const make = async (): Promise<CachedSettings> => {
    const settings = await get();
    return { settings, bytes: 2 * JSON.stringify(settings).length };
  };
  // The shared read has failed: each waiting caller retries by itself.
  return async () => ((await cached.read('', make)) ?? (await make())).settings;
}
