import { useQuery } from '@apollo/client/react';
import {
  PaymentNoticesDocument,
  type PaymentNoticesQuery,
  ProviderPaymentsDocument,
  type ProviderPaymentsQuery,
} from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { useRoleRefresh } from '../../session/useRoleRefresh';
import type { ListParams } from '../../ui/useListParams';
import { useTableList } from '../../ui/useTableList';
import type { PaymentsParams } from './paymentsParams';

export type NoticeRow = PaymentNoticesQuery['paymentNotices']['nodes'][number];
export type AttemptRow = ProviderPaymentsQuery['providerPayments']['nodes'][number];

export function useNotices({ status }: Pick<PaymentsParams, 'status'>, listParams: ListParams) {
  const filter = status === '' ? null : { status };
  const variables = { filter, first: constants.pageSize, after: listParams.place.after };
  const query = useQuery(PaymentNoticesDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  return useTableList('paymentNotices', query, variables, listParams);
}

export function useAttempts(listParams: ListParams) {
  const variables = { first: constants.pageSize, after: listParams.place.after };
  const query = useQuery(ProviderPaymentsDocument, { variables, fetchPolicy: 'cache-and-network' });
  useRoleRefresh(query.error);
  return useTableList('providerPayments', query, variables, listParams);
}
