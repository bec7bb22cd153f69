import type { Logger } from 'pino';
import { settleAudit } from './settleAudit';
import type { Job } from '../database/jobs.repository';
import { ConflictError } from '../errors';
import { finishOrderLink } from '../orders/orderLink';
import { finishFixes } from '../reconciliation/finishFixes';
import { finishUserDeletion, purgeDeletedUser, type DeletionDeps } from '../users/finishUserDeletion';

interface FinishJobsDeps extends DeletionDeps {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly now: () => Date;
}

const batchSize = 1_000;
/** The next run continues with the rest. */
const maxRounds = 20;
const dayMs = 24 * 60 * 60 * 1_000;

/** Resumes jobs interrupted by a crash or an outage. One that fails again does not block the others. */
export async function finishJobs(deps: FinishJobsDeps): Promise<void> {
  const { repositories, log, now } = deps;
  for (const job of await repositories.jobs.find(batchSize)) {
    try {
      if (await finishJob(deps, job)) log.info({ job: job._id }, 'unfinished job done');
    } catch (error) {
      if (!(error instanceof ConflictError)) log.warn({ job: job._id, err: error }, 'unfinished job has to wait');
    }
  }
  for (const uid of await repositories.deletedUsers.uidsSince(dayAgo(deps)))
    await purgeDeletedUser(repositories, uid, now());
  await forgetFinishedOrders(deps);
  await repositories.products.settleRemovals();
  await repositories.products.dateUndated();
  await repositories.orders.dateUndated();
  await finishFixes(deps);
  // Last, because a finished job or fix determines the outcome of the audited change.
  await settleAudit(deps);
}

const dayAgo = ({ now }: Pick<FinishJobsDeps, 'now'>): Date => new Date(now().getTime() - dayMs);

/** False: it is not over yet. */
async function finishJob(deps: FinishJobsDeps, job: Job): Promise<boolean> {
  switch (job.kind) {
    case 'orderLink':
      await finishOrderLink(deps, job);
      return true;
    case 'deleteUser':
      await finishUserDeletion(deps, job.uid, job.startedAt);
      return true;
    case 'lastPurchases':
      // Starts it again while a purchase is under way.
      await purgeDeletedUser(deps.repositories, job.uid, deps.now());
      return deps.repositories.jobs.finishStartedBefore(job._id, dayAgo(deps));
  }
}

/** Removes data of deleted people that was retained until their orders were finished. */
async function forgetFinishedOrders({ repositories: { orders, outbox }, now }: FinishJobsDeps): Promise<void> {
  const at = now();
  for (let round = 0; round < maxRounds; round += 1)
    if ((await orders.anonymizeFinished(at, outbox.deleteEnded)) === 0) return;
}
