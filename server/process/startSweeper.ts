import { sweepRegularly } from '../database/sweepRegularly';
import { capturePayments } from '../orders/capturePayments';
import { sweepOrders } from '../orders/sweepOrders';
import type { NoticeParts } from '../notices/followStored';
import { sweepNotices } from '../notices/sweepNotices';
import type { CheckParts } from '../reconciliation/checkDay';
import { watchDays } from '../reconciliation/watchDays';
import { isTestProvider } from '../payments/testProvider';
import { sweepCheckouts, sweepStock } from '../checkout/sweepCheckouts';

interface SweeperParts extends NoticeParts {
  readonly repositories: NoticeParts['repositories'] & CheckParts['repositories'];
  readonly databaseReady: () => boolean;
}

/**
 * Goes on with purchases and ended orders that nobody drives, captures what is due, follows notices that nobody has, compares the money of
 * a day that has ended and lets the test provider send its notices. What of it would ask a provider that is silent waits. Answers
 * how to stop; what is under way then is finished.
 */
export function startSweeper(parts: SweeperParts): () => Promise<void> {
  const { provider, log, databaseReady } = parts;
  // None of them waits for another one that fails.
  const checkYesterday = watchDays(parts);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => log.warn({ err: error }, 'purchases have to wait'));
  };
  return sweepRegularly({
    databaseReady,
    async sweep() {
      if (provider.isSilent) return attempt(() => sweepStock(parts));
      if (isTestProvider(provider)) await attempt(() => provider.sendNotices());
      await attempt(() => sweepNotices(parts));
      await attempt(() => sweepCheckouts(parts));
      if (provider.name === 'none') return;
      await attempt(() => sweepOrders(parts));
      await attempt(() => capturePayments(parts));
      await attempt(checkYesterday);
    },
  });
}
