import { useEffect, useState } from 'react';
import { loadSettings, type Settings } from './settings';

/** The settings where the shop runs on the identity emulator, which some things exist beside only (decision 38). */
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
