import type { Db } from 'mongodb';

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
  if (!(await db.listCollections({ name: 'auditEntries' }).hasNext())) return;
  const present = new Set((await entries.indexes()).map(({ name }) => name));
  for (const name of formerIndexes) if (present.has(name)) await entries.dropIndex(name);
}
