import { MongoServerSelectionError, type Db, type Document, type Sort } from 'mongodb';
import { isOutage } from './databaseErrors';

export interface BatchQuery {
  readonly filter: Document;
  readonly limit: number;
  readonly sort?: Sort;
  readonly projection?: Document | undefined;
  readonly hint?: string | undefined;
}

/** Resolves to the rows, at most `limit` of them. Rejects with the driver's errors. */
export type ReadBatch<T> = (query: BatchQuery) => Promise<T[]>;

/**
 * Reads rows that one answer of the server holds. A cursor, which may go on after them, takes a third of the time that this process
 * spends on such a read (note 0026); what it does beside is done here: one more attempt after an outage, and the database's own settings.
 */
export function batchReader<T extends Document>(db: Db, collection: string): ReadBatch<T> {
  const { readPreference, readConcern } = db;
  // Invalid UTF-8 of some other program is shown as such rather than failing the whole list.
  const options = { readPreference, ignoreUndefined: true, enableUtf8Validation: false };
  const settings = { singleBatch: true, ...(readConcern && { readConcern: readConcern.toJSON() }) };
  const read = async ({ filter, limit, sort, projection, hint }: BatchQuery): Promise<T[]> => {
    const command = {
      ...{ find: collection, filter, limit, batchSize: limit },
      ...(sort && { sort }),
      ...(projection && { projection }),
      ...(hint !== undefined && { hint }),
      ...settings,
    };
    const { cursor } = await db.command(command, options);
    return (cursor as { firstBatch: T[] }).firstBatch;
  };
  return async (query) => {
    try {
      return await read(query);
    } catch (error) {
      if (!isOutage(error) || error instanceof MongoServerSelectionError) throw error;
      return read(query);
    }
  };
}
