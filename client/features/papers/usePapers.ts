import { skipToken, useQuery } from '@apollo/client/react';
import {
  type OrderPaperFragment,
  OrderPapersDocument,
  PackingSlipsDocument,
  type PrintedPaperFragment,
  ShopOrderPapersDocument,
} from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';

/** The documents to print. */
export type PaperRequest =
  | { kind: 'packing'; numbers: readonly string[] }
  | {
      kind: 'invoice' | 'creditNote';
      number: string;
      /** As the buyer, or as an admin. */
      reader: 'buyer' | 'shop';
      /** A guest's token. */
      token: string | undefined;
      creditNumber: string;
    };

const headersOf = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { 'x-checkout-token': token };

/** undefined: not issued yet, or an unknown number. */
function paperOf(
  { invoice, creditNotes }: OrderPaperFragment,
  { kind, creditNumber }: Exclude<PaperRequest, { kind: 'packing' }>,
): PrintedPaperFragment | undefined {
  if (kind === 'invoice') return invoice?.paper;
  return creditNotes.find(({ number }) => number === creditNumber.toUpperCase())?.paper;
}

/** One response for unknown, foreign and not issued yet. */
export function usePapers(wanted: PaperRequest) {
  const one = wanted.kind === 'packing' ? undefined : wanted;
  const options = { fetchPolicy: 'no-cache', notifyOnNetworkStatusChange: true } as const;
  const own = useQuery(
    OrderPapersDocument,
    one?.reader === 'buyer'
      ? { ...options, variables: { number: one.number }, context: { headers: headersOf(one.token), needsCaller: true } }
      : skipToken,
  );
  const shop = useQuery(
    ShopOrderPapersDocument,
    one?.reader === 'shop' ? { ...options, variables: { number: one.number } } : skipToken,
  );
  const slips = useQuery(
    PackingSlipsDocument,
    wanted.kind === 'packing' ? { ...options, variables: { numbers: [...wanted.numbers] } } : skipToken,
  );
  const query = one === undefined ? slips : one.reader === 'buyer' ? own : shop;
  const order = own.data?.order ?? shop.data?.shopOrder;
  const papers =
    one && order ? [paperOf(order, one)] : slips.data?.packingSlips.map(({ packingSlip }) => packingSlip ?? undefined);
  const found = papers?.filter((paper) => paper !== undefined);
  const refusal = apiErrorOf(query.error);
  const isRefused = refusal?.code === 'NOT_FOUND' || refusal?.code === 'BAD_USER_INPUT';
  return {
    papers: found && found.length > 0 ? found : undefined,
    isMissing: isRefused || found?.length === 0 || (query.data !== undefined && papers === undefined),
    hasFailed: query.error !== undefined && !isRefused,
    retry: () => void query.refetch().catch(() => undefined),
  };
}
