import type { Logger } from 'pino';
import { settleAudit } from './settleAudit';
import { ConflictError } from '../errors';
import { finishUserDeletion, purgeDeletedUser, type DeletionParts } from '../users/finishUserDeletion';

interface FinishJobsParts extends DeletionParts {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly now: () => Date;
}

const batch = 1_000;
const day = 24 * 60 * 60 * 1_000;

/** Resumes jobs that a crash or an outage has interrupted. One that fails again does not block the others. */
export async function finishJobs(parts: FinishJobsParts): Promise<void> {
  const { repositories, log, now } = parts;
  for (const job of await repositories.jobs.find(batch)) {
    try {
      await finishUserDeletion(parts, job.uid, job.startedAt);
      log.info({ job: job._id }, 'unfinished job done');
    } catch (error) {
      if (!(error instanceof ConflictError)) log.warn({ job: job._id, err: error }, 'unfinished job has to wait');
    }
  }
  const lately = new Date(now().getTime() - day);
  for (const uid of await repositories.deletedUsers.uidsSince(lately)) await purgeDeletedUser(repositories, uid);
  // Last, because a finished job decides what became of the change that began it.
  await settleAudit(parts);
}
