import { useQuery } from '@apollo/client/react';
import { StockCountDocument, StockLevelsDocument, type StockLevelsQuery } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import type { ListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import { stateChoices, type StockFilters, toStockFilter } from './stockFilters';

export type StockRow = StockLevelsQuery['stockLevels']['nodes'][number];

export function useStockLevels(filters: StockFilters, listParams: ListParams) {
  const variables = { filter: toStockFilter(filters), first: constants.pageSize, after: listParams.place.after };
  // Every sale changes the list.
  const query = useQuery(StockLevelsDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  return useTableList('stockLevels', query, variables, listParams);
}

/** Counts per state; separate requests, so that each is inexpensive. */
function useCountText(state: StockFilters['state']): string {
  const variables = { state: state === '' ? null : state };
  const { data } = useQuery(StockCountDocument, { variables, fetchPolicy: 'cache-and-network' });
  if (!data) return '';
  const { totalCount, totalCountIsExact } = data.stockLevels;
  return ` ${totalCount.toLocaleString('en-US')}${totalCountIsExact ? '' : '+'}`;
}

/** The filters with their product counts, once loaded; the table does not wait for them. */
export function useStateChoices() {
  const counts = {
    '': useCountText(''),
    LOW: useCountText('LOW'),
    SOLD_OUT: useCountText('SOLD_OUT'),
    TO_REORDER: useCountText('TO_REORDER'),
    NOT_COUNTED: useCountText('NOT_COUNTED'),
  };
  return stateChoices.map(([state, words]) => [state, `${words}${counts[state]}`] as const);
}
