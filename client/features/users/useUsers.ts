import { useQuery } from '@apollo/client/react';
import { UsersDocument, type UsersQuery } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { useLostRight } from '../../session/useLostRight';
import type { ListAddress } from '../../ui/useListAddress';
import { useTableList } from '../../ui/useTableList';
import { toUserFilter, type UserFilters } from './userFilters';

export type UserRow = UsersQuery['users']['nodes'][number];

export function useUsers(filters: UserFilters, address: ListAddress) {
  const variables = {
    ...{ filter: toUserFilter(filters), sort: filters.sort },
    ...{ first: constants.pageSize, after: address.place.after },
  };
  // Other admins change the list too.
  const query = useQuery(UsersDocument, { variables, fetchPolicy: 'cache-and-network' });
  useLostRight(query.error);
  return useTableList('users', query, variables, address);
}
