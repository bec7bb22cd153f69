import type { AuditChange } from '../audit/audit.repository';
import { auditText, type AuditValue } from '../audit/auditText';
import { isSame } from './productDocument';
import { fieldNames, productFields } from './productFields';
import type { ProductDocument } from './products.repository';
import { storedItemFields, type Stored } from './storedItem';

/** A product or a store entry. */
type Item = Pick<ProductDocument, '_id' | 'ownerUid'> & Stored;

/** The subject in the audit log. */
export function auditSubject(item: Item) {
  return { subject: auditText(storedItemFields.name(item)) ?? '', subjectId: item._id.toHexString() };
}

/** Changed fields; all fields if one side is null. */
export function itemChanges(before: Item | null, after: Item | null): AuditChange[] {
  const [was, is] = [before && auditedValues(before), after && auditedValues(after)];
  return Object.keys({ ...was, ...is })
    .map((field) => ({ field, before: was?.[field] ?? null, after: is?.[field] ?? null }))
    .filter((change) => !isSame(change.before, change.after))
    .map((change) => ({ field: change.field, before: auditText(change.before), after: auditText(change.after) }));
}

/** Audited values; few for store entries, which are copies of products. */
export function auditedValues(item: Item): Readonly<Record<string, AuditValue>> {
  const { name, slug, price } = productFields;
  const values: Record<string, AuditValue> = {
    name: name.audited(item),
    slug: slug.audited(item),
    price: price.audited(item),
    ownerUid: item.ownerUid,
  };
  if ('productId' in item) return values;
  for (const field of fieldNames) {
    const { audited } = productFields[field];
    if (audited) values[field] = audited(item);
  }
  return values;
}
