import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import type { AuditEntryDocument } from './audit.repository';
import { listAuditEntries } from './audit.service';

const nameOf = (person: { readonly name: string; readonly email?: string | null } | null, uid: string) =>
  person?.email ?? person?.name ?? uid;

export const auditResolvers: Resolvers = {
  Query: {
    auditEntries: (_, input, context) => listAuditEntries(context, input),
  },
  AuditEntry: {
    id: ({ _id }) => _id.toHexString(),
    actorEmail: async ({ actorUid }, _, { loaders }) => (await loaders.personByUid.load(actorUid))?.email ?? null,
    actorKeyName: async ({ actorUid }, _, { loaders }) => (await loaders.apiKeyByUid.load(actorUid))?.name ?? null,
    subject: async ({ subject, subjectId }, _, { loaders }) =>
      subject ?? nameOf(await loaders.personByUid.load(subjectId), subjectId),
    changes: ({ changes }) => [...changes],
  },
  AuditEntryConnection: connectionResolvers((entry: AuditEntryDocument) => entry),
};
