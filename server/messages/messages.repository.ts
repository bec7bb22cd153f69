import type { Db, ObjectId } from 'mongodb';
import { unlessTaken } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';

export const dayMs = 24 * 60 * 60 * 1_000;

/** What somebody wrote on the contact page. */
export interface ContactMessageDocument {
  _id: ObjectId;
  name: string;
  email: string;
  message: string;
  createdAt: Date;
  expiresAt: Date;
}

export const messagesDeclaration: CollectionDeclaration = {
  collection: 'contactMessages',
  indexes: [
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of messages" },
    expiryIndex('expiresAt', 'messages are kept for CONTACT_RETENTION_DAYS'),
    {
      name: 'sender',
      keys: { email: 1, createdAt: -1, _id: -1 },
      reason: 'what a person is told of it; deleting a user',
    },
  ],
};

export type MessagesRepository = ReturnType<typeof createMessagesRepository>;

export function createMessagesRepository(db: Db) {
  const messages = db.collection<ContactMessageDocument>(messagesDeclaration.collection);
  return {
    /** False when there is one with its id. */
    insert: (message: ContactMessageDocument) => unlessTaken(messages.insertOne(message)),
    /** Brings the messages of before to the present setting; those that it has ended already go within a minute. */
    async applyRetention(days: number): Promise<void> {
      const expiresAt = { $add: ['$createdAt', days * dayMs] };
      await messages.updateMany({ createdAt: { $type: 'date' }, $expr: { $ne: ['$expiresAt', expiresAt] } }, [
        { $set: { expiresAt } },
      ]);
    },
    async deleteByEmail(email: string): Promise<void> {
      await messages.deleteMany({ email });
    },
    findById: (id: ObjectId) => messages.findOne({ _id: id }),
    list: listReader<ContactMessageDocument>(db, messagesDeclaration),
    /** By the collection's own count, whatever the number. */
    countAll: () => messages.estimatedDocumentCount(),
  };
}
