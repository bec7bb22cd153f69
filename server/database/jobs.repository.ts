import type { Db } from 'mongodb';
import { unlessDuplicate } from './databaseErrors';

/** A started saga; any process may resume it. Every step is idempotent. */
export type Job = DeletionJob | OrderLinkJob;

interface DeletionJob {
  readonly _id: string;
  readonly kind: 'deleteUser';
  readonly uid: string;
  readonly startedAt: Date;
}

/** A requested link to an order, which may not exist. */
export interface OrderLinkJob {
  readonly _id: string;
  readonly kind: 'orderLink';
  readonly number: string;
  readonly email: string;
  readonly startedAt: Date;
}

/** One per person: concurrent deletions of one person share a job. */
export const userDeletionId = (uid: string): string => `deleteUser:${uid}`;

export type JobsRepository = ReturnType<typeof createJobsRepository>;

export function createJobsRepository(db: Db) {
  const jobs = db.collection<Job>('jobs');
  return {
    /** An existing job stays unchanged. */
    async start(job: Job): Promise<void> {
      await unlessDuplicate(jobs.insertOne(job));
    },
    find: (limit: number) => jobs.find({}, { sort: { _id: 1 }, limit }).toArray(),
    async isOpen(id: string): Promise<boolean> {
      return (await jobs.findOne({ _id: id })) !== null;
    },
    async finish(id: string): Promise<void> {
      await jobs.deleteOne({ _id: id });
    },
  };
}
