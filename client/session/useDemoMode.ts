import type { Settings } from './settings';
import { useSettings } from './useSettings';

/** The settings when the shop runs with the identity emulator, undefined otherwise (decision 38). */
export function useDemoMode(): Settings | undefined {
  const settings = useSettings();
  return settings?.mode === 'embedded' ? settings : undefined;
}
