import type { ProductStatus } from '../../../__generated__/operations';
import type { EditableProductFragment, UpdateProductInput } from '../../../__generated__/lazyOperations';
import { cleanName } from '../../../lib/cleanName';
import { copyOf, type ProductValues, type Separators } from './createProduct';
import { photoAsTyped } from './photoAsTyped';
import { listOf, numberAsTyped } from './typedTexts';

export interface EditValues extends ProductValues {
  status: ProductStatus;
}

export type EditField = keyof EditValues;

export const labels: Readonly<Record<EditField, string>> = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  price: 'Price ($)',
  discount: 'Discount (%)',
  photos: 'Photos',
  categories: 'Categories',
  inStock: 'In stock',
  status: 'Status',
};

export const editFields = Object.keys(labels) as EditField[];

export const isEditField = (field: string | undefined): field is EditField => field !== undefined && field in labels;

export const valuesOf = (product: EditableProductFragment): EditValues => ({
  ...copyOf(product),
  slug: product.slug,
  status: product.status,
});

/** Only what differs from the product as it was read, so that nothing is written that nobody typed. */
export function toInput(values: EditValues, base: EditableProductFragment, separators: Separators): UpdateProductInput {
  const before = valuesOf(base);
  const sent: Record<EditField, unknown> = {
    name: cleanName(values.name),
    slug: values.slug.trim(),
    description: values.description,
    price: numberAsTyped(values.price),
    discount: numberAsTyped(values.discount),
    photos: listOf(values.photos, separators.photos).map(photoAsTyped),
    categories: listOf(values.categories, separators.categories),
    inStock: values.inStock,
    status: values.status,
  };
  const changed = editFields.filter((field) => values[field] !== before[field]);
  const changes: Partial<UpdateProductInput> = Object.fromEntries(changed.map((field) => [field, sent[field]]));
  return { id: base.id, version: base.version, ...changes };
}

export interface MeanwhileChange {
  field: EditField;
  present: EditValues[EditField];
}

export interface Reconciled {
  /** What was typed, on top of what others have changed. */
  values: EditValues;
  /** What others have changed since the product was read, where it is not what stands in the form. */
  changes: MeanwhileChange[];
}

/** After a stale edit: fields that nobody touched here take the present state, typed ones keep what was typed. */
export function reconcile(
  typed: EditValues,
  base: EditableProductFragment,
  present: EditableProductFragment,
): Reconciled {
  const [before, now] = [valuesOf(base), valuesOf(present)];
  const taken = editFields.filter((field) => typed[field] === before[field]);
  const values: EditValues = { ...typed, ...Object.fromEntries(taken.map((field) => [field, now[field]])) };
  const changes = editFields
    .filter((field) => now[field] !== before[field] && values[field] !== now[field])
    .map((field) => ({ field, present: now[field] }));
  return { values, changes };
}
