import type { AuditChange, AuditKind } from '../audit/audit.repository';
import { auditIfAdmin } from '../audit/auditIfAdmin';
import type { Context, SignedIn } from '../context';
import { auditSubject } from '../products/productAudit';
import { isStoreEntry, type StoreItemDocument } from './store.service';

interface ItemWrite {
  readonly kind: Extract<AuditKind, 'DELETE_STORE_ITEM' | 'RESTORE_STORE_ITEM'>;
  readonly item: StoreItemDocument;
  readonly changes: (item: StoreItemDocument) => readonly AuditChange[];
}

/** An admin's own cart is not audited. */
export function auditItem(
  context: Context,
  signedIn: SignedIn,
  { kind, item, changes }: ItemWrite,
  change: () => Promise<StoreItemDocument>,
): Promise<StoreItemDocument> {
  if (isStoreEntry(item) && item.ownerUid === signedIn.viewer.uid) return change();
  return auditIfAdmin(context, signedIn, { ...auditSubject(item), kind, changes: changes(item) }, change, changes);
}
