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
 * Periodic work: drives due checkouts and orders, captures due payments, processes pending notices, reconciles the
 * previous day and sends the test provider's notices. Without outbound calls, whatever needs the provider is skipped.
 * Returns a function that stops it after the work in progress.
 */
export function startSweeper(parts: SweeperParts): () => Promise<void> {
  const { provider, log, databaseReady } = parts;
  // Independent: a failing one does not block the others.
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
