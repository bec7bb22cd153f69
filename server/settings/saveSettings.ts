import type { ObjectId } from 'mongodb';
import type { AuditChange, AuditKind } from '../audit/audit.repository';
import { auditText } from '../audit/auditText';
import { withAudit } from '../audit/withAudit';
import type { Context, SignedIn } from '../context';
import { newId } from '../database/newId';
import { ConflictError } from '../errors';
import type { ShopSettings } from './shopSettings';

type Subject = keyof ShopSettings;

/** Settings in the audit log's form. */
export type DescribedSettings = ReadonlyMap<string, string>;

interface Wanted<S extends Subject> {
  readonly subject: S;
  readonly kind: AuditKind;
  /** The subject in the audit log. */
  readonly title: string;
  /** The version that the caller has seen. */
  readonly version: number;
  readonly content: Omit<ShopSettings[S], '_id' | 'version' | 'editId'>;
  readonly describe: (settings: ShopSettings[S]) => DescribedSettings;
}

/** Compare-and-set on the version that the caller has seen; the caller checks the permission. */
export async function saveSettings<S extends Subject>(
  context: Context,
  { viewer }: SignedIn,
  { subject, kind, title, version, content, describe }: Wanted<S>,
): Promise<ShopSettings[S]> {
  const { shopSettings } = context.repositories;
  const editId = newId(context);
  const before = (await shopSettings.get())[subject];
  if (before.version !== version) return sameEditOrConflict(before, editId);
  const after = { _id: subject, ...content, version: version + 1, editId } as ShopSettings[S];
  const changes = changesBetween(describe(before), describe(after));
  return withAudit(
    context,
    { actorUid: viewer.uid, kind, subject: title, subjectId: subject, subjectVersion: version, changes },
    async () =>
      (await shopSettings.replace(after)) ? after : sameEditOrConflict((await shopSettings.get())[subject], editId),
  );
}

/** The settings were changed by an earlier attempt of this request; any other change is a conflict. */
function sameEditOrConflict<T extends ShopSettings[Subject]>(now: T, editId: ObjectId): T {
  if (now.editId?.equals(editId)) return now;
  throw new ConflictError(
    'Somebody else has changed this meanwhile. Load it again to see its present state; what you typed is kept.',
    'version',
  );
}

function changesBetween(before: DescribedSettings, after: DescribedSettings): AuditChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((field) => before.get(field) !== after.get(field))
    .map((field) => ({
      field,
      before: auditText(before.get(field) ?? null),
      after: auditText(after.get(field) ?? null),
    }));
}
