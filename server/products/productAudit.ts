import type { AuditChange } from '../audit/audit.repository';
import { auditText, type AuditValue } from '../audit/auditText';
import type { ProductDocument } from './products.repository';
import { storedProductFields } from './storedItem';

/** What people decide about a product, in their words. */
export function auditedValues(product: ProductDocument): Readonly<Record<string, AuditValue>> {
  const { name, slug, description, price, discount, photos, categories, inStock } = storedProductFields;
  return {
    name: name(product),
    slug: slug(product),
    description: description(product),
    price: price(product).toFixed(2),
    discount: discount(product),
    photos: photos(product),
    categories: categories(product),
    inStock: inStock(product),
    status: product.status === 'active' ? 'active' : 'inactive',
  };
}

/** What differs; everything where there is nothing before or after. */
export function productChanges(before: ProductDocument | null, after: ProductDocument | null): AuditChange[] {
  const [was, is] = [before && auditedValues(before), after && auditedValues(after)];
  return Object.keys({ ...was, ...is })
    .map((field) => ({ field, before: was?.[field] ?? null, after: is?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    .map((change) => ({ field: change.field, before: auditText(change.before), after: auditText(change.after) }));
}
