import { useQuery } from '@apollo/client/react';
import { UsersDocument, type UsersQuery } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import type { ListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import { toUserFilter, type UserFilters } from './userFilters';

export type UserRow = UsersQuery['users']['nodes'][number];

export function useUsers(filters: UserFilters, listParams: ListParams) {
  const variables = {
    ...{ filter: toUserFilter(filters), sort: filters.sort },
    ...{ first: constants.pageSize, after: listParams.place.after },
  };
  // Other admins change the list too.
  const query = useQuery(UsersDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  return useTableList('users', query, variables, listParams);
}
