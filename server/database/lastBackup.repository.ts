import type { Db } from 'mongodb';

interface BackupDocument {
  _id: 'lastBackup';
  at: Date;
}

export type LastBackupRepository = ReturnType<typeof createLastBackupRepository>;

/** When the data that the newest backup by `npm run backup` has was read: for the age that monitoring watches. */
export function createLastBackupRepository(db: Db) {
  const meta = () => db.collection<BackupDocument>('meta');
  return {
    async record(at: Date): Promise<void> {
      await meta().updateOne({ _id: 'lastBackup' }, { $max: { at } }, { upsert: true });
    },
    /** null: there is none. */
    async find(): Promise<Date | null> {
      return (await meta().findOne({ _id: 'lastBackup' }))?.at ?? null;
    },
  };
}
