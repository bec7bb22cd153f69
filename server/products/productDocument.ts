import { constants } from '../constants';
import { foldText } from '../text/foldText';
import { originalPriceCents, toCents } from './money';
import { productColumns, productFields, settableFields, type SettableFields } from './productFields';
import type { CreateProductInput, ProductChanges } from './products.input';
import type { ProductDocument, EditableProductFields } from './products.repository';
import { asText } from './storedItem';

/** Fields that only the shop sets on a new product, such as the demo shop. */
export type ProductExtras = {
  readonly [Field in 'status' | 'rating' | 'reviewCount']?: ProductDocument[Field] | undefined;
};

const initialFields = Object.fromEntries(
  productColumns.map((column) => [productFields[column].stored[0], productFields[column].initial]),
) as unknown as SettableFields;

export function productDocument(
  input: CreateProductInput,
  { status, rating = null, reviewCount = 0 }: ProductExtras,
  { _id, ownerUid, createdAt }: Pick<ProductDocument, '_id' | 'ownerUid' | 'createdAt'>,
): ProductDocument {
  return {
    _id,
    ...changedFields(initialFields, { ...input, status }),
    rating,
    ratingKey: rating ?? constants.defaultRating,
    reviewCount,
    ownerUid,
    createdAt,
    version: 1,
  };
}

/** The editable fields after the changes, with those derived from others. */
export function changedFields(product: SettableFields, { price, ...changes }: ProductChanges): EditableProductFields {
  const given: Partial<Record<keyof SettableFields, unknown>> = {
    ...changes,
    priceCents: price === undefined ? undefined : toCents(price),
  };
  const fields = Object.fromEntries(
    settableFields.map((field) => [field, given[field] ?? product[field]]),
  ) as unknown as SettableFields;
  return {
    ...fields,
    // Another program may have omitted the name.
    nameLower: foldText(asText(fields.name)),
    originalPriceCents: originalPriceCents(fields.priceCents, fields.discount),
  };
}

/** Compares field values: texts, numbers, booleans, and lists of them. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
