import { useQuery } from '@apollo/client/react';
import {
  StockCountsDocument,
  type StockCountsQuery,
  StockLevelsDocument,
  type StockLevelsQuery,
} from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import type { ListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import { stateChoices, type StockFilters, toStockFilter } from './stockFilters';

export type StockRow = StockLevelsQuery['stockLevels']['nodes'][number];

export function useStockLevels(filters: StockFilters, address: ListParams) {
  const variables = { filter: toStockFilter(filters), first: constants.pageSize, after: address.place.after };
  // Every sale changes the list.
  const query = useQuery(StockLevelsDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  return useTableList('stockLevels', query, variables, address);
}

const keys = { '': 'all', LOW: 'low', SOLD_OUT: 'soldOut', NOT_COUNTED: 'notCounted' } as const;

function countText({ totalCount, totalCountIsExact }: StockCountsQuery['all']): string {
  return `${totalCount.toLocaleString('en-US')}${totalCountIsExact ? '' : '+'}`;
}

/** The filters with how many products each has, once that is known; the table does not wait for it. */
export function useStateChoices() {
  const { data } = useQuery(StockCountsDocument, { fetchPolicy: 'cache-and-network' });
  return stateChoices.map(
    ([state, words]) => [state, data ? `${words} ${countText(data[keys[state]])}` : words] as const,
  );
}
