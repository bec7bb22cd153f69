import type { Db, UpdateFilter } from 'mongodb';
import { unlessDuplicate } from './databaseErrors';

/** A started saga; any process may resume it. Every step is idempotent. */
export type Job = DeletionJob | LastPurchasesJob | OrderLinkJob;

interface DeletionJob {
  readonly _id: string;
  readonly kind: 'deleteUser';
  readonly uid: string;
  readonly startedAt: Date;
}

/** Removes what a deleted person's purchases write until they end. */
export interface LastPurchasesJob {
  readonly _id: string;
  readonly kind: 'lastPurchases';
  readonly uid: string;
  /** When one was last under way. */
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

export const lastPurchasesId = (uid: string): string => `lastPurchases:${uid}`;

export type JobsRepository = ReturnType<typeof createJobsRepository>;

export function createJobsRepository(db: Db) {
  const jobs = db.collection<Job>('jobs');
  return {
    /** An existing job stays unchanged. */
    async start(job: Job): Promise<void> {
      await unlessDuplicate(jobs.insertOne(job));
    },
    /** Starts it, or moves the start of an existing one; never back. */
    async startAgain({ _id, startedAt, ...job }: LastPurchasesJob): Promise<void> {
      const change = { $setOnInsert: job, $max: { startedAt } } as UpdateFilter<Job>;
      await unlessDuplicate(jobs.updateOne({ _id }, change, { upsert: true }));
    },
    /** Unless it was started again since; false: it was. */
    async finishStartedBefore(id: string, date: Date): Promise<boolean> {
      return (await jobs.deleteOne({ _id: id, startedAt: { $lt: date } })).deletedCount === 1;
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
