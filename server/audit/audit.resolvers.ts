import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../listing';
import { listAuditEntries } from './audit.service';

export const auditResolvers: Resolvers = {
  Query: {
    auditEntries: (_, { filter, first, after }, context) => listAuditEntries(context, { filter, first, after }),
  },
  AuditEntry: {
    id: ({ _id }) => _id.toHexString(),
    changes: ({ changes }) => [...changes],
  },
  AuditEntryConnection: connectionResolvers,
};
