import { followStored, type NoticeParts } from './followStored';
import type { PaymentNoticeDocument } from './paymentNotices.repository';

const followedAtOnce = 4;
/** What is beyond is followed by the sweeper, when its lease has ended. */
const mostWaiting = 100;

export interface NoticeFollower {
  /** At once, a few at a time. */
  readonly take: (notice: PaymentNoticeDocument) => void;
}

/** Follows notices of which their sender was told that they are stored. */
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
