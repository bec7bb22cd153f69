import { constants } from '../constants';
import { foldText } from '../text/foldText';
import { originalPriceCents, toCents } from './money';
import { productColumns, productFields, settableFields, type SettableFields } from './productFields';
import type { CreateProductInput, ProductChanges } from './products.input';
import type { ProductDocument, EditableProductFields } from './products.repository';
import { asText } from './storedItem';

/** What only the shop itself sets on a new product; the demo shop does. */
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

/** What the changes make of a product: every field that an edit may replace, with those that follow from others. */
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
    // Some other program may have left the name out.
    nameLower: foldText(asText(fields.name)),
    originalPriceCents: originalPriceCents(fields.priceCents, fields.discount),
  };
}

/** Of values of a product's fields: texts, numbers, switches, and lists of them. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
