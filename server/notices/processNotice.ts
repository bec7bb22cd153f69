import { handlePaymentNotice } from '../checkout/handlePaymentNotice';
import type { SagaDeps } from '../checkout/sagaDeps';
import { KioskError } from '../errors';
import type { NoticeChange, PaymentNoticeDocument, PaymentNoticesRepository } from './paymentNotices.repository';

export interface NoticeDeps extends SagaDeps {
  readonly repositories: SagaDeps['repositories'] & { readonly paymentNotices: PaymentNoticesRepository };
  readonly countNotice?: (result: 'followed' | 'unknown' | 'failed') => void;
}

export const noticeConcurrency = 4;
/** Retry delays of a notice that failed, or whose payment is unknown. */
const backoffMs = [2_000, 10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000];
const unknownForMs = 3 * 24 * 3_600_000;
const maxErrorLength = 200;

/** Looks up the notice's payment at the provider. Idempotent, also concurrently; returns the notice as stored afterwards. */
export async function processNotice(deps: NoticeDeps, notice: PaymentNoticeDocument): Promise<PaymentNoticeDocument> {
  const { paymentNotices } = deps.repositories;
  const change = { tries: notice.tries + 1, ...(await tryToProcess(deps, notice)) };
  // null: processed concurrently.
  return (await paymentNotices.change(notice, change)) ?? (await paymentNotices.find(notice._id)) ?? notice;
}

async function tryToProcess(deps: NoticeDeps, notice: PaymentNoticeDocument): Promise<NoticeChange> {
  const { provider, countNotice } = deps;
  let answer = 'The payment provider does not answer.';
  try {
    const paymentId = notice.paymentId ?? (await provider.findPayment(notice.providerId));
    if (paymentId === null) {
      countNotice?.('unknown');
      return { status: 'UNKNOWN', dueAt: lookAgain(deps, notice), lastError: null };
    }
    answer = 'The payment could not be looked at.';
    await handlePaymentNotice(deps, paymentId);
    countNotice?.('followed');
    return { status: 'DONE', paymentId, dueAt: null, lastError: null };
  } catch (error) {
    countNotice?.('failed');
    deps.log.warn({ notice: notice._id, err: error }, 'a notice of the payment provider has to wait');
    const lastError = (error instanceof KioskError ? error.message : answer).slice(0, maxErrorLength);
    return { status: 'WAITING', dueAt: afterPause(deps, notice), lastError };
  }
}

function afterPause({ now }: NoticeDeps, { tries }: PaymentNoticeDocument): Date {
  return new Date(now().getTime() + (backoffMs[Math.min(tries, backoffMs.length - 1)] ?? 0));
}

/** null: its payment is not one of the shop's. */
function lookAgain(deps: NoticeDeps, notice: PaymentNoticeDocument): Date | null {
  const next = afterPause(deps, notice);
  return next.getTime() - notice.receivedAt.getTime() > unknownForMs ? null : next;
}
