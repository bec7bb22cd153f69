import { ApolloClient, InMemoryCache } from '@apollo/client';
import type { ProductsQuery } from '../__generated__/operations';
import type { Session } from '../session/createSession';
import { apiLink } from '../session/apiLink';
import { restorePageData } from './restorePageData';

type ProductPage = ProductsQuery['products'];

/** Pages of one list are kept as one list: the next page is put behind the ones before it. */
const products = {
  keyArgs: ['filter', 'sort'],
  merge(existing: ProductPage | undefined, incoming: ProductPage, { args }: { args: Record<string, unknown> | null }) {
    return args?.['after'] && existing ? { ...incoming, nodes: [...existing.nodes, ...incoming.nodes] } : incoming;
  },
};

export function createApolloClient(session: Session): ApolloClient {
  const cache = new InMemoryCache({
    possibleTypes: { StoreItem: ['Product', 'StoreEntry'] },
    typePolicies: { Query: { fields: { products } } },
  });
  restorePageData(cache);
  return new ApolloClient({ link: apiLink(session), cache, devtools: { enabled: false } });
}
