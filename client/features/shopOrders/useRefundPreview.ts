import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { RefundPreviewDocument, type RefundPreviewQuery } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import type { Failure } from '../../lib/failure';
import { requireData } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { type RefundValues, toPreviewInput } from './refund';
import type { ShopOrder } from './shopOrder';

type RefundPreview = NonNullable<RefundPreviewQuery['refundPreview']>;
type Input = NonNullable<ReturnType<typeof toPreviewInput>>;

/** Debounce. */
const debounceMs = 250;

interface Answer {
  readonly key: string;
  readonly preview?: RefundPreview;
  readonly refusal?: Failure;
}

/** The server's preview of a refund, which only the server can calculate. */
export function useRefundPreview(order: ShopOrder, values: RefundValues) {
  const client = useApolloClient();
  const [answer, setAnswer] = useState<Answer>();
  const input = toPreviewInput(order, values);
  // The result depends on the order's version.
  const key = input && JSON.stringify([input, order.version]);
  useEffect(() => {
    if (key === undefined) return undefined;
    const [asked] = JSON.parse(key) as [Input, number];
    let isCurrent = true;
    const finish = (next: Answer): void => {
      if (isCurrent) setAnswer(next);
    };
    const timer = setTimeout(() => {
      client
        .query({ query: RefundPreviewDocument, variables: { input: asked }, fetchPolicy: 'no-cache' })
        .then(({ data }) => finish({ key, preview: requireData(data?.refundPreview) }))
        .catch((error: unknown) => {
          const sentence = serverMessage(error, 'What goes back could not be worked out. Please change it once more.');
          finish({ key, refusal: { sentence, field: apiErrorOf(error)?.field } });
        });
    }, debounceMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, key]);
  const current = answer?.key === key ? answer : undefined;
  return {
    /** For the current values; undefined while it loads. */
    preview: current?.preview,
    /** The previous preview, until the next one has loaded. */
    shown: key === undefined ? undefined : answer?.preview,
    refusal: current?.refusal,
  };
}
