import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ReplayNoticeDocument } from '../../__generated__/lazyOperations';
import { useMutationToast } from '../../ui/useMutationToast';
import type { NoticeRow } from './usePaymentLists';

const noNotices: ReadonlySet<string> = new Set();
const words = { done: 'The payment was looked at again', failed: 'The payment could not be looked at' };

/** Processes a notice again: nothing is sent, its payment is looked at. */
export function useReprocessNotice() {
  const [mutate] = useMutation(ReplayNoticeDocument);
  const call = useMutationToast();
  const [busy, setBusy] = useState(noNotices);

  async function replay({ id }: NoticeRow): Promise<void> {
    if (busy.size > 0) return;
    setBusy(new Set([id]));
    const input = { id };
    await call(input, (context) => mutate({ variables: { input }, context }), words);
    setBusy(noNotices);
  }

  return { replay: (row: NoticeRow) => void replay(row), busy };
}
