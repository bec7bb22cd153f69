import { ApolloProvider } from '@apollo/client/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect, useState } from 'react';
import { pageNonce } from '../lib/pageNonce';
import { createSession } from '../session/createSession';
import { SessionProvider } from '../session/SessionProvider';
import { ToastOutlet } from '../ui/ToastOutlet';
import { createApolloClient } from './createApolloClient';
import type { PageData } from './pageData';
import { theme } from '../theme/theme';

/** One of each for the life of the page. */
function createParts(pageData: PageData | undefined) {
  const session = createSession();
  const client = createApolloClient(session, pageData);
  session.useClient(client);
  // MUI's rules come first, so that the shop's own stylesheets override them.
  return { session, client, cache: createCache({ key: 'mui', nonce: pageNonce(), prepend: true }) };
}

interface Props {
  pageData: PageData | undefined;
  children: ReactNode;
}

export function Providers({ pageData, children }: Props) {
  const [{ session, client, cache }] = useState(() => createParts(pageData));
  useEffect(() => session.start(), [session]);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system">
        <CssBaseline />
        <ApolloProvider client={client}>
          <SessionProvider session={session}>
            {children}
            <ToastOutlet />
          </SessionProvider>
        </ApolloProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
