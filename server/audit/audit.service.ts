import { canonicalEmail } from '../auth/canonicalEmail';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { fingerprint } from '../database/cursor';
import { BadInputError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import type { Listing } from '../listing';
import { listNewestFirst } from '../listNewestFirst';
import { auditFilterInput } from './audit.input';
import type { AuditEntryDocument, AuditRange } from './audit.repository';

export type AuditListing = Listing<AuditEntryDocument>;

interface ListAuditInput {
  readonly filter?: unknown;
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** What admins have changed, newest first. */
export async function listAuditEntries(context: Context, input: ListAuditInput): Promise<AuditListing> {
  await authorize(context, 'auditEntries');
  const page = parseInput(pageInput, { first: input.first, after: input.after });
  const { actorEmail, actorId, ...filter } = parseInput(auditFilterInput, input.filter);
  const range: AuditRange = {
    ...filter,
    actorUid: actorEmail === null ? actorId : await uidOf(context, actorEmail, actorId),
  };
  const { auditEntries } = context.repositories;
  const listing = listNewestFirst(
    {
      read: (after, limit) => auditEntries.readNewest(range, after, limit),
      dateOf: ({ startedAt }) => startedAt,
      countUpTo: (limit) => auditEntries.countUpTo(range, limit),
    },
    page,
    fingerprint(['auditEntries', range]),
  );
  return { ...listing, count: () => context.loaders.count(['auditEntries', range], listing.count) };
}

/** No uid: nobody's entries. */
const nobody = '';

/** Of whoever holds the e-mail now; where a uid is given as well, both have to hold. */
async function uidOf({ repositories }: Context, text: string, actorId: string | null): Promise<string> {
  const email = canonicalEmail(text);
  if (email === null) throw new BadInputError('actorEmail must be a valid e-mail address', 'actorEmail');
  const uid = (await repositories.users.findByEmail(email))?._id ?? nobody;
  return actorId === null || actorId === uid ? uid : nobody;
}
