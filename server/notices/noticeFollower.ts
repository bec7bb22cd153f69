import { followStored, type NoticeParts } from './followStored';
import type { PaymentNoticeDocument } from './paymentNotices.repository';

const followedAtOnce = 4;
/** Beyond this, notices are left to the sweeper, once their lease has expired. */
const mostWaiting = 100;

export interface NoticeFollower {
  /** Processes it immediately, with limited concurrency. */
  readonly take: (notice: PaymentNoticeDocument) => void;
}

/** Processes notices whose storage was acknowledged to the sender. */
export function createNoticeFollower(parts: NoticeParts): NoticeFollower {
  const waiting: PaymentNoticeDocument[] = [];
  let running = 0;
  const follow = async () => {
    for (let notice = waiting.shift(); notice; notice = waiting.shift())
      await followStored(parts, notice).catch((error: unknown) =>
        parts.log.warn({ err: error }, 'a notice of the payment provider is left to the sweeper'),
      );
    running -= 1;
  };
  return {
    take: (notice) => {
      if (parts.provider.isSilent || waiting.length >= mostWaiting) return;
      waiting.push(notice);
      if (running >= followedAtOnce) return;
      running += 1;
      void follow();
    },
  };
}
