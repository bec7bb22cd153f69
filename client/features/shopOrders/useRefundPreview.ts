import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { RefundPreviewDocument, type RefundPreviewQuery } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { serverMessage } from '../../lib/serverMessage';
import { type RefundValues, toPreviewInput } from './refund';
import type { ShopOrder } from './shopOrderWords';
import type { Failure } from './useOrderChange';

type RefundPreview = NonNullable<RefundPreviewQuery['refundPreview']>;
type Input = NonNullable<ReturnType<typeof toPreviewInput>>;

/** Until nobody has typed or pressed so long. */
const settledMs = 250;

interface Answer {
  readonly key: string;
  readonly preview?: RefundPreview;
  readonly refusal?: Failure;
}

/** What the server says that a refund would be; it is worked out there alone. */
export function useRefundPreview(order: ShopOrder, values: RefundValues) {
  const client = useApolloClient();
  const [answer, setAnswer] = useState<Answer>();
  const input = toPreviewInput(order, values);
  // Of another version of the order it may be another one.
  const key = input && JSON.stringify([input, order.version]);
  useEffect(() => {
    if (key === undefined) return undefined;
    const [asked] = JSON.parse(key) as [Input, number];
    let isCurrent = true;
    const settle = (next: Answer): void => {
      if (isCurrent) setAnswer(next);
    };
    const timer = setTimeout(() => {
      client
        .query({ query: RefundPreviewDocument, variables: { input: asked }, fetchPolicy: 'no-cache' })
        .then(({ data }) => {
          if (!data?.refundPreview) throw new Error('The shop gave no answer');
          settle({ key, preview: data.refundPreview });
        })
        .catch((error: unknown) => {
          const sentence = serverMessage(error, 'What goes back could not be worked out. Please change it once more.');
          settle({ key, refusal: { sentence, field: apiErrorOf(error)?.field } });
        });
    }, settledMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, key]);
  const current = answer?.key === key ? answer : undefined;
  return {
    /** Of just these values; undefined while it is worked out. */
    preview: current?.preview,
    /** The one before, until there is another one. */
    shown: key === undefined ? undefined : answer?.preview,
    refusal: current?.refusal,
  };
}
