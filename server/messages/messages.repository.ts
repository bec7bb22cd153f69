import type { Db, ObjectId } from 'mongodb';
import { isDuplicateKey } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';

/** What somebody wrote on the contact page. */
export interface ContactMessageDocument {
  _id: ObjectId;
  name: string;
  email: string;
  message: string;
  createdAt: Date;
}

export const messagesDeclaration: CollectionDeclaration = { collection: 'contactMessages', indexes: [] };

export type MessagesRepository = ReturnType<typeof createMessagesRepository>;

export function createMessagesRepository(db: Db) {
  const messages = db.collection<ContactMessageDocument>(messagesDeclaration.collection);
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
  };
}
