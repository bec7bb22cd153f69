import { Long, MongoServerSelectionError, type Db, type Document, type RunCommandOptions, type Sort } from 'mongodb';
import { isOutage } from './databaseErrors';

export interface BatchQuery {
  readonly filter: Document;
  readonly limit: number;
  readonly sort?: Sort;
  readonly skip?: number | undefined;
  readonly projection?: Document | undefined;
  readonly hint?: string | undefined;
}

/** Resolves to at most `limit` rows. Rejects with the driver's errors. */
export type ReadBatch<T> = (query: BatchQuery) => Promise<T[]>;

/** Resolves to the pipeline's results, at most `most` rows. Rejects with the driver's errors. */
export type ReadPipeline = <T extends Document>(
  pipeline: readonly Document[],
  most: number,
  hint?: string,
) => Promise<T[]>;

/** Reads rows in one reply of the server, where they fit into one. */
export function batchReader<T extends Document>(db: Db, collection: string): ReadBatch<T> {
  const run = commandReader(db);
  const readConcern = readConcernOf(db);
  return ({ filter, limit, sort, skip, projection, hint }) =>
    run<T>({
      find: collection,
      filter,
      limit,
      // One more than possible, so that the server opens no cursor.
      batchSize: limit + 1,
      sort,
      skip,
      projection,
      hint,
      readConcern,
    });
}

/** The same for read-only pipelines. */
export function pipelineReader(db: Db, collection: string): ReadPipeline {
  const run = commandReader(db);
  const readConcern = readConcernOf(db);
  return (pipeline, most, hint) =>
    run({ aggregate: collection, pipeline, cursor: { batchSize: most + 1 }, hint, readConcern });
}

const readConcernOf = ({ readConcern }: Db) => readConcern?.toJSON();

interface FirstReply<T> {
  /** 0: there is no more. */
  readonly id: unknown;
  readonly ns: string;
  readonly firstBatch: T[];
}

/** Invalid UTF-8 of another program must not fail the whole list. */
const commandOptions = { ignoreUndefined: true, enableUtf8Validation: false } as const;

/** The driver has read a small id as a number, and would write it as a double, which servers refuse. */
export function killCommand(namespace: string, cursorId: unknown): Document {
  const collection = namespace.slice(namespace.indexOf('.') + 1);
  return { killCursors: collection, cursors: [Long.fromString(String(cursorId))] };
}

/**
 * A plain command takes a third of the CPU time of a driver cursor (note 0034). What the cursor would do besides is
 * done here: one retry after an outage, and the database's read settings.
 */
function commandReader(db: Db): <T>(command: Document) => Promise<T[]> {
  const options: RunCommandOptions = {
    ...commandOptions,
    ...(db.readPreference && { readPreference: db.readPreference }),
  };
  const read = async <T>(command: Document): Promise<T[]> => {
    const { cursor } = await db.command(command, options);
    const { id, ns, firstBatch } = cursor as FirstReply<T>;
    if (String(id) === '0') return firstBatch;
    // A reply ends at 16 MB. The cursor belongs to the session of its command: another one reads all of it.
    await db.command(killCommand(ns, id));
    return db.runCursorCommand(command, options).toArray() as Promise<T[]>;
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
