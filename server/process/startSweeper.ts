import { sweepPeriodically, type Shutdown } from '../database/sweepPeriodically';
import { capturePayments } from '../orders/capturePayments';
import { sweepOrders } from '../orders/sweepOrders';
import type { NoticeDeps } from '../notices/processNotice';
import { sweepNotices } from '../notices/sweepNotices';
import { checkEndedFixes, type CheckEndedFixesDeps } from '../reconciliation/checkEndedFixes';
import { reconcileEndedDays } from '../reconciliation/reconcileEndedDays';
import { isTestProvider } from '../payments/testProvider';
import { withDeadline } from '../payments/withDeadline';
import { sweepCheckouts, sweepStock } from '../checkout/sweepCheckouts';

/** For each kind of work that asks the provider: while that is silent, nothing else waits longer. */
const providerWorkMs = 20_000;

interface SweeperDeps extends NoticeDeps {
  readonly repositories: NoticeDeps['repositories'] & CheckEndedFixesDeps['repositories'];
  readonly databaseReady: () => boolean;
}

/**
 * Periodic work: drives due checkouts and orders, captures due payments, processes pending notices, reconciles the
 * previous day and those of ended fixes, and sends the test provider's notices. Without outbound calls, whatever needs
 * the provider is skipped. Returns a function that stops it after the work in progress.
 */
export function startSweeper(deps: SweeperDeps): () => Promise<void> {
  const { provider, log, databaseReady } = deps;
  // Independent: a failing one does not block the others.
  const checkYesterday = reconcileEndedDays(deps);
  const checkFixes = checkEndedFixes(deps);
  const attempt = async ({ isStopped }: Shutdown, work: () => Promise<unknown>): Promise<void> => {
    if (!isStopped()) await work().catch((error: unknown) => log.warn({ err: error }, 'purchases have to wait'));
  };
  type Work = (limited: SweeperDeps, isOver: () => boolean) => Promise<void>;
  const attemptInTime = (ending: Shutdown, work: Work): Promise<void> => {
    const endsAt = performance.now() + providerWorkMs;
    const limited = { ...deps, provider: withDeadline(provider, providerWorkMs, ending.stopping) };
    return attempt(ending, () => work(limited, () => ending.isStopped() || performance.now() >= endsAt));
  };
  return sweepPeriodically({
    databaseReady,
    async sweep(ending) {
      if (provider.isOffline) return attempt(ending, () => sweepStock(deps));
      if (isTestProvider(provider)) await attempt(ending, () => provider.sendNotices());
      await attemptInTime(ending, sweepNotices);
      await attemptInTime(ending, sweepCheckouts);
      if (provider.name === 'none') return;
      await attemptInTime(ending, sweepOrders);
      await attemptInTime(ending, capturePayments);
      await attempt(ending, checkYesterday);
      await attempt(ending, checkFixes);
    },
  });
}
