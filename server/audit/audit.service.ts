import { canonicalEmail } from '../auth/canonicalEmail';
import { authorize } from '../authorize';
import type { Context, SignedIn } from '../context';
import { fingerprint } from '../database/cursor';
import { BadInputError } from '../errors';
import { pageInput, parseInput } from '../input';
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
  const signedIn = await authorize(context, 'auditEntries');
  const page = parseInput(pageInput, { first: input.first, after: input.after });
  const { actorEmail, ...filter } = parseInput(auditFilterInput, input.filter);
  const range: AuditRange = {
    ...filter,
    person: actorEmail === null ? null : await personOf(context, signedIn, actorEmail),
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

/** Whoever holds the e-mail now, and whoever had it when they did something. */
async function personOf(
  { repositories }: Context,
  { record: own }: SignedIn,
  text: string,
): Promise<NonNullable<AuditRange['person']>> {
  const email = canonicalEmail(text);
  if (email === null) throw new BadInputError('actorEmail must be a valid e-mail address', 'actorEmail');
  // The caller's own record has been read for this very request.
  const holder = own?.email === email ? own : await repositories.users.findByEmail(email);
  return { uid: holder?._id ?? null, email };
}
