import { useQuery } from '@apollo/client/react';
import { OutboxMessagesDocument, type OutboxMessagesQuery } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import type { ListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import type { OutboxFilters } from './outboxFilters';

export type OutboxRow = OutboxMessagesQuery['outboxMessages']['nodes'][number];

export function useOutbox({ status }: OutboxFilters, listParams: ListParams) {
  const filter = status === '' ? null : { status };
  const variables = { filter, first: constants.pageSize, after: listParams.place.after };
  const query = useQuery(OutboxMessagesDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  return useTableList('outboxMessages', query, variables, listParams);
}
