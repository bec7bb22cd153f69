import type { Db, ObjectId } from 'mongodb';
import { isDuplicateKey } from '../database/databaseErrors';
import { batchReader } from '../database/batchReader';
import type { CollectionDeclaration } from '../database/indexes';
import { readAfter, type StoredPosition } from '../database/keyset';

/** What somebody wrote on the contact page. */
export interface ContactMessageDocument {
  _id: ObjectId;
  name: string;
  email: string;
  message: string;
  createdAt: Date;
}

export const messagesDeclaration: CollectionDeclaration = {
  collection: 'contactMessages',
  indexes: [{ name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of messages" }],
};

export type MessagesRepository = ReturnType<typeof createMessagesRepository>;

export function createMessagesRepository(db: Db) {
  const messages = db.collection<ContactMessageDocument>(messagesDeclaration.collection);
  const readBatch = batchReader<ContactMessageDocument>(db, messagesDeclaration.collection);
  return {
    async insert(message: ContactMessageDocument): Promise<'inserted' | 'idTaken'> {
      try {
        await messages.insertOne(message);
        return 'inserted';
      } catch (error) {
        if (isDuplicateKey(error)) return 'idTaken';
        throw error;
      }
    },
    findById: (id: ObjectId) => messages.findOne({ _id: id }),
    readNewest: (after: StoredPosition | null, limit: number) =>
      readAfter(readBatch, { filter: {}, order: { field: 'createdAt', direction: -1 }, after, limit }),
    countUpTo: (limit: number) => messages.countDocuments({}, { limit }),
  };
}
