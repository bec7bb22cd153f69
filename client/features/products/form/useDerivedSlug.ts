import { useEffect, useState } from 'react';
import { cleanName } from '../../../lib/cleanName';
import { lazyModule } from '../../../lib/lazyModule';
import { logFailure } from '../../../lib/logFailure';
import { type Romanize, slugOf } from './slugOf';

const letters = lazyModule(() => import('./romanize'));
const lowerCase: Romanize = (text) => text.toLowerCase();

/** The slug derived from a name; '' for none, and while the transliteration table loads. */
export function useDerivedSlug(name: string): string {
  const [romanize, setRomanize] = useState<Romanize>();
  const line = cleanName(name);
  const isPlain = /^[ -~]*$/.test(line);
  useEffect(() => {
    if (isPlain || romanize) return;
    letters.load().then(
      (loaded) => setRomanize(() => loaded.romanize),
      // The next input retries; a slug can be typed, and the server derives it, too.
      (error: unknown) => logFailure('Failed to load the letters of other scripts', error),
    );
  }, [isPlain, romanize, line]);
  if (line === '' || !(isPlain || romanize)) return '';
  return slugOf(line, romanize ?? lowerCase);
}
