import { useQuery } from '@apollo/client/react';
import { ApiKeysDocument, type ApiKeysQuery } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import { useListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';

export type ApiKeyRow = ApiKeysQuery['apiKeys']['nodes'][number];

const unfiltered = { read: () => ({}), write: () => new URLSearchParams() };

export function useApiKeys() {
  const listParams = useListParams(unfiltered);
  const variables = { first: constants.pageSize, after: listParams.place.after };
  const query = useQuery(ApiKeysDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  return useTableList('apiKeys', query, variables, listParams);
}
