import { useEffect, useState } from 'react';
import { loadSettings, type Settings } from './settings';

/** The settings when the shop runs with the identity emulator, undefined otherwise (decision 38). */
export function useDemoMode(): Settings | undefined {
  const [demo, setDemo] = useState<Settings>();
  useEffect(() => {
    let current = true;
    loadSettings().then(
      (settings) => current && settings.mode === 'embedded' && setDemo(settings),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return demo;
}
