import { type UsersQuery, useUsersQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { useLostRight } from '../../session/useLostRight';
import { useTableList } from '../../ui/useTableList';
import { toUserFilter, type UserFilters } from './userFilters';

export type UserRow = UsersQuery['users']['nodes'][number];

export function useUsers(filters: UserFilters) {
  const variables = { filter: toUserFilter(filters), sort: filters.sort, first: constants.pageSize };
  // Others change it too.
  const query = useUsersQuery({ variables, fetchPolicy: 'cache-and-network' });
  useLostRight(query.error);
  return useTableList(query, variables, ({ users }) => users);
}
