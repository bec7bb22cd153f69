import { useQuery } from '@apollo/client/react';
import { type StoreItemsQuery, StoreItemsDocument } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { serverMessage } from '../../lib/serverMessage';
import type { ListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import { toItemFilter } from './itemFilter';
import type { ItemFilters } from './itemListParams';

export type Item = StoreItemsQuery['storeItems']['nodes'][number];

/** `email` null: of all users. */
export function useItemPages(email: string | null, filters: ItemFilters, listParams: ListParams) {
  const variables = {
    ...{ email, filter: toItemFilter(filters), sort: filters.sort },
    ...{ first: constants.pageSize, after: listParams.place.after },
  };
  // Other users add and remove rows too.
  const query = useQuery(StoreItemsDocument, { variables, fetchPolicy: 'cache-and-network' });
  const { error, ...list } = useTableList('storeItems', query, variables, listParams);
  return { ...list, failure: error ? serverMessage(error, 'Failed to load products') : undefined };
}
