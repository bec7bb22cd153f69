import { useEffect, useState } from 'react';
import { loadSettings, type Settings } from './settings';

/** Undefined while they load. `onFailure` must be stable. */
export function useSettings(onFailure?: (error: unknown) => void): Settings | undefined {
  const [settings, setSettings] = useState<Settings>();
  useEffect(() => {
    let current = true;
    loadSettings().then(
      (loaded) => current && setSettings(loaded),
      (error: unknown) => onFailure?.(error),
    );
    return () => {
      current = false;
    };
  }, [onFailure]);
  return settings;
}
