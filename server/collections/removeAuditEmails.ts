import type { Db } from 'mongodb';
import { dropIndexes } from './dropIndexes';

const aboutPeople = ['CHANGE_USER_ROLE', 'DELETE_USER', 'GRANT_FIRST_ADMIN', 'MAKE_ADMIN', 'TAKE_OVER_EMAIL'];
const formerIndexes = ['email', 'email_kind', 'email_actor'];

/** Migration: up to version 6 the audit log contained names and e-mails, even of deleted people. */
export async function removeAuditEmails(db: Db): Promise<void> {
  const entries = db.collection('auditEntries');
  await entries.updateMany({ actorEmail: { $exists: true } }, { $unset: { actorEmail: '' } });
  await entries.updateMany(
    { kind: { $in: aboutPeople } },
    { $set: { subject: null }, $pull: { changes: { field: { $in: ['name', 'email'] } } } as never },
  );
  await dropIndexes(db, 'auditEntries', formerIndexes);
}
