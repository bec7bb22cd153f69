import type { Logger } from 'pino';
import type { Repositories } from '../collections/repositories';
import type { Figures, ShopGauges } from '../telemetry/shopGauges';

const everyMs = 15_000;
/** Head start of the process that counted last, so that it remains the one to count. */
const headStartMs = 1_000;
const overdueMs = 2 * 60_000;
/** An expired hold is released within seconds. */
const heldTooLongMs = 10 * 60_000;
/** A refund takes seconds, unless the provider is away or refuses it. */
const refundingTooLongMs = 10 * 60_000;
const most = 1_000;

interface GaugeDeps {
  readonly repositories: Pick<
    Repositories,
    'checkouts' | 'lastBackup' | 'outbox' | 'rateCounts' | 'webhookDeliveries' | 'webhookEndpoints'
  >;
  /** Whether other processes may count, too. */
  readonly sharesDatabase: boolean;
  readonly databaseReady: () => boolean;
  readonly tell: ShopGauges;
  readonly log: Pick<Logger, 'warn'>;
}

/** Updates shop-wide gauges, in one process per interval. Returns a function that stops it. */
export function updateShopGauges(deps: GaugeDeps): () => Promise<void> {
  const { databaseReady, tell, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<number> = Promise.resolve(0);

  /** Returns the delay until the next turn. */
  const take = async (): Promise<number> => {
    const turn = databaseReady() ? await takeTurn(deps) : { isOwn: false, leftMs: everyMs };
    tell(turn.isOwn ? await readBacklog(deps, new Date()) : null);
    return turn.leftMs + (turn.isOwn ? 0 : headStartMs);
  };
  const plan = (waitMs: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = take().catch((error: unknown) => {
        // Stale numbers are worse than none.
        tell(null);
        log.warn({ err: error }, 'what is under way could not be counted');
        return everyMs;
      });
      void running.then(plan);
    }, waitMs);
    timer.unref();
  };
  plan(headStartMs * Math.random());
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

async function takeTurn({ repositories, sharesDatabase }: GaugeDeps): Promise<{ isOwn: boolean; leftMs: number }> {
  if (!sharesDatabase) return { isOwn: true, leftMs: everyMs };
  const { used, leftMs } = await repositories.rateCounts.add('figures', 1, everyMs);
  return { isOwn: used === 1, leftMs };
}

async function readBacklog({ repositories }: GaugeDeps, now: Date): Promise<Figures> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const secondsSince = (date: Date | null) =>
    date === null ? 0 : Math.max(0, (now.getTime() - date.getTime()) / 1_000);
  const [checkouts, mail, deliveries, failingSince, backedUpAt] = await Promise.all([
    repositories.checkouts.underWay({
      dueBefore: before(overdueMs),
      heldBefore: before(heldTooLongMs),
      refundingBefore: before(refundingTooLongMs),
      most,
    }),
    repositories.outbox.underWay(most, now),
    repositories.webhookDeliveries.underWay(most),
    repositories.webhookEndpoints.longestFailing(),
    repositories.lastBackup.find(),
  ]);
  return {
    checkouts: { open: checkouts.open, oldestSeconds: secondsSince(checkouts.oldest), stuck: checkouts.stuck },
    mail: { waiting: mail.waiting, oldestSeconds: secondsSince(mail.oldest), failed: mail.failed },
    backupSeconds: backedUpAt === null ? undefined : secondsSince(backedUpAt),
    webhooks: { ...deliveries, failingSeconds: secondsSince(failingSince) },
  };
}
