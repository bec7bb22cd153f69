import type { EditableProductQuery, UpdateProductInput } from '../../../__generated__/lazyOperations';
import {
  inputsOf,
  type ProductField,
  productFieldNames,
  type ProductValues,
  type Separators,
  valuesOf,
} from '../productFields';
import { separatorsOf } from './createProduct';

export type EditableProduct = NonNullable<EditableProductQuery['product']>;

const differing = (values: ProductValues, others: ProductValues) =>
  productFieldNames.filter((field) => values[field] !== others[field]);

export const isChanged = (values: ProductValues, base: EditableProduct) => differing(values, valuesOf(base)).length > 0;

/** Only changed fields, so that others' concurrent changes are not overwritten. */
export function toInput(values: ProductValues, base: EditableProduct, separators: Separators): UpdateProductInput {
  const inputs = inputsOf(values, separators);
  const changes = Object.fromEntries(differing(values, valuesOf(base)).map((field) => [field, inputs[field]]));
  return { id: base.id, version: base.version, ...changes, ...('stock' in changes && countOf(inputs.stock, base)) };
}

/** With the count that was read: a sale meanwhile is not overwritten. */
function countOf(stock: UpdateProductInput['stock'], base: EditableProduct): Partial<UpdateProductInput> {
  if (stock === null || stock === undefined) return { stock: undefined, isCounted: false };
  return { stock, ...(base.stock !== null && { seenStock: base.stock }) };
}

/** How lists are written: those that show the product's own as it is edited, typed ones as they were begun. */
export function separatorsIn(values: ProductValues, product: EditableProduct, typed: Separators): Separators {
  const [shown, own] = [valuesOf(product), separatorsOf(product)];
  return {
    photos: values.photos === shown.photos ? own.photos : typed.photos,
    categories: values.categories === shown.categories ? own.categories : typed.categories,
  };
}

export interface ConcurrentChange {
  field: ProductField;
  present: ProductValues[ProductField];
}

export interface Reconciled {
  /** The typed values, applied to the concurrently changed product. */
  values: ProductValues;
  /** Concurrent changes that differ from the form. */
  changes: ConcurrentChange[];
}

/** After a conflict: unchanged fields take the current values, typed ones keep theirs. */
export function reconcile(typed: ProductValues, base: EditableProduct, present: EditableProduct): Reconciled {
  const [before, now] = [valuesOf(base), valuesOf(present)];
  const typedFields = differing(typed, before);
  const values: ProductValues = { ...now, ...Object.fromEntries(typedFields.map((field) => [field, typed[field]])) };
  const changes = differing(now, before)
    .filter((field) => values[field] !== now[field])
    .map((field) => ({ field, present: now[field] }));
  return { values, changes };
}
