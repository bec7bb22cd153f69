import { capturePayments } from '../orders/capturePayments';
import { sweepOrders } from '../orders/sweepOrders';
import { isTestProvider } from '../payments/testProvider';
import type { SagaParts } from './sagaParts';
import { sweepCheckouts } from './sweepCheckouts';

const everyMs = 5_000;

interface SweeperParts extends SagaParts {
  readonly databaseReady: () => boolean;
}

/**
 * Goes on with purchases and ended orders that nobody drives, captures what is due and lets the test provider send its notices, each few seconds, at
 * another moment in each process. Answers how to stop; what is under way then is finished.
 */
export function startSweeper(parts: SweeperParts): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  const sweep = async (): Promise<void> => {
    const { provider, repositories, now, log, databaseReady } = parts;
    if (!databaseReady()) return;
    // None of them waits for another one that fails.
    const attempt = (work: () => Promise<unknown>) =>
      work().catch((error: unknown) => log.warn({ err: error }, 'purchases have to wait'));
    if (isTestProvider(provider)) await attempt(() => provider.sendNotices());
    await attempt(() => sweepCheckouts(parts));
    if (provider.name === 'none') return;
    await attempt(() => sweepOrders(parts));
    await attempt(() => capturePayments({ orders: repositories.orders, provider, now, log }));
  };

  const plan = (): void => {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        running = sweep().finally(plan);
      },
      everyMs * (0.5 + Math.random()),
    );
    timer.unref();
  };
  plan();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
