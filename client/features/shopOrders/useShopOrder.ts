import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ShopOrderDocument } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import type { ShopOrder } from './shopOrder';

/** The order as fetched or as returned by a change, whichever is newer. */
export function useShopOrder(number: string) {
  const { data, previousData, error, refetch } = useQuery(ShopOrderDocument, {
    variables: { number },
    fetchPolicy: 'no-cache',
    notifyOnNetworkStatusChange: true,
  });
  useRoleRefresh(error);
  const [changed, setChanged] = useState<ShopOrder>();
  // A failed refetch keeps the data: a form on the page may have unsaved input.
  const read = data?.shopOrder ?? previousData?.shopOrder ?? undefined;
  const order = changed && read && read.version <= changed.version ? changed : read;
  return {
    order,
    isMissing: apiErrorOf(error)?.code === 'NOT_FOUND',
    hasFailed: error !== undefined && order === undefined,
    // The stored answer to a retry may be of before a later change.
    change: (next: ShopOrder): void => setChanged((now) => (now && now.version > next.version ? now : next)),
    reload: async (): Promise<void> => {
      await refetch().catch(() => undefined);
    },
  };
}

export type OrderAccess = Pick<ReturnType<typeof useShopOrder>, 'change' | 'reload'>;
