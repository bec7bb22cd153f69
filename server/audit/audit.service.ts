import { canonicalEmail } from '../auth/canonicalEmail';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { BadInputError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import { listingOf, type ListArguments, type Listing } from '../lists/connection';
import { countMatching, indexedList, pageRequest, readPage } from '../lists/readList';
import { auditFilterInput } from './audit.input';
import { auditFilter, auditOrder, type AuditEntryDocument, type AuditRange } from './audit.repository';

export type AuditListing = Listing<AuditEntryDocument>;

/** Changes by admins, newest first. */
export async function listAuditEntries(context: Context, input: ListArguments): Promise<AuditListing> {
  await authorize(context, 'auditEntries');
  const page = parseInput(pageInput, input);
  const { actorEmail, actorId, ...filter } = parseInput(auditFilterInput, input.filter);
  const range: AuditRange = {
    ...filter,
    actorUid: actorEmail === null ? actorId : await uidOf(context, actorEmail, actorId),
  };
  const request = pageRequest(page, ['auditEntries', range]);
  const list = indexedList(context.repositories.auditEntries.list, auditOrder, auditFilter(range));
  return listingOf({
    read: () => readPage(list, request),
    countRows: () => countMatching(list),
    countOnce: (count) => context.loaders.count(['auditEntries', range], count),
  });
}

/** Not a valid uid: matches no entry. */
const nobody = '';

/** The e-mail's current owner; must equal a uid given as well. */
async function uidOf({ repositories }: Context, text: string, actorId: string | null): Promise<string> {
  const email = canonicalEmail(text);
  if (email === null) throw new BadInputError('actorEmail must be a valid e-mail address', 'actorEmail');
  const uid = (await repositories.users.findByEmail(email))?._id ?? nobody;
  return actorId === null || actorId === uid ? uid : nobody;
}
