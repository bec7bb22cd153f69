import { canonicalEmail } from '../auth/canonicalEmail';
import { authorize } from '../authorize';
import type { Context } from '../context';
import { decodeCursor, fingerprint } from '../database/cursor';
import { parseRecordId } from '../database/recordId';
import { BadInputError } from '../errors';
import { pageInput, parseInput } from '../input';
import { boundedCount, countLimit, once, pageOf, type Listing } from '../listing';
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
  const { first, after } = parseInput(pageInput, { first: input.first, after: input.after });
  const { actorEmail, ...filter } = parseInput(auditFilterInput, input.filter);
  const range: AuditRange = { ...filter, person: actorEmail === null ? null : await personOf(context, actorEmail) };
  const question = fingerprint(['auditEntries', range]);
  const position = after ? decodeCursor(after, question) : null;
  const stored = position && { key: new Date(position.key), id: parseRecordId(position.id) };
  const { auditEntries } = context.repositories;
  return {
    page: once(async () => {
      const found = await auditEntries.readNewest(range, stored, first + 1);
      const rows = found.map((node) => ({
        node,
        position: { key: node.startedAt.getTime(), id: node._id.toHexString() },
      }));
      return pageOf(rows, { first, hasPreviousPage: position !== null, question });
    }),
    count: once(async () => boundedCount(await auditEntries.countUpTo(range, countLimit + 1))),
  };
}

/** Whoever holds the e-mail now, and whoever had it when they did something. */
async function personOf({ repositories }: Context, text: string): Promise<NonNullable<AuditRange['person']>> {
  const email = canonicalEmail(text);
  if (email === null) throw new BadInputError('actorEmail must be a valid e-mail address', 'actorEmail');
  return { uid: (await repositories.users.findByEmail(email))?._id ?? null, email };
}
