import { followNotice } from '../checkout/followNotice';
import type { SagaParts } from '../checkout/sagaParts';
import { KioskError } from '../errors';
import type { NoticeChange, PaymentNoticeDocument, PaymentNoticesRepository } from './paymentNotices.repository';

export interface NoticeParts extends SagaParts {
  readonly repositories: SagaParts['repositories'] & { readonly paymentNotices: PaymentNoticesRepository };
  readonly countNotice?: (result: 'followed' | 'unknown' | 'failed') => void;
}

/** Retry delays of a notice that failed, or whose payment is unknown. */
const pausesMs = [2_000, 10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000];
const unknownForMs = 3 * 24 * 3_600_000;
const longestError = 200;

/** Looks up the notice's payment at the provider. Idempotent, also concurrently; returns the notice as stored afterwards. */
export async function followStored(parts: NoticeParts, notice: PaymentNoticeDocument): Promise<PaymentNoticeDocument> {
  const { paymentNotices } = parts.repositories;
  const change = { tries: notice.tries + 1, ...(await tryToFollow(parts, notice)) };
  // null: processed concurrently.
  return (await paymentNotices.change(notice, change)) ?? (await paymentNotices.find(notice._id)) ?? notice;
}

async function tryToFollow(parts: NoticeParts, notice: PaymentNoticeDocument): Promise<NoticeChange> {
  const { provider, countNotice } = parts;
  let answer = 'The payment provider does not answer.';
  try {
    const paymentId = notice.paymentId ?? (await provider.findPayment(notice.providerId));
    if (paymentId === null) {
      countNotice?.('unknown');
      return { status: 'UNKNOWN', dueAt: lookAgain(parts, notice), lastError: null };
    }
    answer = 'The payment could not be looked at.';
    await followNotice(parts, paymentId);
    countNotice?.('followed');
    return { status: 'DONE', paymentId, dueAt: null, lastError: null };
  } catch (error) {
    countNotice?.('failed');
    parts.log.warn({ notice: notice._id, err: error }, 'a notice of the payment provider has to wait');
    const lastError = (error instanceof KioskError ? error.message : answer).slice(0, longestError);
    return { status: 'WAITING', dueAt: afterPause(parts, notice), lastError };
  }
}

function afterPause({ now }: NoticeParts, { tries }: PaymentNoticeDocument): Date {
  return new Date(now().getTime() + (pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0));
}

/** null: its payment is not one of the shop's. */
function lookAgain(parts: NoticeParts, notice: PaymentNoticeDocument): Date | null {
  const next = afterPause(parts, notice);
  return next.getTime() - notice.receivedAt.getTime() > unknownForMs ? null : next;
}
