import { noticeConcurrency, processNotice, type NoticeDeps } from './processNotice';
import type { PaymentNoticeDocument } from './paymentNotices.repository';

/** Beyond this, notices are left to the sweeper, once their lease has expired. */
const maxWaiting = 100;

export interface NoticeProcessor {
  /** Processes it immediately, with limited concurrency. */
  readonly take: (notice: PaymentNoticeDocument) => void;
}

/** Processes notices whose storage was acknowledged to the sender. */
export function createNoticeProcessor(deps: NoticeDeps): NoticeProcessor {
  const waiting: PaymentNoticeDocument[] = [];
  let running = 0;
  const follow = async () => {
    for (let notice = waiting.shift(); notice; notice = waiting.shift())
      await processNotice(deps, notice).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'a notice of the payment provider is left to the sweeper'),
      );
    running -= 1;
  };
  return {
    take: (notice) => {
      if (deps.provider.isOffline || waiting.length >= maxWaiting) return;
      waiting.push(notice);
      if (running >= noticeConcurrency) return;
      running += 1;
      void follow();
    },
  };
}
