import type { Db, ObjectId } from 'mongodb';
import { unlessDuplicate } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';

export const dayMs = 24 * 60 * 60 * 1_000;

/** A message of the contact form. */
export interface ContactMessageDocument {
  _id: ObjectId;
  name: string;
  email: string;
  message: string;
  createdAt: Date;
  expiresAt: Date;
  /** The signed-in sender's uid, whatever e-mail was entered; missing for anonymous senders. */
  senderUid?: string;
  /** When an admin first read it; missing before. */
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

/** A range of creation dates. */
export interface MessageWindow {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

/** Across all callers: anonymous ones must not fill the database. Beyond it the oldest that were read make room. */
export const maxStoredMessages = 10_000;

export type MessagesRepository = ReturnType<typeof createMessagesRepository>;

export function createMessagesRepository(db: Db) {
  const isUnread = { readAt: null };
  const messages = db.collection<ContactMessageDocument>(messagesDeclaration.collection);
  return {
    /** False if the id exists. */
    insert: (message: ContactMessageDocument) => unlessDuplicate(messages.insertOne(message)),
    /** Applies the configured retention to existing messages; expired ones are deleted within a minute. */
    async applyRetention(days: number): Promise<void> {
      const expiresAt = { $add: ['$createdAt', days * dayMs] };
      await messages.updateMany({ createdAt: { $type: 'date' }, $expr: { $ne: ['$expiresAt', expiresAt] } }, [
        { $set: { expiresAt } },
      ]);
    },
    /** Returns how many were found, up to `most`; another sender may have deleted them meanwhile. */
    async deleteOldestRead(most: number): Promise<number> {
      // By the index alone: in the order of the list a store of which none was read is read as a whole.
      if (!(await messages.findOne({ readAt: { $gte: new Date(0) } }, { projection: { _id: 1 } }))) return 0;
      const oldest = { sort: { createdAt: 1, _id: 1 }, limit: most, projection: { _id: 1 } } as const;
      const ids = (await messages.find({ readAt: { $type: 'date' } }, oldest).toArray()).map(({ _id }) => _id);
      await messages.deleteMany({ _id: { $in: ids } });
      return ids.length;
    },
    async deleteByEmail(email: string): Promise<void> {
      await messages.deleteMany({ email });
    },
    async deleteBySender(senderUid: string): Promise<void> {
      await messages.deleteMany({ senderUid });
    },
    /** The number of messages in a window, and the first of them. */
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
    /** Counted up to `most`, and exact: an estimate lags behind on some servers, and messages are deleted by it. */
    count: (most: number) => messages.countDocuments({}, { limit: most }),
  };
}
