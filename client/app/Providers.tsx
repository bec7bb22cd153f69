import { ApolloProvider } from '@apollo/client/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect, useState } from 'react';
import { createSession } from '../session/createSession';
import { SessionProvider } from '../session/SessionProvider';
import { ToastOutlet } from '../ui/ToastOutlet';
import { createApolloClient } from './createApolloClient';
import type { PageData } from './pageData';
import { theme } from './theme';

function nonce(): string {
  // On the server, which puts the answer's own in its place.
  if (typeof document === 'undefined') return '__CSP_NONCE__';
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute('nonce') || '';
}

/** One of each for the life of the page. */
function createParts(pageData: PageData | undefined) {
  const session = createSession();
  const client = createApolloClient(session, pageData);
  session.useClient(client);
  // MUI's rules come first, so that the shop's own sheets win without tricks.
  return { session, client, cache: createCache({ key: 'mui', nonce: nonce(), prepend: true }) };
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
