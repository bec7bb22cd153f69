import { ApolloClient, type FieldPolicy, InMemoryCache, type Reference } from '@apollo/client';
import { apiLink } from '../session/apiLink';
import type { Session } from '../session/createSession';
import { type PageData, restorePageData } from './pageData';

interface Page {
  nodes: readonly Reference[];
}

/** Pages of one list are cached as one list: the next page is appended, without rows that have moved into it meanwhile. */
const pagesOf = (keyArgs: string[]): FieldPolicy<Page> => ({
  keyArgs,
  merge: (existing, incoming, { args }) =>
    args?.['after'] && existing
      ? {
          ...incoming,
          nodes: [...new Map([...existing.nodes, ...incoming.nodes].map((node) => [node.__ref, node])).values()],
        }
      : incoming,
});

export function createApolloClient(session: Session, pageData: PageData | undefined): ApolloClient {
  const cache = new InMemoryCache({
    possibleTypes: { StoreItem: ['Product', 'StoreEntry'] },
    typePolicies: {
      Query: {
        fields: {
          // All other lists show one page at a time: each page is cached by all of its arguments.
          products: pagesOf(['filter', 'sort']),
          // After an Add or a removal the incoming list replaces the existing one.
          cart: { merge: (_existing, incoming: unknown) => incoming },
        },
      },
      // Not asked for with a restored product, whose row is shown at once.
      Product: { fields: { sold: { read: (sold: number | null = null) => sold } } },
    },
  });
  restorePageData(cache, pageData);
  return new ApolloClient({ link: apiLink(session), cache, devtools: { enabled: false } });
}
