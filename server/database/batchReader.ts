import { MongoServerSelectionError, type Db, type Document, type RunCommandOptions, type Sort } from 'mongodb';
import { isOutage } from './databaseErrors';

export interface BatchQuery {
  readonly filter: Document;
  readonly limit: number;
  readonly sort?: Sort;
  readonly skip?: number | undefined;
  readonly projection?: Document | undefined;
  readonly hint?: string | undefined;
}

/** Resolves to the rows, at most `limit` of them. Rejects with the driver's errors. */
export type ReadBatch<T> = (query: BatchQuery) => Promise<T[]>;

/** Resolves to what the pipeline brings, which must be at most `most` rows. Rejects with the driver's errors. */
export type ReadPipeline = <T extends Document>(
  pipeline: readonly Document[],
  most: number,
  hint?: string,
) => Promise<T[]>;

/** Reads rows of a collection that one answer of the server holds. */
export function batchReader<T extends Document>(db: Db, collection: string): ReadBatch<T> {
  const run = commandReader(db);
  const readConcern = readConcernOf(db);
  return ({ filter, limit, sort, skip, projection, hint }) =>
    run<T>({
      find: collection,
      filter,
      limit,
      batchSize: limit,
      singleBatch: true,
      sort,
      skip,
      projection,
      hint,
      readConcern,
    });
}

/** The same for a pipeline that only reads. */
export function pipelineReader(db: Db, collection: string): ReadPipeline {
  const run = commandReader(db);
  const readConcern = readConcernOf(db);
  return (pipeline, most, hint) =>
    // One more than there can be, so that the server keeps no cursor.
    run({ aggregate: collection, pipeline, cursor: { batchSize: most + 1 }, hint, readConcern });
}

const readConcernOf = ({ readConcern }: Db) => readConcern?.toJSON();

/** Invalid UTF-8 of some other program is shown as such rather than failing the whole list. */
const commandOptions = { ignoreUndefined: true, enableUtf8Validation: false } as const;

/**
 * A cursor of the driver, which may go on after the first batch, takes a third of the time that this process spends on such a read
 * (note 0034); what it does beside is done here: one more attempt after an outage, and the database's own settings.
 */
function commandReader(db: Db): <T>(command: Document) => Promise<T[]> {
  const options: RunCommandOptions = {
    ...commandOptions,
    ...(db.readPreference && { readPreference: db.readPreference }),
  };
  const read = async <T>(command: Document): Promise<T[]> => {
    const { cursor } = await db.command(command, options);
    return (cursor as { firstBatch: T[] }).firstBatch;
  };
  return async (command) => {
    try {
      return await read(command);
    } catch (error) {
      if (!isOutage(error) || error instanceof MongoServerSelectionError) throw error;
      return read(command);
    }
  };
}
