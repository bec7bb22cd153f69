import { ApolloProvider } from '@apollo/client/react';
import { type ReactNode, useEffect, useState } from 'react';
import { createSession } from '../session/createSession';
import { SessionProvider } from '../session/SessionProvider';
import { ToastOutlet } from '../ui/ToastOutlet';
import { createApolloClient } from './createApolloClient';
import type { PageData } from './pageData';

/** Created once per page load. */
function createParts(pageData: PageData | undefined) {
  const session = createSession();
  const client = createApolloClient(session, pageData);
  session.useClient(client);
  return { session, client };
}

interface Props {
  pageData: PageData | undefined;
  children: ReactNode;
}

export function Providers({ pageData, children }: Props) {
  const [{ session, client }] = useState(() => createParts(pageData));
  useEffect(() => session.start(), [session]);
  return (
    <ApolloProvider client={client}>
      <SessionProvider session={session}>
        {children}
        <ToastOutlet />
      </SessionProvider>
    </ApolloProvider>
  );
}
