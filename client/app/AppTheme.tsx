import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { pageNonce } from '../lib/pageNonce';
import { theme } from '../theme/theme';

/** Outermost, because the last error boundary needs it, too. */
export function AppTheme({ children }: { children: ReactNode }) {
  const [cache] = useState(() => createCache({ key: 'mui', nonce: pageNonce() }));
  return (
    <CacheProvider value={cache}>
      {/* noSsr: a mode that changes after hydration would make React hydrate the whole page in one step. */}
      <ThemeProvider theme={theme} defaultMode="system" noSsr>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
