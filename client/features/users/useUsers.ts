import { type UsersQuery, useUsersQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { useTableList } from '../../ui/useTableList';

export type UserRow = UsersQuery['users']['nodes'][number];

export function useUsers() {
  const variables = { first: constants.pageSize };
  // Others change it too.
  const query = useUsersQuery({ variables, fetchPolicy: 'cache-and-network' });
  return useTableList(query, variables, ({ users }) => users);
}
