import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { MyOrdersDocument } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import type { ListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import type { ListedOrder } from './orderStatusLabels';

export interface OrderRow extends ListedOrder {
  readonly id: string;
}

export function useMyOrders(listParams: ListParams) {
  const variables = { first: constants.pageSize, after: listParams.place.after };
  // Purchases change the list, and time changes what can be undone.
  const query = useQuery(MyOrdersDocument, { variables, fetchPolicy: 'cache-and-network' });
  const { rows, ...list } = useTableList('myOrders', query, variables, listParams);
  const withIds = useMemo(() => rows?.map((row): OrderRow => ({ ...row, id: row.number })), [rows]);
  return { ...list, rows: withIds, claimable: query.data?.myOrders.claimable ?? 0 };
}
