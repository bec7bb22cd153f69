import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { ShopOrderCountDocument, ShopOrdersDocument, type ShopOrdersQuery } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { formatCount } from '../../lib/formatCount';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import type { ListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import { filtersOf, type OrderListFilters, type OrderTab, toOrderFilter } from './orderListFilters';

type ListedOrder = ShopOrdersQuery['orders']['nodes'][number];

export interface ShopOrderRow extends ListedOrder {
  readonly id: string;
}

export function useShopOrders(filters: OrderListFilters, listParams: ListParams) {
  const variables = {
    ...{ filter: toOrderFilter(filters), sort: filters.sort },
    ...{ first: constants.pageSize, after: listParams.place.after },
  };
  // Every purchase changes the list.
  const query = useQuery(ShopOrdersDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  const { rows, ...list } = useTableList('orders', query, variables, listParams);
  const withIds = useMemo(() => rows?.map((row): ShopOrderRow => ({ ...row, id: row.number })), [rows]);
  return { ...list, rows: withIds };
}

interface TabCount {
  readonly text: string;
  readonly isNone: boolean;
}

/** Counts per tab, independent of the other filters; separate requests, so that each is inexpensive. */
export function useTabCount(tab: OrderTab): TabCount | undefined {
  const variables = { filter: toOrderFilter(filtersOf(tab)) };
  const { data } = useQuery(ShopOrderCountDocument, { variables, fetchPolicy: 'cache-and-network' });
  if (!data) return undefined;
  const { totalCount, totalCountIsExact } = data.orders;
  return { text: `${formatCount(totalCount)}${totalCountIsExact ? '' : '+'}`, isNone: totalCount === 0 };
}
