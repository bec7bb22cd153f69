import type { AnswerCache } from '../cache/answerCache';
import type { ShopSettings } from './shopSettings';
import type { ShopSettingsRepository } from './shopSettings.repository';

interface CachedSettings {
  readonly settings: ShopSettings;
  readonly bytes: number;
}

/** A purchase asks for them with each of its steps, and hardly anybody changes them: they are cached as public answers are. */
export function createSettingsReader(
  answers: AnswerCache,
  { get }: Pick<ShopSettingsRepository, 'get'>,
): () => Promise<ShopSettings> {
  const cached = answers<CachedSettings>({ name: 'shopSettings' });
  const make = async (): Promise<CachedSettings> => {
    const settings = await get();
    return { settings, bytes: 2 * JSON.stringify(settings).length };
  };
  // Whoever waited for a read that failed gets nothing, and asks for itself.
  return async () => ((await cached.read('', make)) ?? (await make())).settings;
}
