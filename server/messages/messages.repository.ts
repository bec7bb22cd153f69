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
  /** Whose account it was sent from, whatever address was typed; missing where nobody was signed in. */
  senderUid?: string;
  /** When an admin has first read it; missing before. */
  readAt?: Date | null;
}

export const messagesDeclaration: CollectionDeclaration = {
  collection: 'contactMessages',
  indexes: [
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of messages" },
    { name: 'unread', keys: { readAt: 1 }, reason: 'how many nobody has read' },
    expiryIndex('expiresAt', 'messages are kept for CONTACT_RETENTION_DAYS'),
    {
      name: 'sender',
      keys: { email: 1, createdAt: -1, _id: -1 },
      reason: 'what a person is told of it; deleting a user',
    },
    {
      name: 'sender_uid',
      keys: { senderUid: 1, createdAt: -1, _id: -1 },
      reason: 'the same of what was sent while signed in',
    },
  ],
};

/** Of the times that messages were written at. */
export interface MessageWindow {
  readonly from: Date;
  /** Itself not in it. */
  readonly until: Date;
}

/** Of all callers together: anonymous callers must not fill the database. */
export const maxStoredMessages = 10_000;

export type MessagesRepository = ReturnType<typeof createMessagesRepository>;

export function createMessagesRepository(db: Db) {
  const isUnread = { readAt: null };
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
    async deleteBySender(senderUid: string): Promise<void> {
      await messages.deleteMany({ senderUid });
    },
    /** How many of a window there are, and the first so many of them. */
    async writtenIn({ from, until }: MessageWindow, most: number) {
      const filter = { createdAt: { $gte: from, $lt: until } };
      const [count, first] = await Promise.all([
        messages.countDocuments(filter),
        messages.find(filter, { sort: { createdAt: 1, _id: 1 }, limit: most }).toArray(),
      ]);
      return { count, first };
    },
    /** Counted up to `most`. */
    countUnread: (most: number) => messages.countDocuments(isUnread, { limit: most }),
    async markRead(ids: readonly ObjectId[], readAt: Date): Promise<void> {
      await messages.updateMany({ _id: { $in: ids }, ...isUnread }, { $set: { readAt } });
    },
    findByIds: (ids: readonly ObjectId[]) => messages.find({ _id: { $in: ids } }).toArray(),
    findById: (id: ObjectId) => messages.findOne({ _id: id }),
    list: listReader<ContactMessageDocument>(db, messagesDeclaration),
    /** By the collection's own count, whatever the number. */
    countAll: () => messages.estimatedDocumentCount(),
  };
}
