import type { Db, Document } from 'mongodb';
import { batchReader, pipelineReader, type ReadBatch, type ReadPipeline } from '../database/batchReader';
import { translating } from '../database/databaseErrors';
import type { CollectionDeclaration, IndexDeclaration } from '../database/indexes';

/** The reads of a collection that lists need. */
export interface ListReader<T> {
  readonly indexes: readonly IndexDeclaration[];
  readonly find: ReadBatch<T>;
  readonly aggregate: ReadPipeline;
  readonly count: (filter: Document, limit: number, hint?: string) => Promise<number>;
}

const byId: IndexDeclaration = { name: '_id_', keys: { _id: 1 }, reason: 'every collection has it' };

export function listReader<T extends Document>(
  db: Db,
  { collection: name, indexes }: CollectionDeclaration,
): ListReader<T> {
  const aggregate = pipelineReader(db, name);
  return translating<ListReader<T>>({
    indexes: [...indexes, byId],
    find: batchReader<T>(db, name),
    aggregate,
    async count(filter, limit, hint) {
      const stages = [{ $match: filter }, { $limit: limit }, { $count: 'n' }];
      const [counted] = await aggregate<{ n: number }>(stages, 1, hint);
      return counted?.n ?? 0;
    },
  });
}
